/** What no check can observe: which responses are stored, how long, and for which callers. */
import { beforeAll, expect, test } from 'vitest';
import { bidIn, verdictOf } from '../../testing/responses.ts';
import { grantToken } from '../../testing/grant-token.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { TEST_NOW, bidBody, makeBid, makeLot, useMock } from '../../testing/open-mock.ts';
import { hashContents } from '../../testing/hash-contents.ts';

const t = useMock({ lots: 20 });
let lot_id: string;
beforeAll(async () => {
  lot_id = await makeLot(t, 'seller', { quantity_mt: 1000 });
});

const CONFLICT = '409 idempotency_conflict';

function place(who: string, key: string, body: unknown = bidBody(), lot = lot_id): Promise<TestResponse> {
  return t.call(who, 'POST', `/inventory/${lot}/bids`, { body, headers: { 'Idempotency-Key': key } });
}

test('IDEM-2 IDEM-9 a replay returns the original response and writes nothing, even if the bid has changed', async () => {
  const first = await place('buyer', 'again');
  await t.call('buyer', 'POST', `/bids/${bidIn(first).id}/reject`);
  const before = await hashContents(t);
  const second = await place('buyer', 'again');
  expect([second.status, second.text]).toEqual([201, first.text]);
  const { body: log } = await t.control('GET', '/requests?operation_id=placeBid&limit=2');
  expect(log.items).toMatchObject([{ is_replay: false }, { is_replay: true }]);
  expect(await hashContents(t)).toBe(before);
});

test('IDEM-2 AUTH-19 a replay requires a token with the scope', async () => {
  await place('buyer', 'guarded');
  const reader = await grantToken(t, 'buyer', { scopes: 'bids.read' });
  expect(verdictOf(await place('expired', 'guarded'))).toBe('401 unauthenticated');
  expect(verdictOf(await place(reader, 'guarded'))).toBe('403 insufficient_scope');
});

test('IDEM-4 IDEM-7 a key belongs to its team, for every member and client', async () => {
  const first = bidIn(await place('buyer', 'shared'));
  expect(bidIn(await place('rival', 'shared', bidBody({ quantity_mt: 7 }))).id).not.toBe(first.id);
  const member = await grantToken(t, 'buyer', { user_id: 'usr_de00000000000009', client_id: 'gristmill-partner' });
  expect(bidIn(await place(member, 'shared')).id).toBe(first.id);
});

test('IDEM-4 a key belongs to its path, in any encoding of the path', async () => {
  const here = bidIn(await place('buyer', 'path'));
  const there = bidIn(await place('buyer', 'path', bidBody({ quantity_mt: 9 }), await makeLot(t)));
  expect(there.id).not.toBe(here.id);
  expect(bidIn(await place('buyer', 'path', bidBody(), lot_id.replace('_', '%5F'))).id).toBe(here.id);
});

test('IDEM-6 a key is forgotten 24 hours after its use, by the clock of the world', async () => {
  const { clock } = t.mock.worlds.default;
  const first = bidIn(await place('buyer', 'old'));
  clock.set(Date.parse(TEST_NOW) + 24 * 3_600_000 - 1);
  expect(verdictOf(await place('buyer', 'old', bidBody({ quantity_mt: 2 })))).toBe(CONFLICT);
  clock.set(Date.parse(TEST_NOW) + 24 * 3_600_000);
  const next = bidIn(await place('buyer', 'old', bidBody({ quantity_mt: 2 })));
  expect(next.id).not.toBe(first.id);
  expect(verdictOf(await place('buyer', 'old'))).toBe(CONFLICT);
  clock.set(Date.parse(TEST_NOW));
});

test('BID-19 IDEM-4 a teammate of the seller is not a party, and a key of the team reveals nothing', async () => {
  const bid = await makeBid(t, 'buyer', await makeLot(t, 'partner'));
  const mate = await grantToken(t, 'partner', { user_id: 'usr_de00000000000004' });
  const counter = (who: string, quantity_mt: number): Promise<TestResponse> =>
    t.call(who, 'POST', `/bids/${bid}/counter`, { body: bidBody({ quantity_mt }), headers: { 'Idempotency-Key': 'mate' } });
  expect((await counter('partner', 11)).status).toBe(201);
  expect(verdictOf(await counter('partner', 12))).toBe(CONFLICT);
  expect(verdictOf(await counter(mate, 11))).toBe('404 not_found');
});
