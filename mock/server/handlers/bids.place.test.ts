/** Placing bids over HTTP: who may, what a body needs, what comes of it. */
import { personas } from '#fixtures';
import type { ReceivedBid } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { bidIn, itemsIn, linesBody, outcomeOf, readBid, readReceivedBid, recordEvents } from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, bidBody, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

const LINE_ID: unknown = expect.stringMatching(/^line_[0-9a-f]{16}$/);

let t: TestMock;
/** A graded lot and an ungraded one of the seller's, a lot of the partner's, a draft, an archived lot. */
let lots: Record<'graded' | 'ungraded' | 'partner' | 'draft' | 'archived' | 'sandbox', string>;
/** A delivery location of the elevator's. */
let location_id: number;
beforeAll(async () => {
  t = await openTestMock();
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
  const [first] = itemsIn<{ id: number }>(await t.call('elevator', 'GET', '/delivery-locations'));
  location_id = first?.id ?? 0;
});
afterAll(() => t[Symbol.asyncDispose]());

/** Places a bid, and says in one line what came of it. */
async function place(who: string | null, lot: string, body: unknown = bidBody()): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', `/inventory/${lot}/bids`, { body }));
}

test('BID-1 BID-13 BID-46 BID-43 BID-11 OP-1 a valid bid is answered with itself, pending', async () => {
  const answer = await t.call('buyer', 'POST', `/inventory/${lots.graded}/bids`, { body: bidBody() });
  expect(answer.status).toBe(201);
  const bid = bidIn(answer);
  expect(`${bid.id} ${bid.reference}`).toMatch(/^bid_[0-9a-f]{16} BID-\w+$/);
  expect(bid).toEqual({
    id: bid.id,
    reference: bid.reference,
    inventory_id: lots.graded,
    status: 'pending',
    type: 'single_grade',
    price: { amount: 630, currency: 'CAD', unit: 'MT' },
    quantity_mt: 40,
    quantity: { amount: 40, unit: 'MT' },
    delivery: { from: '2026-07-01', to: '2026-07-31' },
    fob_farm: true,
    delivery_location_id: null,
    subject_to_sample_approval: false,
    additional_terms: null,
    expires_at: '2026-06-17T12:00:00.000Z',
    counter_to: null,
    awaiting: 'seller',
    counterparty: null,
    created_at: TEST_NOW,
  });
  expect(await readBid(t, bid.id)).toEqual(bid);
});

test('LST-11 LST-21 BID-41 BID-46 the seller reads the same bid, with its own name for the lot and no word of the buyer', async () => {
  const { inventory_id, ...shared } = await readBid(t, await makeBid(t, 'buyer', lots.graded));
  const received: ReceivedBid = await readReceivedBid(t, lots.graded, shared.id);
  expect(received).toEqual({ ...shared, listing_id: inventory_id, buyer_label: 'Buyer', buyer_type: 'buyer' });
});

test('BID-7 BID-47 LST-14 a bid on an ungraded lot has lines and no price of its own', async () => {
  const body = { ...linesBody({ 'no. 1 cwrs': 310, 'CW Feed': 205.5 }), subject_to_sample_approval: true };
  const bid = bidIn(await t.call('buyer', 'POST', `/inventory/${lots.ungraded}/bids`, { body }));
  expect(bid).toMatchObject({ type: 'multi_grade', price: null });
  const money = { currency: 'CAD', unit: 'MT' };
  const rest = { id: LINE_ID, subject_to_sample_approval: true, status: 'pending' };
  expect(bid.grades).toEqual([
    { ...rest, grade: 'No. 1 CWRS', price: { amount: 310, ...money } },
    { ...rest, grade: 'CW Feed', price: { amount: 205.5, ...money } },
  ]);
  expect((await readReceivedBid(t, lots.ungraded, bid.id)).grades).toEqual(bid.grades);
  expect(await readBid(t, await makeBid(t, 'buyer', lots.graded))).not.toHaveProperty('grades');
});

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

test('BID-33 neither may another user bid for the team of the lot, nor the owner with a token of another team', async () => {
  const colleague = await grantToken(t, 'partner', { user_id: personas.rival.user_id });
  const elsewhere = await grantToken(t, 'partner', { team_id: personas.rival.team_id });
  expect(await place(colleague, lots.partner)).toBe('403 insufficient_scope');
  expect(await place(elsewhere, lots.partner)).toBe('403 insufficient_scope');
});

test('PRIV-9 an empty bid does not tell whether the lot is a team-mate’s', async () => {
  const colleague = await grantToken(t, 'partner', { user_id: personas.rival.user_id });
  const said = async (lot: string): Promise<string> =>
    (await t.call(colleague, 'POST', `/inventory/${lot}/bids`, { body: {} })).text;
  expect(await said(lots.partner)).toBe(await said(lots.graded));
});

test('AUTH-19 who may not bid learns nothing about the body, and of the lot only whether it is on offer', async () => {
  for (const who of ['reader', 'seller', 'partner']) expect(await place(who, lots.partner, {})).not.toMatch(/^422/);
  expect(await place('buyer', lots.draft, {})).toBe('404 not_found');
  const missing = await t.call('buyer', 'POST', '/inventory/inv_0000000000000000/bids', { body: bidBody() });
  const draft = await t.call('buyer', 'POST', `/inventory/${lots.draft}/bids`, { body: bidBody() });
  expect(draft.text).toBe(missing.text);
});

const full = bidBody();
const PRICE = { amount: 630, unit: 'MT' };
test.for([
  ['BID-4 no quantity', { quantity_mt: undefined }, 'quantity_mt'],
  ['BID-4 none at all', { quantity_mt: 0 }, 'quantity_mt'],
  ['BID-4 too little', { quantity_mt: 0.009999 }, 'quantity_mt'],
  ['BID-4 the least there is', { quantity_mt: 0.01 }, null],
  ['BID-4 a quantity in words', { quantity_mt: '40' }, 'quantity_mt'],
  ['BID-6 all of the lot', { quantity_mt: 100 }, null],
  ['BID-6 more than the lot', { quantity_mt: 100.01 }, 'quantity_mt'],
  ['BID-5 no delivery', { delivery: undefined }, 'delivery'],
  ['BID-5 no end of it', { delivery: { from: '2026-07-01' } }, 'delivery.to'],
  ['BID-5 an instant for a date', { delivery: { from: '2026-07-01T00:00:00Z', to: '2026-07-31' } }, 'delivery.from'],
  ['BID-5 a day that is none', { delivery: { from: '2026-06-31', to: '2026-07-31' } }, 'delivery.from'],
  ['BID-6 an end before the beginning', { delivery: { from: '2026-07-02', to: '2026-07-01' } }, 'delivery.to'],
  ['BID-6 one day', { delivery: { from: '2026-07-01', to: '2026-07-01' } }, null],
  ['BID-7 no price', { price: undefined }, 'price'],
  ['BID-7 no unit', { price: { amount: 630 } }, 'price.unit'],
  ['BID-60 an unknown unit', { price: { amount: 630, unit: 'KG' } }, 'price.unit'],
  ['BID-60 CAD, said', { price: { ...PRICE, currency: 'CAD' } }, null],
  ['BID-60 another currency', { price: { ...PRICE, currency: 'USD' } }, 'price.currency'],
  ['BID-6 a price of nothing', { price: { amount: 0, unit: 'MT' } }, 'price.amount'],
  ['BID-6 a price below it', { price: { amount: -1, unit: 'MT' } }, 'price.amount'],
  ['BID-8 bids on a graded lot', { bids: [{ grade: 'No. 1 Canada', price: PRICE }] }, 'bids'],
  ['BID-9 not at the farm and nowhere', { fob_farm: false }, 'delivery_location_id'],
  ['BID-37 approval in words', { subject_to_sample_approval: 'yes' }, 'subject_to_sample_approval'],
  ['BID-37 harmless terms', { subject_to_sample_approval: true, additional_terms: 'No. 1 CWRS, 250.00/MT by 2026-09-30' }, null],
  ['PRIV-10 BID-38 terms with an address', { additional_terms: 'jo@example.com' }, 'additional_terms'],
  ['BID-12 an expiry that has passed', { expires_at: TEST_NOW }, 'expires_at'],
  ['BID-11 an expiry that is no instant', { expires_at: 'tomorrow' }, 'expires_at'],
  ['CONV-7 a field that nobody knows', { qty: 1 }, 'qty'],
  ['ERR-5 several at once', { quantity_mt: 0, price: { amount: 0, unit: 'MT' } }, 'price.amount, quantity_mt'],
] as const)('%s', async ([, change, fields]) => {
  const recorded = await recordEvents(t, async () => {
    expect(await place('buyer', lots.graded, { ...full, ...change })).toBe(
      fields === null ? '201' : `422 validation_failed: ${fields}`,
    );
  });
  // EVT-17: a bid that is refused is none.
  expect(recorded.map(({ type }) => type)).toEqual(fields === null ? ['bid.received'] : []);
});

test('BID-9 BID-10 BID-44 DLOC-3 an elevator has its grain brought to its own location, and nobody to another', async () => {
  const body = bidBody({ fob_farm: false, delivery_location_id: location_id });
  const bid = bidIn(await t.call('elevator', 'POST', `/inventory/${lots.graded}/bids`, { body }));
  expect(bid).toMatchObject({ fob_farm: false, delivery_location_id: location_id });
  expect(await place('buyer', lots.graded, body)).toBe('422 validation_failed: delivery_location_id');
  expect(await place('elevator', lots.graded, { ...body, delivery_location_id: 999_999 })).toBe(
    '422 validation_failed: delivery_location_id',
  );
});

test('BID-45 a given expiry is kept, in whatever notation it came', async () => {
  for (const expires_at of ['2026-07-01T06:30:00-06:00', '2026-07-01T12:30:00Z', '2026-07-01T12:30:00.000000Z']) {
    const id = await makeBid(t, 'buyer', lots.graded, { expires_at });
    expect((await readBid(t, id)).expires_at).toBe('2026-07-01T12:30:00.000Z');
  }
});

test('BID-32 BID-39 a team without good credit is refused, before anything in the body is', async () => {
  const { write } = t.mock.worlds.default.store;
  const setCredit = (has_good_credit: 0 | 1): Promise<unknown> =>
    write((tx) => tx.updateTable('teams').set({ has_good_credit }).where('id', '=', personas.rival.team_id).execute());
  await setCredit(0);
  expect(await place('rival', lots.graded)).toBe('403 insufficient_scope');
  expect(await place('rival', lots.graded, {})).toBe('403 insufficient_scope');
  expect(await place('buyer', lots.graded)).toBe('201');
  await setCredit(1);
  expect(await place('rival', lots.graded)).toBe('201');
});

test('IDEM-1 IDEM-2 IDEM-3 a key makes one bid of several requests, and sends one event', async () => {
  const headers = { 'Idempotency-Key': 'one-bid' };
  const ids = new Set<string>();
  const recorded = await recordEvents(t, async () => {
    const path = `/inventory/${lots.graded}/bids`;
    const answers = await Promise.all([1, 2, 3].map(() => t.call('buyer', 'POST', path, { body: bidBody(), headers })));
    for (const answer of answers) ids.add(bidIn(answer).id);
    const other = await t.call('buyer', 'POST', path, { body: bidBody({ quantity_mt: 41 }), headers });
    expect(outcomeOf(other)).toBe('409 idempotency_conflict');
  });
  expect(ids.size).toBe(1);
  expect(recorded).toHaveLength(1);
});
