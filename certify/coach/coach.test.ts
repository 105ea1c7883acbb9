import type { Delivery, Exchange } from '#mock/server/journal/traffic';
import type { Exchange as Proxied } from '../testbed/exchange.ts';
import { expect, expectTypeOf, test } from 'vitest';
import { CLAUSES } from '#spec/clauses/index';
import { RULES, coach } from './coach.ts';
import { bid, deliveredUntil, grant, lost, page, readBid, refresh, search, subscribe } from './testing/lines.ts';
import { makeTraffic, type Line } from './testing/make-traffic.ts';

const times = (count: number, line: Line): Line[] => Array.from({ length: count }, () => line);
const REFUSED = { status: 422, response: { error: { code: 'validation_failed' } } } as const;
const FORBIDDEN = { status: 403, response: { error: { code: 'insufficient_scope' } } } as const;
const EXPIRED = { status: 401 } as const;
const COUNTER: Line = { request: 'counterBid POST /bids/bid_1/counter', response: { data: { id: 'bid_2' } } };
const accept = (id: string): Line => ({ request: `acceptBid POST /bids/${id}/accept` });
const DECIDED = '{"data":{"bid_id":"bid_1","status":"accepted"}}';
const UNSETTLED: Line = { request: 'getTrade GET /trades/trd_1', response: { data: { counterparty: null } } };
const INVALID_GRANT = refresh('r1', '', { status: 400, response: { error: 'invalid_grant' } });
const LISTINGS = 'listListings GET /me/inventory';

type Case = readonly [
  rule: string,
  wrong: readonly Line[],
  right: readonly Line[],
  wrongly?: Partial<Delivery>[],
  rightly?: Partial<Delivery>[],
];

/** Per rule: traffic in which it finds something, and traffic that is close to it and right. */
const CASES: readonly Case[] = [
  ['bids/retry-without-key', [bid({ ...lost, key: undefined }), bid({ key: undefined })], [bid(lost), bid()]],
  ['bids/new-key-on-retry', [bid(lost), bid({ key: 'k2' })], [bid(), bid({ key: 'k2' })]],
  [
    'bids/key-reused',
    [bid(), bid({ body: { price: { amount: 2 } } })],
    [bid({ body: '{"a":1,"b":2}' }), bid({ body: '{"b":2, "a":1}' })],
  ],
  ['bids/key-reused', [bid(REFUSED), bid({}, 'inv_2'), bid({}, 'inv_3')], [bid(REFUSED), bid({}, 'inv_2'), bid({}, 'inv_2')]],
  ['bids/key-after-refusal', [bid(REFUSED), bid({}, 'inv_2')], [bid(REFUSED), bid({ key: 'k2' }, 'inv_2')]],
  [
    'bids/lost-taken-for-failed',
    [bid(lost), bid({ key: 'k2' }, 'inv_2')],
    [bid(lost), { request: 'listBids GET /bids' }, bid({ key: 'k2' }, 'inv_2')],
  ],
  [
    'bids/lost-taken-for-failed',
    [bid(lost), { request: 'listBids GET /bids', status: 503 }, bid({ key: 'k2' }, 'inv_2')],
    [bid(lost), { request: 'getBid GET /bids/bid_1' }, bid({ key: 'k2' }, 'inv_2')],
  ],
  ['bids/no-key', [bid({ key: undefined })], [bid(), bid({ ...REFUSED, key: undefined })]],
  [
    'bids/floating-point',
    [bid({ body: '{"price":{"amount": 626.3000000000001}}' })],
    [bid({ body: '{"price":{"amount":626.3125}}' })],
  ],
  ['bids/delivery-in-the-past', [deliveredUntil('2026-09-30')], [deliveredUntil('2026-10-01'), bid({ status: 422 })]],
  ['bids/answers-its-own', [bid(), { ...accept('bid_1'), status: 403 }], [bid(), accept('bid_2')]],
  ['bids/answers-its-own', [COUNTER, accept('bid_2')], [COUNTER, accept('bid_3')]],
  [
    'bids/answers-decided',
    [readBid({ response: { data: { id: 'bid_1', status: 'rejected' } } }), { ...accept('bid_1'), ...REFUSED }],
    [readBid(), { ...accept('bid_1'), ...REFUSED }],
  ],
  [
    'bids/answers-decided',
    [{ ...accept('bid_1'), ...REFUSED, at_ms: 200 }],
    [{ ...accept('bid_1'), ...REFUSED, at_ms: 200 }],
    [{ body: DECIDED }],
    // It did not arrive, was not to be believed, was still on its way, or had the status of a trade.
    [
      { body: DECIDED, event: 'trade.created' },
      { body: DECIDED, response_status: 0 },
      { body: DECIDED, disturbed_by: 'bad_signature' },
      { body: DECIDED, ended_ms: 300 },
    ],
  ],
  [
    'retries/hot-loop',
    [1, 2, 3, 4, 5].map((n) => readBid({ status: 503, at_ms: n * 20 })),
    [0, 100, 300, 700, 1_500].map((at_ms) => readBid({ status: 503, at_ms })),
  ],
  [
    'retries/retry-after',
    [readBid({ status: 429, headers: { 'Retry-After': '2' } }), readBid()],
    [readBid({ status: 429, headers: { 'Retry-After': '2' } }), readBid({ at_ms: 2_200 })],
  ],
  ['retries/final-status', times(3, bid(REFUSED)), [bid(REFUSED), bid(REFUSED), bid()]],
  [
    'pages/gap',
    [page('?limit=4', 0, '/v1/inventory?offset=2&limit=4'), page('?limit=4&offset=4', 4, null)],
    [page('', 0, '/v1/inventory?offset=2&limit=2'), page('?offset=2&limit=2', 2, null)],
  ],
  ['pages/limit', [{ request: 'listBids GET /bids?limit=51' }], [{ request: 'listBids GET /bids?limit=50' }]],
  [
    'pages/computed',
    [page('', 0, '?limit=2&offset=2'), page('?offset=2&limit=2', 2, null)],
    [page('', 0, '?limit=2&offset=2'), page('?limit=2&offset=2', 2, null)],
  ],
  [
    'pages/unknown-parameter',
    [search('commodty=durum')],
    // tokens/in-url reports a token.
    [search('commodity=durum&units=LB'), search('access_token=secret')],
  ],
  ['pages/unknown-commodity', [search('commodity=durum,canolla')], [search('commodity=durum,%20Canola,')]],
  ['pages/first-only', [page('', 0, '?offset=2')], [page('?sort=price', 0, '?offset=2')]],
  [
    'pages/one-by-one',
    [
      {
        request: 'listInventory GET /inventory',
        response: { items: Array.from({ length: 10 }, (_, n) => ({ id: `inv_${n}` })) },
      },
      ...Array.from({ length: 10 }, (_, n) => ({ request: `getInventory GET /inventory/inv_${n}` })),
    ],
    [
      { request: 'listInventory GET /inventory', response: { items: [{ id: 'inv_1' }] } },
      ...times(10, { request: 'getInventory GET /inventory/inv_1' }),
    ],
  ],
  ['tokens/in-url', [readBid({ request: 'getBid GET /bids/bid_1?access_token=[redacted]' })], [readBid()]],
  ['tokens/refresh-token-reused', [refresh('r1', 'r2'), refresh('r1', 'r3')], [refresh('r1', 'r2', lost), refresh('r1', 'r3')]],
  ['tokens/refused-refresh-again', times(3, INVALID_GRANT), times(2, INVALID_GRANT)],
  [
    'tokens/wrong-mode',
    [bid({ livemode: false }), readBid({ status: 404, response: {} })],
    [bid(), readBid({ status: 404, response: {} })],
  ],
  [
    'tokens/used-after-401',
    // Refreshing at last does not excuse the minutes before.
    [
      readBid(),
      ...[1, 2, 3, 4].map((minute) => readBid({ ...EXPIRED, at_ms: minute * 60_000 })),
      refresh('r1', 'r2', { at_ms: 300_000 }),
    ],
    // Others still send the old token while one refreshes.
    [
      readBid(EXPIRED),
      readBid({ ...EXPIRED, at_ms: 120 }),
      readBid({ ...EXPIRED, at_ms: 130 }),
      refresh('r1', 'r2', { at_ms: 110, took_ms: 50 }),
      readBid({ token: 'ar2' }),
    ],
  ],
  [
    'tokens/refreshed-early',
    [1, 2, 3, 4].map((n) => refresh(`r${n}`, `r${n + 1}`)),
    [
      refresh('r1', 'r2'),
      readBid({ ...EXPIRED, token: 'ar2' }),
      refresh('r2', 'r3'),
      readBid({ ...EXPIRED, token: 'ar3' }),
      refresh('r3', 'r4'),
    ],
  ],
  ['tokens/refreshed-early', times(4, grant('1')), times(3, grant('1'))],
  ['tokens/forbidden-again', times(3, { request: LISTINGS, ...FORBIDDEN }), times(2, { request: LISTINGS, ...FORBIDDEN })],
  [
    'tokens/given-up',
    [readBid(), readBid(EXPIRED)],
    [readBid(), readBid(EXPIRED), refresh('r1', 'r2'), readBid({ token: 'ar2' })],
  ],
  [
    'tokens/unused-scopes',
    [
      refresh('r1', 'r2', { body: 'grant_type=client_credentials&scope=inventory.read+market.read' }),
      { request: 'listInventory GET /inventory', token: 'ar2' },
    ],
    [
      refresh('r1', 'r2', { body: 'grant_type=client_credentials&scope=inventory.read' }),
      { request: 'listInventory GET /inventory', token: 'ar2' },
    ],
  ],
  [
    'events/refused',
    [readBid({ at_ms: 105 })],
    [readBid({ at_ms: 105 })],
    [{ response_status: 400 }],
    [{ response_status: 400, disturbed_by: 'stale' }],
  ],
  [
    'events/forgery-accepted',
    [readBid({ at_ms: 105 })],
    [],
    [{ disturbed_by: 'bad_signature' }],
    [{ disturbed_by: 'bad_signature', response_status: 400 }],
  ],
  [
    'events/replay-accepted',
    [readBid({ at_ms: 105 })],
    [],
    [{ disturbed_by: 'stale' }],
    [{ disturbed_by: 'stale', response_status: 400 }],
  ],
  [
    'events/slow-receiver',
    [readBid({ at_ms: 105 })],
    [readBid({ at_ms: 105 })],
    [{ ended_ms: 6_000 }],
    [{ ended_ms: 4_000 }, { ended_ms: 6_000, disturbed_by: 'latency' }],
  ],
  ['events/polling', times(10, readBid()), times(9, readBid()), [{}], [{}]],
  ['events/busy-polling', times(10, readBid()), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => readBid({ at_ms: n * 300 }))],
  [
    'events/never-read',
    [bid()],
    [bid(), readBid({ at_ms: 500 })],
    [{ began_ms: 300 }, { began_ms: 400 }],
    [{ began_ms: 300 }, { began_ms: 400 }],
  ],
  [
    'events/worked-twice',
    [readBid({ at_ms: 101, took_ms: 1 }), readBid({ at_ms: 104, took_ms: 1 })],
    [readBid({ at_ms: 101, took_ms: 1 })],
    [{ disturbed_by: 'duplicate' }],
    [{ disturbed_by: 'duplicate' }],
  ],
  [
    'events/worked-twice',
    [readBid({ at_ms: 101, took_ms: 1 }), readBid({ at_ms: 201, took_ms: 1 })],
    [readBid({ at_ms: 101, took_ms: 1 }), readBid({ at_ms: 201, took_ms: 1 })],
    [{ event_id: 'evt_1' }, { event_id: 'evt_1', began_ms: 200, ended_ms: 210 }],
    [{ event_id: 'evt_1' }, { event_id: 'evt_1', began_ms: 200, ended_ms: 210, subscription_id: 'whk_2' }],
  ],
  [
    'events/subscribed-again',
    times(2, subscribe('whk_1')),
    [subscribe('whk_1'), { request: 'deleteWebhook DELETE /webhooks/whk_1' }, subscribe('whk_2')],
  ],
  [
    'events/subscribed-again',
    [subscribe('whk_1', ['bid.accepted', 'bid.rejected']), subscribe('whk_2', ['bid.rejected'])],
    [subscribe('whk_1', ['bid.accepted', 'bid.rejected']), subscribe('whk_2', ['trade.created'])],
  ],
  ['events/counterparty-early', times(4, UNSETTLED), times(3, UNSETTLED)],
];

const find = (lines: readonly Line[], deliveries?: readonly Partial<Delivery>[]): readonly string[] =>
  coach(makeTraffic(lines, deliveries)).map(({ rule }) => rule);

test.for(CASES)('%s', ([rule, wrong, right, wrongly, rightly]) => {
  expect(find(wrong, wrongly)).toContain(rule);
  expect(find(right, rightly)).not.toContain(rule);
});

test.for<[status: number | null, seen: string]>([
  [null, 'A bid on inv_1 got no response, and was sent again with another key.'],
  [503, 'A bid on inv_1 got 503, and was sent again with another key.'],
])('a finding about a repeated bid says what the first attempt got: %s', ([status, seen]) => {
  const findings = coach(makeTraffic([bid({ status }), bid({ key: 'k2' })]));
  expect(findings.find(({ rule }) => rule === 'bids/new-key-on-retry')?.seen).toBe(seen);
});

test('PAGE-5 pages that are read in parallel leave no gap, and a page whose link was not recorded does not count as computed', () => {
  const pages = [
    page('', 0, '?limit=2&offset=2'),
    page('?limit=2&offset=4', 4, null),
    page('?limit=2&offset=2', 2, '?limit=2&offset=4'),
  ];
  expect(find(pages)).toEqual([]);
  expect(find([page('?offset=4&limit=2', 4, '?limit=2&offset=6'), page('?offset=8&limit=2', 8, null)])).not.toContain(
    'pages/computed',
  );
});

test('every rule has a case, and every clause that a rule names exists', () => {
  expect([...new Set(CASES.map(([rule]) => rule))].toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
  const clauses = new Set<string>(CLAUSES.map(({ id }) => id));
  expect(RULES.map(({ source }) => source).filter((source) => !source.startsWith('RFC ') && !clauses.has(source))).toEqual([]);
});

test('a finding has the first exchange and a count, and the important ones come first', () => {
  const findings = coach(
    makeTraffic([bid({ key: undefined }), bid({ key: undefined }, 'inv_2'), { request: 'listBids GET /bids?limit=0' }]),
  );
  expect(findings).toMatchObject([
    { rule: 'pages/limit', level: 'must', count: 1, first: { n: 3, method: 'GET', path: '/v1/bids?limit=0', status: 200 } },
    { rule: 'bids/no-key', level: 'should', count: 2, first: { n: 1, status: 201 } },
  ]);
});

test('a missing action counts only after the client has been quiet for a while or has ended', () => {
  const lines = [page('', 0, '?offset=2')];
  expect(coach(makeTraffic(lines, [], false))).toEqual([]);
  expect(coach({ ...makeTraffic(lines, [], false), now_ms: 10_000 }).map(({ rule }) => rule)).toEqual(['pages/first-only']);
});

test("the coach evaluates the traffic that the exam's proxy records", () => {
  expectTypeOf<Proxied>().toExtend<Exchange>();
  const lines = makeTraffic([bid({ key: undefined })]).exchanges;
  expect(
    coach({ exchanges: lines.map((one) => ({ ...one, disturbed_by: undefined })), deliveries: [], now_ms: Infinity }),
  ).toHaveLength(1);
});
