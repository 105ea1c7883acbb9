/** Counters: a new bid made with a PlaceBid body, in its own right, that the other side answers. */
import { personas } from '#fixtures';
import { beforeAll, expect, test } from 'vitest';
import { counterBid, moveClock, readBid, readReceived, recordEvents } from '../../testing/moves.ts';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import { bidBody, makeBid, makeFarm, makeLot, openTestMock, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let lot: string;
/** Two delivery locations of the elevator's. */
let locations: [number, number];
beforeAll(async () => {
  lot = await makeLot(t, 'seller', { farm_id: await makeFarm(t, 'seller'), quantity_mt: 1000 });
  const [one, two] = itemsIn<{ id: number }>(await t.call('elevator', 'GET', '/delivery-locations'));
  locations = [one?.id ?? 0, two?.id ?? 0];
});

async function counter(who: string, id: string, body: unknown): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', `/bids/${id}/counter`, { body }));
}

test.for([
  ['BID-59 BID-4 no quantity', { quantity_mt: undefined }, 'quantity_mt'],
  ['BID-59 BID-4 too little', { quantity_mt: 0.001 }, 'quantity_mt'],
  ['BID-59 BID-6 more than the lot has', { quantity_mt: 1001 }, 'quantity_mt'],
  ['BID-59 BID-5 no delivery', { delivery: undefined }, 'delivery'],
  ['BID-59 BID-7 no price', { price: undefined }, 'price'],
  ['BID-59 BID-8 bids on a graded lot', { bids: [{ grade: 'No. 1 Canada', price: { amount: 1, unit: 'MT' } }] }, 'bids'],
  ['BID-59 BID-9 not at the farm, where the bid had no location', { fob_farm: false }, 'delivery_location_id'],
  ['BID-59 PRIV-10 terms with an address', { additional_terms: 'www.example.test' }, 'additional_terms'],
  ['BID-59 BID-12 an expiry that has passed', { expires_at: '2026-06-10T11:00:00Z' }, 'expires_at'],
] as const)('%s: 422, and the old bid is still pending', async ([, change, field]) => {
  const id = await makeBid(t, 'buyer', lot);
  const before = await readReceived(t, lot);
  const recorded = await recordEvents(t, async () => {
    expect(await counter('seller', id, { ...bidBody(), ...change })).toBe(`422 validation_failed: ${field}`);
  });
  // BID-27, BID-50
  expect(recorded).toEqual([]);
  expect(await readReceived(t, lot)).toEqual(before);
  expect((await readBid(t, id)).status).toBe('pending');
  expect(await counter('seller', id, bidBody())).toBe('201');
});

test('BID-10 BID-59 a seller keeps the location of the bid, or repeats it, and names no other; a buyer names its own', async () => {
  const [here, there] = locations;
  expect(there).not.toBe(0);
  const place = (): Promise<string> => makeBid(t, 'elevator', lot, { fob_farm: false, delivery_location_id: here });
  const kept = await counterBid(t, 'seller', await place(), { fob_farm: false });
  expect(await readBid(t, kept, 'elevator')).toMatchObject({ fob_farm: false, delivery_location_id: here });
  const repeated = await counterBid(t, 'seller', await place(), { fob_farm: false, delivery_location_id: here });
  expect(await readBid(t, repeated, 'elevator')).toMatchObject({ delivery_location_id: here });
  const other = bidBody({ fob_farm: false, delivery_location_id: there });
  expect(await counter('seller', await place(), other)).toBe('422 validation_failed: delivery_location_id');

  expect(await counter('elevator', repeated, { ...other, delivery_location_id: 999_999 })).toBe(
    '422 validation_failed: delivery_location_id',
  );
  const moved = await counterBid(t, 'elevator', repeated, { fob_farm: false, delivery_location_id: there });
  expect(await readBid(t, moved, 'elevator')).toMatchObject({ delivery_location_id: there });
  const back = await counterBid(t, 'seller', moved, { fob_farm: false });
  // BID-59: what a buyer leaves out is kept as well.
  const left_out = await counterBid(t, 'elevator', back, { fob_farm: false });
  expect(await readBid(t, left_out, 'elevator')).toMatchObject({ fob_farm: false, delivery_location_id: there });
});

test('BID-59 BID-11 seven days are counted from the counter', async () => {
  await using own = await openTestMock({ lots: 20 });
  const first = await makeBid(own, 'buyer', await makeLot(own));
  moveClock(own, 3600);
  const second = await readBid(own, await counterBid(own, 'seller', first));
  expect(second).toMatchObject({ created_at: '2026-06-10T13:00:00.000Z', expires_at: '2026-06-17T13:00:00.000Z' });
});

test('BID-32 BID-39 AUTH-19 a team without good credit counters nothing that is pending, before its body is looked at; it may still accept', async () => {
  const { db } = t.mock.worlds.default.store;
  const setCredit = (has_good_credit: 0 | 1): Promise<unknown> =>
    db.updateTable('teams').set({ has_good_credit }).where('id', '=', personas.rival.team_id).execute();
  const id = await counterBid(t, 'seller', await makeBid(t, 'rival', lot));
  const decided = await counterBid(t, 'seller', await makeBid(t, 'rival', lot));
  await t.call('rival', 'POST', `/bids/${decided}/reject`);
  await setCredit(0);
  expect(await counter('rival', id, bidBody())).toBe('403 insufficient_scope');
  expect(await counter('rival', id, {})).toBe('403 insufficient_scope');
  // BID-20: what is decided is told as that to every party.
  expect(await counter('rival', decided, bidBody())).toBe('422 bid_not_pending');
  expect(await counter('buyer', id, bidBody())).toBe('404 not_found');
  expect((await readBid(t, id, 'rival')).status).toBe('pending');
  // A seller may answer all the same, and a bid that was placed in time be concluded.
  expect(outcomeOf(await t.call('rival', 'POST', `/bids/${id}/accept`))).toBe('200');
  await setCredit(1);
});
