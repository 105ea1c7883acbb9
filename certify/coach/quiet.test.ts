/** Correct traffic that looks like a mistake. */
import type { Delivery } from '#mock/server/journal/traffic';
import { expect, test } from 'vitest';
import { coach } from './coach.ts';
import { bid, grant, lost, page, readBid, refresh } from './testing/lines.ts';
import { makeTraffic, type Line } from './testing/make-traffic.ts';

const find = (lines: readonly Line[], is_final = true): readonly string[] =>
  coach(makeTraffic(lines, [], is_final)).map(({ rule }) => rule);

const SUBSCRIBE: Line = {
  request: 'createWebhook POST /webhooks',
  body: { url: 'http://x' },
  response: { data: { id: 'whk_1' } },
};
const LOST_ACCEPT: Line = { request: 'acceptBid POST /bids/bid_1/accept', ...lost };
const LIMITED = { status: 429, headers: { 'Retry-After': '2' } } as const;

const REFUSED = { status: 422, response: { error: { code: 'validation_failed' } } } as const;
const FORBIDDEN = { status: 403, response: { error: { code: 'insufficient_scope' } } } as const;
const LOOKED_UP: Line = { request: 'listBids GET /bids', response: { items: [] } };
const lots = (token: string): Line => ({ request: 'listInventory GET /inventory', token });

test.for<[legal: string, rule: string, lines: readonly Line[]]>([
  [
    'another bid is on its way when one is lost',
    'bids/lost-taken-for-failed',
    [bid({ ...lost, at_ms: 0, took_ms: 300 }), bid({ at_ms: 100 }, 'inv_2')],
  ],
  ['a lost bid is sent again after another bid', 'bids/lost-taken-for-failed', [bid(lost), bid({ key: 'k2' }, 'inv_2'), bid()]],
  [
    'another page is on its way when one is limited',
    'retries/retry-after',
    [page('', 0, null), page('?offset=2', 2, null)].map((line) => ({ ...line, ...LIMITED })),
  ],
  [
    'a bid is sent again while the first one of its key is processed',
    'retries/final-status',
    [bid({ at_ms: 0, took_ms: 900 }), ...[100, 200, 300].map((at_ms) => bid({ at_ms, status: 409 }))],
  ],
  [
    'a bid is sent again after the first one of its key was lost, and is still processed',
    'retries/final-status',
    [bid(lost), bid({ status: 409 }), bid({ status: 409 }), bid({ status: 409 })],
  ],
  ['a team is not eligible (BID-39)', 'tokens/forbidden-again', [1, 2, 3].map((n) => bid(FORBIDDEN, `inv_${n}`))],
  ['another token is not limited', 'retries/retry-after', [readBid(LIMITED), readBid({ token: 't2' })]],
  [
    'five tokens meet an outage',
    'retries/hot-loop',
    [1, 2, 3, 4, 5].map((n) => readBid({ status: 503, at_ms: n * 20, token: `t${n}` })),
  ],
  [
    'a page of several that are read in parallel fails',
    'pages/gap',
    [
      page('', 0, '?limit=2&offset=2'),
      { ...page('?limit=2&offset=2', 2, '?limit=2&offset=4'), status: 503 },
      page('?limit=2&offset=4', 4, null),
    ],
  ],
  ['the second page fails', 'pages/first-only', [page('', 0, '?offset=2'), { ...page('?offset=2', 2, null), ...lost }]],
  [
    'the response to a deletion is lost',
    'events/subscribed-again',
    [SUBSCRIBE, { request: 'deleteWebhook DELETE /webhooks/whk_1', ...lost }, SUBSCRIBE],
  ],
  [
    'an acceptance whose response was lost is sent again',
    'bids/answers-decided',
    [LOST_ACCEPT, readBid({ response: { data: { id: 'bid_1', status: 'accepted' } } }), { ...LOST_ACCEPT, status: 422 }],
  ],
  [
    'a lost bid is not in the list of bids and is placed again',
    'bids/new-key-on-retry',
    [bid(lost), LOOKED_UP, bid({ key: 'k2' })],
  ],
  [
    'a lost bid without a key is not in the list of bids and is placed again',
    'bids/retry-without-key',
    [bid({ ...lost, key: undefined }), LOOKED_UP, bid({ key: undefined })],
  ],
  [
    'different bids on one lot meet an outage, each once',
    'retries/hot-loop',
    [1, 2, 3, 4, 5].map((amount) => bid({ key: `k${amount}`, body: { price: { amount } }, status: 503, at_ms: amount * 20 })),
  ],
  [
    'several processes send the same request before any of them gets the refusal',
    'retries/final-status',
    [10, 11, 12].map((at_ms) => bid({ ...REFUSED, at_ms, took_ms: 50 })),
  ],
  [
    'a reader skips from the first page to the fifth',
    'pages/gap',
    [page('?limit=2', 0, '?limit=2&offset=2'), page('?limit=2&offset=8', 8, null)],
  ],
  [
    'four processes each have a separate token',
    'tokens/refreshed-early',
    [...['1', '2', '3', '4'].map(grant), ...['a1', 'a2', 'a3', 'a4'].map(lots)],
  ],
  [
    'grants of several users are refreshed once each',
    'tokens/refreshed-early',
    ['1', '2', '3', '4'].map((n) => refresh(`r${n}`, `r${n}0`)),
  ],
  [
    'several tokens lack the scope, and each is used once',
    'tokens/forbidden-again',
    ['t1', 't2', 't3'].map((token) => ({ request: 'listListings GET /me/inventory', token, ...FORBIDDEN })),
  ],
  [
    'a team is not eligible for some of its bids',
    'tokens/forbidden-again',
    [bid({ key: 'k0' }), ...[1, 2, 3].map((n) => bid({ key: `k${n}`, ...FORBIDDEN }, `inv_${n}`))],
  ],
  [
    'an address gets the events of the sandbox and the live ones',
    'events/subscribed-again',
    [SUBSCRIBE, { ...SUBSCRIBE, livemode: false, response: { data: { id: 'whk_2' } } }],
  ],
  ['ten tokens read once each', 'events/busy-polling', Array.from({ length: 10 }, (_, n) => readBid({ token: `t${n}` }))],
])('no finding if %s (%s)', ([, rule, lines]) => {
  expect(find(lines)).not.toContain(rule);
});

test('a lost bid is not called forgotten while the client may still send it again', () => {
  const lines = [bid(lost), bid({ key: 'k2' }, 'inv_2')];
  expect([find(lines, false).includes('bids/lost-taken-for-failed'), find(lines).includes('bids/lost-taken-for-failed')]).toEqual(
    [false, true],
  );
});

test('a page is not called left out while the client may still read it', () => {
  const lines = [page('?limit=2', 0, '?limit=2&offset=2'), page('?limit=2&offset=3', 3, null)];
  expect([find(lines, false).includes('pages/gap'), find(lines).includes('pages/gap')]).toEqual([false, true]);
});

test.for<[legal: string, rule: string, lines: readonly Line[], deliveries: readonly Partial<Delivery>[]]>([
  [
    'it read the bid after an attempt whose response was lost',
    'events/never-read',
    [readBid({ at_ms: 200 })],
    [1, 2].flatMap((n) => [
      { event_id: `evt_${n}`, disturbed_by: 'lose_answer', response_status: 0 },
      { event_id: `evt_${n}`, began_ms: 10_000, ended_ms: 10_010 },
    ]),
  ],
  [
    'it returns 2xx for forged events and ignores them',
    'events/never-read',
    [bid({ at_ms: 50 })],
    [{ disturbed_by: 'tamper' }, { disturbed_by: 'stale' }],
  ],
  [
    'it works for the genuine delivery after a forged one',
    'events/worked-twice',
    [readBid({ at_ms: 201, took_ms: 1 })],
    [
      { event_id: 'evt_1', disturbed_by: 'stale' },
      { event_id: 'evt_1', began_ms: 200, ended_ms: 210 },
    ],
  ],
  [
    'another subscription got the event while it came again',
    'events/worked-twice',
    [readBid({ at_ms: 101, took_ms: 1 }), readBid({ at_ms: 201, took_ms: 1 })],
    [
      { event_id: 'evt_1', subscription_id: 'whk_1' },
      { event_id: 'evt_1', subscription_id: 'whk_1', began_ms: 200, ended_ms: 210 },
      { event_id: 'evt_1', subscription_id: 'whk_2', began_ms: 195, ended_ms: 205, response_status: 500 },
    ],
  ],
])('no finding about a receiver if %s (%s)', ([, rule, lines, deliveries]) => {
  expect(coach(makeTraffic(lines, deliveries)).map((finding) => finding.rule)).not.toContain(rule);
});
