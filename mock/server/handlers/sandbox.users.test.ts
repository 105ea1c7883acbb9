/** Sandbox test users, and the grades. */
import { grades } from '#spec/reference/index';
import type { Grade, Page, SandboxUser, Team } from '#spec';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { itemsIn, moveClock, outcomeOf, readBid } from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, makeBid, makeFarm, makeLot, openTestMock } from '../../testing/open-mock.ts';

let t: TestMock;
beforeAll(async () => {
  t = await openTestMock({ lots: 20 });
});
afterAll(() => t[Symbol.asyncDispose]());

async function provision(body: unknown, who = 'seller_sandbox'): Promise<SandboxUser> {
  const answer = await t.call(who, 'POST', '/sandbox/users', { body });
  expect(answer.status).toBe(201);
  return (answer.body as { data: SandboxUser }).data; // Judged by the document in t.call.
}

test('SBX-11 SBX-12 a seller comes without a team, a buyer with one', async () => {
  const seller = await provision({ role: 'seller' });
  expect(seller).toEqual({
    id: seller.id,
    email: seller.email,
    role: 'seller',
    access_token: seller.access_token,
    expires_in: 86_400,
    team_id: null,
    created_at: TEST_NOW,
  });
  expect(seller.id).toMatch(/^usr_[0-9a-f]{16}$/);
  expect(seller.email).toMatch(/^seller-\d+@sandbox\.example$/);
  const buyer = await provision({ role: 'buyer', name: 'Test Buyer', email: 'tb@example.com' });
  expect(buyer).toMatchObject({ role: 'buyer', email: 'tb@example.com' });
  const [team] = itemsIn<Team>(await t.call(buyer.access_token, 'GET', '/teams'));
  expect(team).toMatchObject({
    id: buyer.team_id,
    name: 'Test Buyer team',
    role: 'owner',
    type: 'buyer',
    is_verified_elevator: false,
  });
  expect(itemsIn(await t.call(seller.access_token, 'GET', '/teams'))).toEqual([]);
});

test('SBX-12 every user is another, with a token of its own that is not to be guessed', async () => {
  const made = await Promise.all([1, 2, 3].map(() => provision({ role: 'buyer' })));
  for (const field of ['id', 'email', 'access_token', 'team_id'] as const) {
    expect(new Set(made.map((user) => user[field])).size).toBe(3);
  }
  for (const { access_token } of made) expect(access_token).toMatch(/^sandbox_[\w-]{43}$/);
});

test('SBX-12 the tokens work: a test seller sells to a test buyer, in the sandbox alone', async () => {
  const { access_token: seller } = await provision({ role: 'seller' });
  const { access_token: buyer } = await provision({ role: 'buyer' }, 'buyer_sandbox');
  const lot = await makeLot(t, seller, { farm_id: await makeFarm(t, seller) });
  const bid = await makeBid(t, buyer, lot);
  expect(outcomeOf(await t.call(seller, 'POST', `/bids/${bid}/accept`))).toBe('200');
  expect((await readBid(t, bid, buyer)).status).toBe('accepted');
  const live = await makeLot(t, 'seller');
  expect(outcomeOf(await t.call(buyer, 'GET', `/inventory/${live}`))).toBe('404 not_found');
  expect(outcomeOf(await t.call(buyer, 'GET', `/inventory/${lot}`))).toBe('200');
});

test('SBX-12 AUTH-6 only a test seller of an approved partner is granted what selling needs', async () => {
  const granted: unknown[] = [];
  for (const [who, role, status] of [
    ['seller_sandbox', 'seller', 200],
    ['seller_sandbox', 'buyer', 403],
    ['buyer_sandbox', 'seller', 403],
  ] as const) {
    const { access_token } = await provision({ role }, who);
    expect((await t.call(access_token, 'GET', '/me/inventory')).status).toBe(status);
    const { db } = t.mock.worlds.default.store;
    const token = await db
      .selectFrom('tokens')
      .select(['client_id', 'scopes'])
      .where('token', '=', access_token)
      .executeTakeFirstOrThrow();
    granted.push([token.client_id, /listings|farms/.test(token.scopes)]);
  }
  // SBX-10: the token is the client's that provisioned the user.
  expect(granted).toEqual([
    ['gristmill-partner-sandbox', true],
    ['gristmill-partner-sandbox', false],
    ['gristmill-desk-sandbox', false],
  ]);
});

test('SBX-12 AUTH-15 a token runs out after expires_in', async () => {
  await using own = await openTestMock({ lots: 20 });
  const made = await own.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
  const { data } = made.body as { data: SandboxUser }; // Judged by the document in t.call.
  moveClock(own, data.expires_in - 0.001);
  expect(outcomeOf(await own.call(data.access_token, 'GET', '/me/inventory'))).toBe('200');
  moveClock(own, 0.001);
  expect(outcomeOf(await own.call(data.access_token, 'GET', '/me/inventory'))).toBe('401 unauthenticated');
});

test.for([
  ['no role', {}, 'role'],
  ['a role that there is not', { role: 'admin' }, 'role'],
  ['a name of nothing', { role: 'buyer', name: ' ' }, 'name'],
  ['an address that is none', { role: 'buyer', email: 'nobody' }, 'email'],
  ['a field that nobody knows', { role: 'buyer', team: 'x' }, 'team'],
] as const)('SBX-12 %s: 422', async ([, body, field]) => {
  expect(outcomeOf(await t.call('seller_sandbox', 'POST', '/sandbox/users', { body }))).toBe(`422 validation_failed: ${field}`);
});

test('SBX-11 SBX-16 test users are made with a sandbox token alone', async () => {
  const body = { role: 'seller' };
  expect(outcomeOf(await t.call('seller', 'POST', '/sandbox/users', { body }))).toBe('403 insufficient_scope');
  expect(outcomeOf(await t.call(null, 'POST', '/sandbox/users', { body }))).toBe('401 unauthenticated');
});

test('SBX-11 SBX-12 AUTH-20 the grades, page by page, for any mode', async () => {
  const listed: Grade[] = [];
  for (let offset = 0; offset < grades.length; offset += 50) {
    const answer = await t.call('reader', 'GET', `/grades?limit=50&offset=${offset}`);
    expect((answer.body as Page<Grade>).total).toBe(grades.length); // Judged by the document in t.call.
    listed.push(...itemsIn<Grade>(answer));
  }
  expect(listed).toEqual(grades);
  expect((await t.call('reader_sandbox', 'GET', '/grades?limit=1')).body).toMatchObject({ items: [grades[0]] });
  expect(outcomeOf(await t.call(null, 'GET', '/grades'))).toBe('401 unauthenticated');
});

test('LST-9 SBX-11 every grade that is listed is accepted for its commodity', async () => {
  const farm_id = await makeFarm(t, 'seller_sandbox');
  for (const { commodity, name } of grades)
    expect(await makeLot(t, 'seller_sandbox', { farm_id, commodity, grade: name })).toMatch(/^inv_/);
});
