/** Reading bids as the team that placed them. */
import { personas } from '#fixtures';
import type { Bid, ReceivedBid } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { counterBid, readBid } from '../../testing/moves.ts';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import { makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';

const t = useMock();
let lot: string;
beforeAll(async () => {
  lot = await makeLot(t, 'seller', { farm_id: await makeFarm(t, 'seller'), quantity_mt: 1000 });
});

test.for(['cancelled', 'Pending', 'open', '', 'pending,rejected'])('BID-15 status=%s is refused', async (status) => {
  expect(outcomeOf(await t.call('buyer', 'GET', `/bids?status=${status}`))).toBe('400 invalid_filter: status');
});

test('BID-34 BID-56 FMT-8 units change the quantity that is shown, and nothing else', async () => {
  const id = await makeBid(t, 'buyer', lot, { quantity_mt: 45.359237 });
  const { quantity, ...rest } = await readBid(t, id);
  expect(quantity).toEqual({ amount: 45.359237, unit: 'MT' });
  for (const [unit, amount] of [
    ['LB', 100_000],
    ['BU', 2000],
    ['CWT', 1000],
    ['ST', 50],
  ] as const) {
    const one = (await t.call('buyer', 'GET', `/bids/${id}?units=${unit}`)).body as { data: Bid }; // Judged by the document.
    expect(one.data).toEqual({ ...rest, quantity: { amount, unit } });
    const listed = itemsIn<Bid>(await t.call('buyer', 'GET', `/bids?limit=50&units=${unit}`));
    expect(listed.find((bid) => bid.id === id)).toEqual(one.data);
    const received = itemsIn<ReceivedBid>(await t.call('seller', 'GET', `/me/inventory/${lot}/bids?limit=50&units=${unit}`));
    expect(received.find((bid) => bid.id === id)?.quantity).toEqual({ amount, unit });
  }
  expect(outcomeOf(await t.call('buyer', 'GET', `/bids/${id}?units=KG`))).toBe('400 invalid_filter: units');
});

test("BID-41 BID-35 a seller's counter is read by the buyer's team, alone and in the list", async () => {
  const first = await makeBid(t, 'buyer', lot);
  const id = await counterBid(t, 'seller', first, { price: { amount: 655, unit: 'MT' } });
  const counter = await readBid(t, id);
  expect(counter).toMatchObject({
    id,
    counter_to: first,
    status: 'pending',
    awaiting: 'buyer',
    inventory_id: lot,
    price: { amount: 655 },
  });
  expect(itemsIn<Bid>(await t.call('buyer', 'GET', '/bids?limit=50&status=pending'))).toContainEqual(counter);
});

test('BID-51 BID-18 any token of the team is the buyer, and needs no more than its scope', async () => {
  const colleague = await grantToken(t, 'buyer', { user_id: personas.rival.user_id, scopes: 'bids.read bids.write' });
  const first = await makeBid(t, 'buyer', lot);
  const second = await makeBid(t, 'buyer', lot);
  expect(await readBid(t, first, colleague)).toMatchObject({ id: first });
  expect(outcomeOf(await t.call(colleague, 'POST', `/bids/${first}/reject`))).toBe('200');
  const counter = await counterBid(t, 'seller', second);
  const bare = await grantToken(t, 'buyer', { scopes: 'bids.write' });
  expect(outcomeOf(await t.call(bare, 'GET', `/bids/${counter}`))).toBe('403 insufficient_scope');
  expect(outcomeOf(await t.call(bare, 'POST', `/bids/${counter}/accept`))).toBe('200');
});

test('BID-18 BID-51 the seller acts with any token of the user that has bids.write, bound to a team or not', async () => {
  const bare = await grantToken(t, 'seller', { scopes: 'bids.write' });
  const bound = await grantToken(t, 'seller', { team_id: personas.rival.team_id });
  expect(outcomeOf(await t.call(bare, 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`))).toBe('200');
  expect(outcomeOf(await t.call(bound, 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`))).toBe('200');
  const reader = await grantToken(t, 'seller', { scopes: 'bids.read listings.read listings.write' });
  expect(outcomeOf(await t.call(reader, 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`))).toBe(
    '403 insufficient_scope',
  );
});
