import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakClause } from '../../../testing/break-clause.ts';
import type { Answer, TestMock } from '../../../testing/open-mock.ts';
import { bidBody, makeBid, makeLot, openTestMock } from '../../../testing/open-mock.ts';

let t: TestMock;
let lot: string;
beforeAll(async () => {
  t = await openTestMock({ lots: 60 });
  lot = await makeLot(t, 'seller', { quantity_mt: 10_000 });
});
afterAll(() => t[Symbol.asyncDispose]());

function read(path: string, who: string | null = 'buyer'): Promise<Answer> {
  return t.callDeviant(who, 'GET', path);
}

function place(headers: Record<string, string> = {}, body: object = bidBody(), who = 'buyer'): Promise<Answer> {
  return t.callDeviant(who, 'POST', `/inventory/${lot}/bids`, { body, headers });
}

test('withoutQuery: parameters are ignored, and links keep them', async () => {
  await breakClause(t, 'PAGE-2', 'limit-ignored');
  const page = await read('/inventory?limit=3&commodity=canola,durum');
  expect(page.body).toMatchObject({ limit: 20 });
  const slugs = page.body.items.map(({ commodity }: { commodity: { slug: string } }) => commodity.slug);
  expect(slugs.every((slug: string) => slug === 'canola' || slug === 'durum')).toBe(true);
  await breakClause(t, 'INV-3', 'commodity-ignored');
  const all = await read('/inventory?commodity=canola&limit=2');
  expect(all.body.total).toBe((await read('/inventory')).body.total);
  expect(all.body.href).toContain('commodity=canola');
});

test('onQuery: asked otherwise', async () => {
  await breakClause(t, 'INV-9', 'sorted-backwards');
  const backwards = await read('/inventory?sort=quantity');
  await t.deviate({});
  const forwards = await read('/inventory?sort=-quantity');
  expect(backwards.body.items).toEqual(forwards.body.items);
  await breakClause(t, 'MKT-7', 'weekly-by-default');
  expect((await read('/market/prices/canola/history')).body.interval).toBe('week');
  expect((await read('/market/prices/canola/history?interval=day')).body.interval).toBe('day');
});

test('fillIn, withoutBodyField: what is missing, and what is not seen', async () => {
  const { quantity_mt: _, ...rest } = bidBody();
  await breakClause(t, 'BID-4', 'quantity-optional');
  expect(await place({}, rest)).toMatchObject({ status: 201, body: { data: { quantity_mt: 1 } } });
  expect(await place({}, { ...rest, quantity_mt: 7 })).toMatchObject({ body: { data: { quantity_mt: 7 } } });
  expect((await place({}, { ...rest, quantity_mt: 'some' })).status).toBe(422);
  await breakClause(t, 'LST-3', 'drafts-are-listed');
  const made = await t.call('seller', 'GET', `/me/inventory/${await makeLot(t, 'seller', { list: false })}`);
  expect(made.body.data.status).toBe('listed');
});

test('withoutKey, onKey', async () => {
  const repeat = async (): Promise<string[]> => {
    const headers = { 'Idempotency-Key': `k${Math.random()}` };
    const answers = [await place(headers), await place(headers), await place(headers, bidBody({ quantity_mt: 41 }))];
    const other = await place(headers, bidBody(), 'rival');
    return [...answers, other].map(({ status, body }) => (status === 201 ? body.data.id : String(status)));
  };
  await t.deviate({});
  const clean = await repeat();
  expect([clean[0] === clean[1], clean[2], clean[3] === clean[0]]).toEqual([true, '409', false]);
  await breakClause(t, 'IDEM-2', 'key-ignored');
  expect(new Set(await repeat()).size).toBe(4);
  await breakClause(t, 'IDEM-3', 'any-body-is-the-same');
  const lax = await repeat();
  expect([lax[1], lax[2], lax[3] === lax[0]]).toEqual([lax[0], lax[0], false]);
  await breakClause(t, 'IDEM-7', 'keys-of-all-teams');
  const shared = await repeat();
  expect([shared[1], shared[2], shared[3]]).toEqual([shared[0], '409', shared[0]]);
});

test('lettingIn: without a token, or with one that has expired', async () => {
  expect([(await read('/bids', null)).status, (await read('/bids', 'expired')).status]).toEqual([401, 401]);
  await breakClause(t, 'AUTH-1', 'open-to-anybody');
  expect([(await read('/bids', null)).status, (await read('/bids', 'expired')).status]).toEqual([200, 401]);
  await breakClause(t, 'AUTH-15', 'expired-let-in');
  const statuses = [
    (await read('/bids', null)).status,
    (await read('/bids', 'expired')).status,
    (await read('/bids', 'nobody')).status,
  ];
  expect(statuses).toEqual([401, 200, 401]);
});

test('withoutScopes: at some operations, or at all', async () => {
  await breakClause(t, 'MKT-6', 'no-scope-needed');
  const { id } = (await t.control('GET', '/teams')).body.items[0];
  const minted = await t.control('POST', '/tokens', { persona: 'buyer', scopes: ['teams.read'] });
  const token = minted.body.access_token;
  expect([(await read('/market/prices', token)).status, (await read('/bids', token)).status]).toEqual([200, 403]);
  await breakClause(t, 'AUTH-2', 'scopes-ignored');
  expect((await read('/bids', token)).status).toBe(200);
  expect(id).toMatch(/^tm_/);
});

test('onCaller: somebody else, or refused', async () => {
  const bid = await makeBid(t, 'buyer', lot);
  await breakClause(t, 'BID-18', 'team-needed-to-answer');
  expect(await t.callDeviant('seller', 'POST', `/bids/${bid}/reject`)).toMatchObject({
    status: 400,
    body: { error: { code: 'no_team' } },
  });
  expect((await t.callDeviant('buyer', 'POST', `/bids/${bid}/reject`)).status).toBe(200);
});

test('asOwner: strangers are let in, parties act as what they are', async () => {
  const bid = await makeBid(t, 'buyer', lot);
  const accept = (who: string): Promise<Answer> => t.callDeviant(who, 'POST', `/bids/${bid}/accept`);
  expect((await accept('rival')).status).toBe(404);
  await breakClause(t, 'BID-19', 'strangers-answer');
  // The author is no stranger.
  expect((await accept('buyer')).status).toBe(403);
  expect((await accept('rival')).status).toBe(200);
  expect((await t.callDeviant('rival', 'POST', '/bids/bid_0/accept')).status).toBe(404);
  const { items } = (await read('/teams', 'buyer')).body;
  expect((await read(`/teams/${items[0].id}`, 'rival')).status).toBe(404);
  await breakClause(t, 'TEAM-5', 'strangers-read');
  expect((await read(`/teams/${items[0].id}`, 'rival')).status).toBe(200);
});
