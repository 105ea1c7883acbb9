/** The simulator: a bid of a buyer that does not exist otherwise, on one of the caller's own sandbox listings. */
import type { OPERATIONS, AnswerOf, PlaceListing } from '#spec';
import { beforeEach, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { acceptBid, counterBid, readListing, readReceivedBid } from '../../testing/moves.ts';
import { outcomeOf } from '../../testing/answers.ts';
import { makeLot, useMock } from '../../testing/open-mock.ts';

type Simulated = AnswerOf<typeof OPERATIONS.simulateEvent>['data'];

const t = useMock({ lots: 20 });

/** A sandbox seller without any listing, for each test. */
let seller: string;
beforeEach(async () => {
  seller = await makeSeller();
});

async function makeSeller(): Promise<string> {
  const made = await t.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  return (made.body as { data: { access_token: string } }).data.access_token; // Judged by the document in t.call.
}

async function makeOwn(change: Partial<PlaceListing> = {}): Promise<string> {
  return makeLot(t, seller, change);
}

async function simulate(change: object = {}, who = seller): Promise<Simulated> {
  const answer = await t.call(who, 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received', ...change } });
  expect(answer.status).toBe(200);
  return (answer.body as { data: Simulated }).data; // Judged by the document in t.call.
}

async function refuse(body: unknown, who: string | null = seller): Promise<string> {
  return outcomeOf(await t.call(who, 'POST', '/sandbox/simulate-event', body === undefined ? {} : { body }));
}

test('SBX-3 LST-15 the simulated bid is on the listing named, or on the most recently created one; drafts are valid, archived listings are not', async () => {
  const first = await makeOwn();
  const draft = await makeOwn({ list: false });
  const last = await makeOwn({ list: false });
  const archived = await makeOwn();
  await t.call(seller, 'DELETE', `/me/inventory/${archived}`);
  expect((await simulate()).inventory_id).toBe(last);
  expect((await simulate({ inventory_id: first })).inventory_id).toBe(first);
  expect((await simulate({ inventory_id: draft })).inventory_id).toBe(draft);
  expect(await readListing(t, draft, seller)).toMatchObject({ status: 'unlisted' });
  expect(await refuse({ event: 'bid.received', inventory_id: archived })).toBe('422 validation_failed: inventory_id');
  // Publishing, changing and bidding on an older one make it no newer.
  await t.call(seller, 'PATCH', `/me/inventory/${draft}`, { body: { listed: true } });
  expect((await simulate()).inventory_id).toBe(last);
});

test("SBX-15 SBX-12 SBX-3 another's listing, a live one and none at all are refused alike", async () => {
  await makeOwn();
  const others = [await makeLot(t, 'partner_sandbox'), await makeLot(t, await makeSeller()), await makeLot(t, 'seller')];
  const missing = await t.call(seller, 'POST', '/sandbox/simulate-event', {
    body: { event: 'bid.received', inventory_id: 'inv_0' },
  });
  expect(outcomeOf(missing)).toBe('404 not_found');
  for (const inventory_id of others) {
    const answer = await t.call(seller, 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received', inventory_id } });
    expect(answer.text).toBe(missing.text);
  }
});

test('SBX-12 SBX-3 who has no listing has nothing to simulate a bid on', async () => {
  expect(await refuse({ event: 'bid.received' })).toBe('422 validation_failed: inventory_id');
  expect(await refuse({ event: 'bid.received' }, 'reader_sandbox')).toBe('422 validation_failed: inventory_id');
  expect(await refuse({ event: 'bid.received' }, 'rival_sandbox')).toBe('422 validation_failed: inventory_id');
});

test('SBX-1 SBX-16 AUTH-20 only a sandbox token with inventory.read simulates', async () => {
  await makeLot(t, 'seller');
  expect(await refuse({ event: 'bid.received' }, 'seller')).toBe('403 insufficient_scope');
  expect(await refuse({}, 'seller')).toBe('403 insufficient_scope');
  expect(await refuse({ event: 'bid.received' }, null)).toBe('401 unauthenticated');
  const narrow = await grantToken(t, 'seller_sandbox', { scopes: 'listings.read' });
  expect(await refuse({ event: 'bid.received' }, narrow)).toBe('403 insufficient_scope');
});

test('SBX-6 BID-30 a simulated bid is accepted, rejected and countered as any other', async () => {
  const lot = await makeOwn();
  const { bid_id } = await simulate();
  const counter = await counterBid(t, seller, bid_id, { quantity_mt: 50 });
  expect(await readReceivedBid(t, lot, counter, seller)).toMatchObject({
    status: 'pending',
    awaiting: 'buyer',
    counter_to: bid_id,
  });
  const again = await simulate();
  expect(outcomeOf(await t.call(seller, 'POST', `/bids/${again.bid_id}/reject`))).toBe('200');
  const { bid_id: sold } = await simulate();
  expect(await acceptBid(t, seller, sold)).toMatchObject({ status: 'Pending', side: 'seller', quantity_mt: 100 });
  expect(await readListing(t, lot, seller)).toMatchObject({ status: 'unlisted', quantity_mt: 0 });
  expect(await refuse({ event: 'bid.received' })).toBe('422 validation_failed: inventory_id');
  expect(outcomeOf(await t.call('rival_sandbox', 'POST', `/bids/${counter}/accept`))).toBe('404 not_found');
});
