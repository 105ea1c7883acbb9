/** The simulator and the test users of the sandbox. */
import { personas } from '#fixtures';
import type { AnswerOf, OPERATIONS, PlaceListing, SandboxUser, Team } from '#spec';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { itemsIn, outcomeOf } from '../../testing/answers.ts';
import { grantToken } from '../../testing/grant-token.ts';
import {
  acceptBid,
  counterBid,
  moveClock,
  readBid,
  readListing,
  readReceivedBid,
  recordEvents,
  subscribeTeam,
} from '../../testing/moves.ts';
import type { TestMock } from '../../testing/open-mock.ts';
import { TEST_NOW, makeBid, makeFarm, makeLot, openTestMock, useMock } from '../../testing/open-mock.ts';

describe('simulated bids', () => {
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

  test("SBX-15 SBX-12 SBX-3 someone else's listing, a live listing, and an unknown id get the same 404", async () => {
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
});

describe('warnings', () => {
  type Simulated = AnswerOf<typeof OPERATIONS.simulateEvent>['data'];

  const { partner, rival } = personas;
  const PARTNER_CLIENT = 'gristmill-partner-sandbox';
  const DESK_CLIENT = 'gristmill-desk-sandbox';

  const NOBODY = 'No delivery was queued: no team of the listing owner, and no client that provisioned it, has a subscription.';
  const LIVE_ONLY = 'No delivery was queued: all subscriptions are in live mode, and those never receive sandbox events.';
  const INACTIVE = 'No delivery was queued: the sandbox subscriptions are inactive.';
  const OTHER_TYPES = 'No delivery was queued: no active sandbox subscription asks for bid.received.';

  let t: TestMock;
  beforeEach(async () => {
    t = await openTestMock({ lots: 20 });
  });
  afterEach(() => t[Symbol.asyncDispose]());

  /** Simulates a bid on a new lot of a seller's. */
  async function simulate(who: string): Promise<Pick<Simulated, 'webhook_deliveries_queued' | 'warning'>> {
    await makeLot(t, who);
    const answer = await t.call(who, 'POST', '/sandbox/simulate-event', { body: { event: 'bid.received' } });
    const { data } = answer.body as { data: Simulated }; // Judged by the document in t.call.
    return { webhook_deliveries_queued: data.webhook_deliveries_queued, warning: data.warning };
  }

  /** A sandbox test user that sells, provisioned with the partner's client. */
  async function makeTestUser(): Promise<string> {
    const made = await t.call('seller_sandbox', 'POST', '/sandbox/users', { body: { role: 'seller' } });
    return (made.body as { data: { access_token: string } }).data.access_token; // Judged by the document in t.call.
  }

  const sandbox = { livemode: 0 } as const;
  /** The subscriptions of the seller's team: type, mode, and whether they are active. */
  const TEAMS: readonly (readonly [
    string,
    readonly Parameters<typeof subscribeTeam>[3][],
    'bid.received' | 'bid.accepted',
    string | null,
  ])[] = [
    ['none at all', [], 'bid.received', NOBODY],
    ['one that is deleted', [{ ...sandbox, deleted_at: TEST_NOW }], 'bid.received', NOBODY],
    ['a live one', [{ livemode: 1 }], 'bid.received', LIVE_ONLY],
    ['an inactive one', [{ ...sandbox, is_active: 0 }], 'bid.received', INACTIVE],
    ['a live one and an inactive one', [{ livemode: 1 }, { ...sandbox, is_active: 0 }], 'bid.received', INACTIVE],
    ['one for other types', [sandbox], 'bid.accepted', OTHER_TYPES],
    ['a good one', [sandbox], 'bid.received', null],
    ['a good one among others', [{ livemode: 1 }, { ...sandbox, is_active: 0 }, sandbox], 'bid.received', null],
  ];

  test.for(TEAMS)("SBX-9 SBX-14 SBX-7 where the seller's team has %s", async ([, subscriptions, type, warning]) => {
    for (const change of subscriptions) await subscribeTeam(t, partner.team_id, [type], change);
    // Another team's subscription changes nothing.
    await subscribeTeam(t, rival.team_id, ['bid.received'], sandbox);
    expect(await simulate('partner_sandbox')).toEqual({ webhook_deliveries_queued: warning === null ? 1 : 0, warning });
  });

  test('SBX-10 SBX-14 events for a test user go to the subscriptions of the client that made it, whatever their team', async () => {
    await subscribeTeam(t, rival.team_id, ['bid.received'], { ...sandbox, client_id: PARTNER_CLIENT });
    await subscribeTeam(t, partner.team_id, ['bid.received'], { ...sandbox, client_id: DESK_CLIENT });
    const recorded = await recordEvents(t, async () => {
      expect(await simulate(await makeTestUser())).toEqual({ webhook_deliveries_queued: 1, warning: null });
    });
    expect(recorded).toMatchObject([{ type: 'bid.received', livemode: 0, heard_by: [rival.team_id] }]);
    // A seller whom no client made is told through its teams alone.
    expect(await simulate('seller_sandbox')).toEqual({ webhook_deliveries_queued: 0, warning: NOBODY });
  });
});

describe('test users', () => {
  const t = useMock({ lots: 20 });

  async function provision(body: unknown, who = 'seller_sandbox'): Promise<SandboxUser> {
    const answer = await t.call(who, 'POST', '/sandbox/users', { body });
    expect(answer.status).toBe(201);
    return (answer.body as { data: SandboxUser }).data; // Judged by the document in t.call.
  }

  test('SBX-11 SBX-12 a test seller has no team, a test buyer has one', async () => {
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

  test('SBX-12 a test seller sells to a test buyer, in the sandbox only', async () => {
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
      const { store } = t.mock.worlds.default;
      const token = await store.reader
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

  test('SBX-11 SBX-16 only sandbox tokens create test users', async () => {
    const body = { role: 'seller' };
    expect(outcomeOf(await t.call('seller', 'POST', '/sandbox/users', { body }))).toBe('403 insufficient_scope');
    expect(outcomeOf(await t.call(null, 'POST', '/sandbox/users', { body }))).toBe('401 unauthenticated');
  });
});
