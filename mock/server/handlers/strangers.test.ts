/**
 * A caller without rights learns nothing of what exists: for every operation with an id, another's, the other mode's and one that never was get
 * the same answer, header by header, and nothing happens.
 */
import { personas } from '#fixtures';
import { beforeAll, expect, test } from 'vitest';
import { verdictOf } from '../../testing/answers.ts';
import type { Answer } from '../../testing/open-mock.ts';
import { bidBody, makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';
import { takePicture } from '../../testing/picture.ts';

const t = useMock();
/** Of each kind: what belongs to somebody else, and what belongs to the sandbox. */
let others: Record<string, string>;
let sandboxes: Record<string, string>;
const IMPOSSIBLE = 'inv_0';
beforeAll(async () => {
  others = { ...(await makeMarket('seller', 'buyer')), ...(await insertRecords(1, personas.elevator.team_id)) };
  // In the sandbox all is the rival's and the partner's own, so that nothing but the mode keeps them out.
  sandboxes = { ...(await makeMarket('partner_sandbox', 'rival_sandbox')), ...(await insertRecords(0, personas.rival.team_id)) };
  await insertRecords(1, personas.rival.team_id, 'own');
});

/** A farm, its lots, and bids on them, of a seller and a buyer. */
async function makeMarket(seller: string, buyer: string): Promise<Record<string, string>> {
  const { store } = t.mock.worlds.default;
  const farm = await makeFarm(t, seller);
  const lot = await makeLot(t, seller, { farm_id: farm });
  const draft = await makeLot(t, seller, { farm_id: farm, list: false });
  const bid = await makeBid(t, buyer, lot);
  const decided = await makeBid(t, buyer, lot);
  await t.call(seller, 'POST', `/bids/${decided}/reject`);
  const sold = await makeBid(t, buyer, lot, { quantity_mt: 5 });
  await t.call(seller, 'POST', `/bids/${sold}/accept`);
  const trade = await store.reader.selectFrom('trades').select('id').where('bid_id', '=', sold).executeTakeFirstOrThrow();
  // In live mode a listed lot is anybody's: another that nobody may see stands for it.
  return { farm, lot, draft, bid, decided, trade: trade.id, listed: seller === 'seller' ? draft : lot };
}

/** What no operation makes, or only slowly: a cash bid with an offer, and a subscription with a failed attempt. */
async function insertRecords(livemode: 0 | 1, team_id: string, tag = `of_${livemode}`): Promise<Record<string, string>> {
  const { store } = t.mock.worlds.default;
  const created_at = '2026-06-10T12:00:00.000Z';
  const cashBid = await store.reader.selectFrom('cash_bids').selectAll().executeTakeFirstOrThrow();
  await store.write((tx) =>
    tx
      .insertInto('cash_bids')
      .values({ ...cashBid, id: `cb_${tag}`, team_id, livemode })
      .execute(),
  );
  const offer = await store.reader.selectFrom('offers').selectAll().executeTakeFirstOrThrow();
  await store.write((tx) =>
    tx
      .insertInto('offers')
      .values({ ...offer, id: `cbo_${tag}`, cash_bid_id: `cb_${tag}`, livemode, status: 'pending', trade_id: null })
      .execute(),
  );
  const subscription = {
    id: `whk_${tag}`,
    team_id,
    client_id: 'gristmill-desk',
    livemode,
    url: 'http://127.0.0.1:9/',
    events: '[]',
    secret: 'whsec_x',
  };
  await store.write((tx) =>
    tx
      .insertInto('subscriptions')
      .values({ ...subscription, is_active: 1, created_at, deleted_at: null })
      .execute(),
  );
  const attempt = {
    id: `whd_${tag}`,
    subscription_id: `whk_${tag}`,
    event_id: 'evt_1',
    event: 'bid.accepted',
    status: 'failed',
    response_status: 500,
  } as const;
  await store.write((tx) =>
    tx
      .insertInto('deliveries')
      .values({
        ...attempt,
        attempts: 5,
        delivered_at: null,
        created_at,
        error: null,
        request_body: '{}',
        signature: '',
        duration_ms: 1,
      })
      .execute(),
  );
  return { team: team_id, cashBid: `cb_${tag}`, offer: `cbo_${tag}`, webhook: `whk_${tag}`, delivery: `whd_${tag}` };
}

/** Operation, kind of the id, and the strangers who ask: their own team or user has nothing to do with it. Teams and locations know no modes. */
const ROWS: readonly (readonly [method: string, path: string, kind: string, who: readonly string[], body?: object])[] = [
  ['GET', '/inventory/{id}', 'draft', ['buyer', 'rival', 'seller', 'partner', 'reader']],
  ['GET', '/inventory/{id}', 'listed', ['buyer', 'reader']],
  ['POST', '/inventory/{id}/bids', 'draft', ['buyer', 'rival', 'partner'], bidBody()],
  ['POST', '/inventory/{id}/bids', 'listed', ['buyer'], bidBody()],
  ['GET', '/bids/{id}', 'bid', ['rival', 'elevator', 'partner']],
  ['GET', '/bids/{id}', 'decided', ['rival', 'partner']],
  ['POST', '/bids/{id}/accept', 'bid', ['rival', 'elevator', 'partner']],
  ['POST', '/bids/{id}/reject', 'bid', ['rival', 'elevator', 'partner']],
  ['POST', '/bids/{id}/counter', 'bid', ['rival', 'elevator', 'partner'], bidBody()],
  ['POST', '/bids/{id}/accept', 'decided', ['rival', 'partner']],
  ['POST', '/bids/{id}/reject', 'decided', ['rival', 'partner']],
  ['POST', '/bids/{id}/counter', 'decided', ['rival', 'partner'], { quantity_mt: 'x' }],
  ['GET', '/trades/{id}', 'trade', ['rival', 'elevator', 'partner']],
  ['GET', '/teams/{id}', 'team', ['buyer', 'seller']],
  ['PATCH', '/cash-bids/{id}', 'cashBid', ['buyer', 'rival'], { is_active: false }],
  ['GET', '/cash-bids/{id}/offers', 'cashBid', ['buyer', 'rival']],
  ['POST', '/cash-bid-offers/{id}/accept', 'offer', ['buyer', 'rival', 'partner']],
  ['POST', '/cash-bid-offers/{id}/reject', 'offer', ['buyer', 'rival', 'partner']],
  ['DELETE', '/webhooks/{id}', 'webhook', ['buyer', 'rival']],
  ['GET', '/webhooks/{id}/deliveries', 'webhook', ['buyer', 'rival']],
  ['POST', '/webhooks/{id}/deliveries/whd_of_1/redeliver', 'webhook', ['buyer', 'rival']],
  ['POST', '/webhooks/whk_own/deliveries/{id}/redeliver', 'delivery', ['rival']],
  ['GET', '/me/farms/{id}', 'farm', ['partner']],
  ['PATCH', '/me/farms/{id}', 'farm', ['partner'], { name: 'Mine' }],
  ['GET', '/me/inventory/{id}', 'lot', ['partner']],
  ['PATCH', '/me/inventory/{id}', 'lot', ['partner'], { listed: false }],
  ['DELETE', '/me/inventory/{id}', 'lot', ['partner']],
  ['GET', '/me/inventory/{id}/bids', 'lot', ['partner']],
];

const cases = ROWS.flatMap(([method, path, kind, strangers, body]) =>
  strangers.flatMap((who) => ['another’s', 'the sandbox’s'].map((whose) => ({ method, path, kind, who, body, whose }))),
);

function ask(who: string, method: string, path: string, id: string, body: object | undefined): Promise<Answer> {
  return t.call(who, method, path.replace('{id}', id), body === undefined ? {} : { body });
}

/** All of an answer but the moment it was sent at. */
function bytesOf({ status, text, headers }: Answer): string {
  return JSON.stringify([status, text, [...headers].filter(([name]) => name !== 'date')]);
}

/** Who can read them, so that the strangers below are not told of what nobody can. */
const OWNERS: readonly (readonly [kind: string, path: string, live: string, sandbox: string])[] = [
  ['lot', '/inventory/{id}', 'rival', 'buyer_sandbox'],
  ['lot', '/me/inventory/{id}', 'seller', 'partner_sandbox'],
  ['draft', '/me/inventory/{id}', 'seller', 'partner_sandbox'],
  ['farm', '/me/farms/{id}', 'seller', 'partner_sandbox'],
  ['bid', '/bids/{id}', 'buyer', 'rival_sandbox'],
  ['decided', '/bids/{id}', 'buyer', 'rival_sandbox'],
  ['trade', '/trades/{id}', 'seller', 'rival_sandbox'],
  ['team', '/teams/{id}', 'elevator', 'rival_sandbox'],
  ['cashBid', '/cash-bids/{id}/offers', 'elevator', 'rival_sandbox'],
  ['webhook', '/webhooks/{id}/deliveries', 'elevator', 'rival_sandbox'],
];

test.for(OWNERS)('ERR-3 the owner of each %s can read it', async ([kind, path, live, sandbox]) => {
  expect(verdictOf(await ask(live, 'GET', path, others[kind] ?? '', undefined))).toBe('200');
  expect(verdictOf(await ask(sandbox, 'GET', path, sandboxes[kind] ?? '', undefined))).toBe('200');
});

test('ERR-3 the table has every operation with an owned id', () => {
  expect(new Set(ROWS.map(([method, path]) => `${method} ${path}`)).size).toBe(22);
});

test.for(cases)(
  'ERR-3 ERR-7 AUTH-11 AUTH-18 BID-19 INV-25 $who $method $path: $whose $kind gets the same 404 as an unknown id',
  async ({ method, path, kind, who, body, whose }) => {
    const id = (whose === 'another’s' ? others : sandboxes)[kind] ?? '';
    const before = await takePicture(t);
    const none = await ask(who, method, path, IMPOSSIBLE, body);
    const answer = await ask(who, method, path, id, body);
    expect(verdictOf(none)).toBe('404 not_found');
    expect(bytesOf(answer)).toBe(bytesOf(none));
    expect(await takePicture(t)).toBe(before);
  },
);

/** Ids that come in a body: where they are refused, the refusal is the same as well. */
const IN_BODIES: readonly (readonly [
  who: string,
  path: string,
  field: string,
  body: object,
  other: () => unknown,
  none: unknown,
  expected: string,
])[] = [
  [
    'partner',
    '/me/inventory',
    'farm_id',
    { commodity: 'rye', quantity_mt: 5 },
    () => others['farm'],
    'farm_0',
    '422 validation_failed',
  ],
  [
    'partner',
    '/me/inventory',
    'farm_id',
    { commodity: 'rye', quantity_mt: 5 },
    () => sandboxes['farm'],
    'farm_0',
    '422 validation_failed',
  ],
  [
    'seller_sandbox',
    '/sandbox/simulate-event',
    'inventory_id',
    { event: 'bid.received' },
    () => sandboxes['lot'],
    'inv_0',
    '404 not_found',
  ],
  [
    'seller_sandbox',
    '/sandbox/simulate-event',
    'inventory_id',
    { event: 'bid.received' },
    () => others['lot'],
    'inv_0',
    '404 not_found',
  ],
];

test.for(IN_BODIES)(
  'ERR-3 ERR-7 SBX-15 as %s, POST %s: someone else’s %s gets the same answer as an unknown one',
  async ([who, path, field, body, other, none, expected]) => {
    const before = await takePicture(t);
    const missing = await t.call(who, 'POST', path, { body: { ...body, [field]: none } });
    const answer = await t.call(who, 'POST', path, { body: { ...body, [field]: other() } });
    expect(verdictOf(missing)).toBe(expected);
    expect(bytesOf(answer)).toBe(bytesOf(missing));
    expect(await takePicture(t)).toBe(before);
  },
);

test('ERR-3 BID-44 someone else’s delivery location gets the same answer as an unknown one', async () => {
  const foreign = await t.mock.worlds.default.store.reader
    .selectFrom('delivery_locations')
    .select('id')
    .where('team_id', '=', personas.elevator.team_id)
    .executeTakeFirstOrThrow();
  const place = (delivery_location_id: number): Promise<Answer> =>
    t.call('rival', 'POST', `/inventory/${others['lot'] ?? ''}/bids`, {
      body: bidBody({ fob_farm: false, delivery_location_id }),
    });
  const missing = await place(999_999);
  expect(verdictOf(missing)).toBe('422 validation_failed');
  expect(bytesOf(await place(foreign.id))).toBe(bytesOf(missing));
});
