/** Reading bids as the team that placed them. */
import { personas } from '#fixtures';
import type { Bid, Page, ReceivedBid } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { acceptBid, counterBid, itemsIn, outcomeOf, readBid, readReceivedBid } from '../../testing/moves.ts';
import type { Answer, TestMock } from '../../testing/open-mock.ts';
import { makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

const STATUSES = ['pending', 'accepted', 'rejected', 'countered', 'expired'] as const;

let t: TestMock;
let lot: string;
beforeAll(async () => {
  t = await openTestMock();
  lot = await makeLot(t, 'seller', { farm_id: await makeFarm(t, 'seller'), quantity_mt: 1000 });
});
afterAll(() => t[Symbol.asyncDispose]());

/** A bid of the buyer's in each status. */
async function makeOneOfEach(): Promise<Record<(typeof STATUSES)[number], string>> {
  const place = (): Promise<string> => makeBid(t, 'buyer', lot);
  const ids = {
    pending: await place(),
    accepted: await place(),
    rejected: await place(),
    countered: await place(),
    expired: await place(),
  };
  await acceptBid(t, 'seller', ids.accepted);
  await t.call('seller', 'POST', `/bids/${ids.rejected}/reject`);
  await counterBid(t, 'seller', ids.countered);
  await t.mock.worlds.default.store.write((tx) =>
    tx.updateTable('bids').set({ status: 'expired' }).where('id', '=', ids.expired).execute(),
  );
  return ids;
}

function pageIn(answer: Answer): Page<Bid> {
  expect(answer.status).toBe(200);
  return answer.body as Page<Bid>; // Judged by the document in t.call.
}

test('BID-14 BID-36 BID-58 status picks the bids of that status, each by one of the five names', async () => {
  const ids = await makeOneOfEach();
  for (const status of STATUSES) {
    const { items, total } = pageIn(await t.call('buyer', 'GET', `/bids?status=${status}&limit=50`));
    expect(total).toBe(items.length);
    expect(items.map((bid) => bid.id)).toContain(ids[status]);
    expect(new Set(items.map((bid) => bid.status))).toEqual(new Set([status]));
    expect((await readBid(t, ids[status])).status).toBe(status);
  }
});

test('BID-14 PAGE-4 PAGE-15 the list has every bid of the team once, in one mode, newest first', async () => {
  await makeOneOfEach();
  for (const [who, livemode] of [
    ['buyer', 1],
    ['buyer_sandbox', 0],
  ] as const) {
    const rows = await t.mock.worlds.default.store.reader
      .selectFrom('bids')
      .select(['id', 'created_at'])
      .where('buyer_team_id', '=', personas.buyer.team_id)
      .where('livemode', '=', livemode)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    const listed: string[] = [];
    for (let offset = 0; offset === listed.length; offset += 3) {
      const page = pageIn(await t.call(who, 'GET', `/bids?limit=3&offset=${offset}`));
      expect(page.total).toBe(rows.length);
      listed.push(...page.items.map((bid) => bid.id));
    }
    expect(rows.length).toBeGreaterThan(0);
    expect(listed).toEqual(rows.map(({ id }) => id));
  }
});

test.for(['cancelled', 'Pending', 'open', '', 'pending,rejected'])('BID-15 status=%s is refused', async (status) => {
  expect(outcomeOf(await t.call('buyer', 'GET', `/bids?status=${status}`))).toBe('400 invalid_filter: status');
});

test("BID-16 BID-19 ERR-3 ERR-7 another team's bid is as missing as one that does not exist", async () => {
  const id = await makeBid(t, 'buyer', lot);
  const missing = await t.call('rival', 'GET', '/bids/bid_0000000000000000');
  expect(outcomeOf(missing)).toBe('404 not_found');
  for (const who of ['rival', 'elevator', 'partner', 'buyer_sandbox']) {
    const answer = await t.call(who, 'GET', `/bids/${id}`);
    expect(answer.text).toBe(missing.text);
    expect(itemsIn<Bid>(await t.call(who, 'GET', '/bids?limit=50')).map((bid) => bid.id)).not.toContain(id);
  }
});

test('BID-16 PRIV-6 the seller of the lot reads a bid with its own views, not with those of the buyer', async () => {
  const own = await makeLot(t, 'partner');
  const id = await makeBid(t, 'buyer', own);
  expect(outcomeOf(await t.call('partner', 'GET', `/bids/${id}`))).toBe('404 not_found');
  expect(await readReceivedBid(t, own, id, 'partner')).toMatchObject({ listing_id: own });
});

test.for(['/bids', '/bids?status=pending', '/bids/bid_0000000000000000'])(
  'BID-17 GET %s with a seller token: 400 no_team',
  async (path) => {
    expect(outcomeOf(await t.call('seller', 'GET', path))).toBe('400 no_team');
  },
);

test('BID-17 a bid that exists makes no difference to it', async () => {
  const id = await makeBid(t, 'buyer', lot);
  expect(outcomeOf(await t.call('seller', 'GET', `/bids/${id}`))).toBe('400 no_team');
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
