/** What the mock assumes about bids beyond the checks of the gate. */
import { personas } from '#fixtures';
import type { Bid, ReceivedBid } from '#spec';
import { beforeAll, describe, expect, test } from 'vitest';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import { grantToken } from '../../testing/grant-token.ts';
import { acceptBid, counterBid, moveClock, readBid, readListing, readReceived, recordEvents } from '../../testing/moves.ts';
import { bidBody, makeBid, makeFarm, makeLot, openTestMock, useMock } from '../../testing/open-mock.ts';

describe('placing a bid', () => {
  const t = useMock();
  /** A graded lot and an ungraded one of the seller's, a lot of the partner's, a draft, an archived lot. */
  let lots: Record<'graded' | 'ungraded' | 'partner' | 'draft' | 'archived' | 'sandbox', string>;
  beforeAll(async () => {
    const farm_id = await makeFarm(t, 'seller');
    lots = {
      graded: await makeLot(t, 'seller', { farm_id }),
      ungraded: await makeLot(t, 'seller', { farm_id, commodity: 'cwrs-wheat', grade: null }),
      partner: await makeLot(t, 'partner'),
      draft: await makeLot(t, 'seller', { farm_id, list: false }),
      archived: await makeLot(t, 'seller', { farm_id }),
      sandbox: await makeLot(t, 'seller_sandbox'),
    };
    await t.call('seller', 'DELETE', `/me/inventory/${lots.archived}`);
  });

  /** Places a bid, and says in one line what came of it. */
  async function place(who: string | null, lot: string, body: unknown = bidBody()): Promise<string> {
    return outcomeOf(await t.call(who, 'POST', `/inventory/${lot}/bids`, { body }));
  }

  test.for([
    ['AUTH-1 nobody', null, 'graded', '401 unauthenticated'],
    ['BID-2 BID-42 client credentials', 'reader', 'graded', '403 insufficient_scope'],
    ['BID-2 BID-3 a user without a team', 'seller', 'graded', '400 no_team'],
    ['BID-33 a team whose member sells the lot', 'partner', 'partner', '403 insufficient_scope'],
    ['BID-1 a team', 'elevator', 'graded', '201'],
    ['BID-55 a lot that does not exist', 'buyer', 'inv_0000000000000000', '404 not_found'],
    ['BID-33 a draft', 'buyer', 'draft', '404 not_found'],
    ['BID-33 an archived lot', 'buyer', 'archived', '404 not_found'],
    ['BID-33 a draft of its own', 'seller', 'draft', '400 no_team'],
    ['INV-23 INV-25 a sandbox lot with a live token', 'buyer', 'sandbox', '404 not_found'],
    ['INV-23 INV-25 a live lot with a sandbox token', 'buyer_sandbox', 'graded', '404 not_found'],
    ['INV-16 a sandbox lot with a sandbox token', 'buyer_sandbox', 'sandbox', '201'],
  ] as const)('%s: %s on %s lot: %s', async ([, who, lot, expected]) => {
    const id = lot in lots ? lots[lot as keyof typeof lots] : lot; // A name from the row, or an id.
    expect(await place(who, id)).toBe(expected);
  });

  test('BID-33 a teammate of the owner, and the owner in another team, get 403', async () => {
    const colleague = await grantToken(t, 'partner', { user_id: personas.rival.user_id });
    const elsewhere = await grantToken(t, 'partner', { team_id: personas.rival.team_id });
    expect(await place(colleague, lots.partner)).toBe('403 insufficient_scope');
    expect(await place(elsewhere, lots.partner)).toBe('403 insufficient_scope');
  });

  test('PRIV-9 the answer to an empty bid does not reveal whether a teammate owns the lot', async () => {
    const colleague = await grantToken(t, 'partner', { user_id: personas.rival.user_id });
    const said = async (lot: string): Promise<string> =>
      (await t.call(colleague, 'POST', `/inventory/${lot}/bids`, { body: {} })).text;
    expect(await said(lots.partner)).toBe(await said(lots.graded));
  });

  test('AUTH-19 a caller who may not bid learns nothing about the body', async () => {
    for (const who of ['reader', 'seller', 'partner']) expect(await place(who, lots.partner, {})).not.toMatch(/^422/);
    expect(await place('buyer', lots.draft, {})).toBe('404 not_found');
    const missing = await t.call('buyer', 'POST', '/inventory/inv_0000000000000000/bids', { body: bidBody() });
    const draft = await t.call('buyer', 'POST', `/inventory/${lots.draft}/bids`, { body: bidBody() });
    expect(draft.text).toBe(missing.text);
  });

  test('BID-32 BID-39 a team without good credit gets 403 before its body is validated', async () => {
    const { store } = t.mock.worlds.default;
    const setCredit = (has_good_credit: 0 | 1): Promise<unknown> =>
      store.write((tx) => tx.updateTable('teams').set({ has_good_credit }).where('id', '=', personas.rival.team_id).execute());
    await setCredit(0);
    expect(await place('rival', lots.graded)).toBe('403 insufficient_scope');
    expect(await place('rival', lots.graded, {})).toBe('403 insufficient_scope');
    expect(await place('buyer', lots.graded)).toBe('201');
    await setCredit(1);
    expect(await place('rival', lots.graded)).toBe('201');
  });
});

describe('reading bids', () => {
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

  test("BID-41 BID-35 the buyer's team reads a seller's counter by id and in the list", async () => {
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

  test("BID-51 BID-18 any token bound to the buyer's team acts as the buyer", async () => {
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

  test("BID-18 BID-51 the seller acts with any of the user's tokens that has bids.write", async () => {
    const bare = await grantToken(t, 'seller', { scopes: 'bids.write' });
    const bound = await grantToken(t, 'seller', { team_id: personas.rival.team_id });
    expect(outcomeOf(await t.call(bare, 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`))).toBe('200');
    expect(outcomeOf(await t.call(bound, 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`))).toBe('200');
    const reader = await grantToken(t, 'seller', { scopes: 'bids.read listings.read listings.write' });
    expect(outcomeOf(await t.call(reader, 'POST', `/bids/${await makeBid(t, 'buyer', lot)}/accept`))).toBe(
      '403 insufficient_scope',
    );
  });
});

describe('countering a bid', () => {
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

  test("BID-10 BID-59 a seller's counter keeps or repeats the location of the bid; a buyer's counter may name another", async () => {
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

  test('BID-59 BID-11 a counter expires 7 days after it is placed', async () => {
    await using own = await openTestMock({ lots: 20 });
    const first = await makeBid(own, 'buyer', await makeLot(own));
    moveClock(own, 3600);
    const second = await readBid(own, await counterBid(own, 'seller', first));
    expect(second).toMatchObject({ created_at: '2026-06-10T13:00:00.000Z', expires_at: '2026-06-17T13:00:00.000Z' });
  });

  test('BID-32 BID-39 AUTH-19 a team without good credit cannot counter but can accept', async () => {
    const { store } = t.mock.worlds.default;
    const setCredit = (has_good_credit: 0 | 1): Promise<unknown> =>
      store.write((tx) => tx.updateTable('teams').set({ has_good_credit }).where('id', '=', personas.rival.team_id).execute());
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
});

describe('accepting a bid', () => {
  const t = useMock();
  let farm_id: string;
  beforeAll(async () => {
    farm_id = await makeFarm(t, 'seller');
  });

  async function accept(id: string, body?: unknown, who = 'seller'): Promise<string> {
    return outcomeOf(await t.call(who, 'POST', `/bids/${id}/accept`, body === undefined ? {} : { body }));
  }

  test('BID-30 acceptance deducts the quantity; the last of it unlists the lot and rejects its pending bids', async () => {
    const lot = await makeLot(t, 'seller', { farm_id, quantity_mt: 0.3 });
    const [tenth, rest, other, countered] = [
      await makeBid(t, 'buyer', lot, { quantity_mt: 0.1 }),
      await makeBid(t, 'buyer', lot, { quantity_mt: 0.2 }),
      await makeBid(t, 'rival', lot, { quantity_mt: 0.3 }),
      await makeBid(t, 'rival', lot, { quantity_mt: 0.1 }),
    ];
    const counter = await counterBid(t, 'seller', countered, { quantity_mt: 0.1 });
    await acceptBid(t, 'seller', tenth);
    expect(await readListing(t, lot)).toMatchObject({ status: 'listed', quantity_mt: 0.2 });
    expect((await readBid(t, other, 'rival')).status).toBe('pending');
    // What asks for more than is left waits for the seller to have more.
    expect(await accept(other)).toBe('422 validation_failed: quantity_mt');

    await acceptBid(t, 'seller', rest);
    expect(await readListing(t, lot)).toMatchObject({ status: 'unlisted', quantity_mt: 0 });
    expect(outcomeOf(await t.call('buyer', 'GET', `/inventory/${lot}`))).toBe('404 not_found');
    const statuses = await Promise.all([other, counter, countered].map(async (id) => (await readBid(t, id, 'rival')).status));
    expect(statuses).toEqual(['rejected', 'rejected', 'countered']);
    expect(await accept(other)).toBe('422 bid_not_pending');
  });

  test('BID-30 LST-6 a bid for more than is left can be accepted after the quantity is raised', async () => {
    const lot = await makeLot(t, 'seller', { farm_id });
    const id = await makeBid(t, 'buyer', lot, { quantity_mt: 80 });
    await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { quantity_mt: 79.99 } });
    expect(await accept(id)).toBe('422 validation_failed: quantity_mt');
    await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { quantity_mt: 80 } });
    expect(await accept(id)).toBe('200');
  });
});
