/** One key and body: one bid, however often and however many at once. */
import type { Bid } from '#spec';
import { beforeAll, expect, test } from 'vitest';
import { bidIn, errorIn, pageIn, verdictOf } from '../../testing/answers.ts';
import type { Answer } from '../../testing/open-mock.ts';
import { TEST_NOW, bidBody, makeBid, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';
import { grantToken } from '../../testing/grant-token.ts';
import { takePicture } from '../../testing/picture.ts';

const t = useMock();
let farm_id: string;
let lot_id: string;
beforeAll(async () => {
  farm_id = await makeFarm(t, 'seller');
  lot_id = await makeLot(t, 'seller', { farm_id, quantity_mt: 1000 });
});

const CONFLICT = '409 idempotency_conflict';

function place(who: string, key: string | undefined, body: unknown = bidBody(), lot = lot_id): Promise<Answer> {
  return t.call(who, 'POST', `/inventory/${lot}/bids`, { body, headers: key === undefined ? {} : { 'Idempotency-Key': key } });
}

async function countBids(lot: string): Promise<number> {
  return pageIn<Bid>(await t.call('seller', 'GET', `/me/inventory/${lot}/bids?limit=1`)).total;
}

test('IDEM-2 IDEM-9 a replay returns the original response, writes nothing, and sends no event', async () => {
  const lot = await makeLot(t, 'seller', { farm_id });
  const first = await place('buyer', 'again', bidBody(), lot);
  expect(first.status).toBe(201);
  // The first answer, even when the bid has gone on.
  await t.call('buyer', 'POST', `/bids/${bidIn(first).id}/reject`);
  const before = await takePicture(t);
  const second = await place('buyer', 'again', bidBody(), lot);
  expect(second.status).toBe(201);
  expect(second.text).toBe(first.text);
  expect([...second.headers].filter(([name]) => name !== 'date')).toEqual([...first.headers].filter(([name]) => name !== 'date'));
  expect(await takePicture(t)).toBe(before);
  expect(await countBids(lot)).toBe(1);
});

test('IDEM-2 AUTH-19 a repeat needs a token that is valid for it all the same', async () => {
  await place('buyer', 'guarded');
  expect(
    verdictOf(
      await t.call(null, 'POST', `/inventory/${lot_id}/bids`, { body: bidBody(), headers: { 'Idempotency-Key': 'guarded' } }),
    ),
  ).toBe('401 unauthenticated');
  expect(verdictOf(await place(await grantToken(t, 'buyer', { scopes: 'bids.read' }), 'guarded'))).toBe('403 insufficient_scope');
});

const SAME: readonly (readonly [what: string, text: string])[] = [
  [
    'with its names in another order',
    '{"delivery":{"to":"2026-07-31","from":"2026-07-01"},"quantity_mt":40,"price":{"unit":"MT","amount":630}}',
  ],
  [
    'with white space',
    '{ "price" : { "amount" : 630, "unit" : "MT" },\n "quantity_mt": 40,\t"delivery":{"from":"2026-07-01","to":"2026-07-31"}}\r\n',
  ],
  [
    'with numbers in another form',
    '{"price":{"amount":6.3e2,"unit":"MT"},"quantity_mt":40.0,"delivery":{"from":"2026-07-01","to":"2026-07-31"}}',
  ],
  [
    'with escapes',
    '{"\\u0070rice":{"amount":630,"unit":"\\u004DT"},"quantity_mt":40,"delivery":{"from":"2026-07-01","to":"2026-07-31"}}',
  ],
];

test.for(SAME)('IDEM-4 the same JSON value %s is the same body', async ([, text]) => {
  const first = await place('buyer', 'same');
  expect((await place('buyer', 'same', text)).text).toBe(first.text);
});

const DIFFERENT: readonly (readonly [what: string, body: unknown])[] = [
  ['another quantity', bidBody({ quantity_mt: 41 })],
  ['a quantity that differs in the last place', bidBody({ quantity_mt: 40.000001 })],
  ['a field more', bidBody({ additional_terms: 'Clean.' })],
  ['a default said out loud', bidBody({ fob_farm: true })],
  ['another default said out loud', bidBody({ subject_to_sample_approval: false })],
  ['a text for a number', { ...bidBody(), quantity_mt: '40' }],
  ['an invalid body', { ...bidBody(), quantity_mt: -1 }],
  ['an unknown field', { ...bidBody(), colour: 'red' }],
  ['an empty body', ''],
  ['null', 'null'],
  ['an array of it', [bidBody()]],
];

test.for(DIFFERENT)('IDEM-3 IDEM-6 IDEM-8 IDEM-9 %s is another body: 409, which shows nothing of the first', async ([, body]) => {
  const first = await place('buyer', 'other', bidBody({ additional_terms: 'Weigh at the silo.' }));
  expect(first.status).toBe(201);
  const before = await takePicture(t);
  const answer = await place('buyer', 'other', body);
  expect(verdictOf(answer)).toBe(CONFLICT);
  expect(answer.text).not.toContain('silo');
  expect(answer.text).not.toContain(bidIn(first).id);
  expect(Object.keys(errorIn(answer))).toEqual(['status', 'code', 'message']);
  expect(await takePicture(t)).toBe(before);
});

test('IDEM-4 IDEM-7 a key belongs to its team', async () => {
  const first = bidIn(await place('buyer', 'shared', bidBody({ additional_terms: 'Of the first team.' })));
  const rivals = await place('rival', 'shared', bidBody({ quantity_mt: 7 }));
  expect(rivals.status).toBe(201);
  expect(bidIn(rivals).id).not.toBe(first.id);
  expect(rivals.text).not.toContain('first team');
  const same = await place('elevator', 'shared', bidBody({ additional_terms: 'Of the first team.' }));
  expect(bidIn(same).id).not.toBe(first.id);
  // Another member of the team, by another client, is the team.
  const member = await grantToken(t, 'buyer', { user_id: 'usr_de00000000000009', client_id: 'gristmill-partner' });
  expect(bidIn(await place(member, 'shared', bidBody({ additional_terms: 'Of the first team.' }))).id).toBe(first.id);
});

test('IDEM-4 a key belongs to its path, however the path is encoded', async () => {
  const lot = await makeLot(t, 'seller', { farm_id });
  const here = bidIn(await place('buyer', 'path'));
  const there = bidIn(await place('buyer', 'path', bidBody({ quantity_mt: 9 }), lot));
  expect(there.inventory_id).toBe(lot);
  expect(there.id).not.toBe(here.id);
  expect(bidIn(await place('buyer', 'path', bidBody(), lot_id.replace('_', '%5F'))).id).toBe(here.id);
});

const KEYS: readonly (readonly [key: string, expected: string])[] = [
  ['', '400 invalid_header'],
  ['   ', '400 invalid_header'],
  ['k'.repeat(256), '400 invalid_header'],
  ['k'.repeat(255), '201'],
  ['a b, "c"; d=\u00e9', '201'],
  ["' or 1=1 --", '201'],
];

test.for(KEYS)('IDEM-6 the key %j: %s', async ([key, expected]) => {
  const answer = await place('buyer', key, bidBody({ quantity_mt: 3 }));
  expect(verdictOf(answer)).toBe(expected);
  const repeated = await place('buyer', key, bidBody({ quantity_mt: 3 }));
  expect(repeated.text).toBe(answer.text);
});

test('IDEM-8 a request that failed does not use its key up', async () => {
  const lot = await makeLot(t, 'seller', { farm_id, list: false });
  const noScope = await grantToken(t, 'buyer', { scopes: 'bids.read' });
  const failures: readonly (readonly [Promise<Answer>, string])[] = [
    [place('buyer', 'failed', bidBody(), lot), '404 not_found'],
    [place('expired', 'failed', bidBody(), lot), '401 unauthenticated'],
    [place(noScope, 'failed', bidBody(), lot), '403 insufficient_scope'],
    [place('buyer', 'failed', '{', lot), '404 not_found'],
  ];
  for (const [answer, expected] of failures) expect(verdictOf(await answer)).toBe(expected);
  await t.call('seller', 'PATCH', `/me/inventory/${lot}`, { body: { listed: true } });
  expect(verdictOf(await place('buyer', 'failed', bidBody({ quantity_mt: 5000 }), lot))).toBe('422 validation_failed');
  expect(verdictOf(await place('buyer', 'failed', '{', lot))).toBe('400 invalid_json');
  expect((await place('buyer', 'failed', bidBody({ quantity_mt: 8 }), lot)).status).toBe(201);
  expect(await countBids(lot)).toBe(1);
});

test('IDEM-6 a key lives for 24 hours of the clock of the world', async () => {
  const { clock } = t.mock.worlds.default;
  const first = bidIn(await place('buyer', 'old'));
  clock.set(Date.parse(TEST_NOW) + 24 * 3_600_000 - 1);
  expect(bidIn(await place('buyer', 'old')).id).toBe(first.id);
  expect(verdictOf(await place('buyer', 'old', bidBody({ quantity_mt: 2 })))).toBe(CONFLICT);
  clock.set(Date.parse(TEST_NOW) + 24 * 3_600_000);
  const next = bidIn(await place('buyer', 'old', bidBody({ quantity_mt: 2 })));
  expect(next.id).not.toBe(first.id);
  // From here on the key stands for the new bid, for another day.
  expect(bidIn(await place('buyer', 'old', bidBody({ quantity_mt: 2 }))).id).toBe(next.id);
  expect(verdictOf(await place('buyer', 'old'))).toBe(CONFLICT);
  clock.set(Date.parse(TEST_NOW));
});

test('IDEM-6 the key works on counter', async () => {
  const id = await makeBid(t, 'buyer', lot_id);
  const counter = (who: string, key: string, quantity_mt: number): Promise<Answer> =>
    t.call(who, 'POST', `/bids/${id}/counter`, { body: bidBody({ quantity_mt }), headers: { 'Idempotency-Key': key } });
  const first = await counter('seller', 'c', 30);
  expect(first.status).toBe(201);
  expect((await counter('seller', 'c', 30)).text).toBe(first.text);
  expect(verdictOf(await counter('seller', 'c', 31))).toBe(CONFLICT);
  expect(verdictOf(await counter('seller', 'd', 30))).toBe('422 bid_not_pending');
  expect(verdictOf(await counter('rival', 'c', 30))).toBe('404 not_found');
  expect(verdictOf(await counter('buyer', 'c', 30))).toBe('422 bid_not_pending');
});

test('IDEM-6 operations without idempotency ignore the key', async () => {
  const headers = { 'Idempotency-Key': 'x'.repeat(300) };
  expect((await t.call('buyer', 'GET', '/inventory?limit=1', { headers })).status).toBe(200);
  const id = await makeBid(t, 'buyer', lot_id);
  expect((await t.call('seller', 'POST', `/bids/${id}/reject`, { headers })).status).toBe(200);
});

test.for([2, 5, 10])('IDEM-5 %i at once with one key and body make one bid', async (many) => {
  const lot = await makeLot(t, 'seller', { farm_id });
  const answers = await Promise.all(Array.from({ length: many }, () => place('buyer', 'race', bidBody(), lot)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await countBids(lot)).toBe(1);
});

test('INV-23 IDEM-4 a key of the live market is another in the sandbox', async () => {
  expect((await place('buyer', 'both-modes')).status).toBe(201);
  expect(verdictOf(await place('buyer_sandbox', 'both-modes'))).toBe('404 not_found');
});

test('BID-19 IDEM-4 a teammate of the seller is not a party, and a key of the team reveals nothing', async () => {
  const lot = await makeLot(t, 'partner', { farm_id: await makeFarm(t, 'partner') });
  const bid = await makeBid(t, 'buyer', lot);
  const mate = await grantToken(t, 'partner', { user_id: 'usr_de00000000000004' });
  const counter = (who: string, quantity_mt: number): Promise<Answer> =>
    t.call(who, 'POST', `/bids/${bid}/counter`, {
      body: bidBody({ quantity_mt }),
      headers: { 'Idempotency-Key': 'mate' },
    });
  const made = await counter('partner', 11);
  expect(made.status).toBe(201);
  expect((await counter('partner', 11)).text).toBe(made.text);
  expect(verdictOf(await counter('partner', 12))).toBe(CONFLICT);
  expect(verdictOf(await counter(mate, 11))).toBe('404 not_found');
  expect(verdictOf(await counter(mate, 12))).toBe('404 not_found');
});
