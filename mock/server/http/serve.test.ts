/** The order of the validation steps, and that a refused request changes nothing. */
import { beforeAll, expect, test } from 'vitest';
import { grantToken } from '../../testing/grant-token.ts';
import { bidIn, errorIn, verdictOf } from '../../testing/responses.ts';
import type { TestResponse } from '../../testing/open-mock.ts';
import { bidBody, makeFarm, makeLot, useMock } from '../../testing/open-mock.ts';
import { hashContents } from '../../testing/hash-contents.ts';
import { sendAndDisconnect } from '../../testing/send-raw.ts';

const t = useMock({ onError: (error) => wrong.push(error) });
let lot_id: string;
/** A lot that the key `used` was used on before it was delisted. */
let gone_id: string;
const wrong: unknown[] = [];
let noScope: string;
let noTeam: string;
let neither: string;
beforeAll(async () => {
  const farm_id = await makeFarm(t, 'seller');
  lot_id = await makeLot(t, 'seller', { farm_id });
  gone_id = await makeLot(t, 'seller', { farm_id });
  const headers = { 'Idempotency-Key': 'used' };
  for (const id of [lot_id, gone_id]) await t.call('buyer', 'POST', `/inventory/${id}/bids`, { body: bidBody(), headers });
  await t.call('seller', 'DELETE', `/me/inventory/${gone_id}`);
  const scopes = 'bids.read inventory.read';
  noScope = await grantToken(t, 'buyer', { scopes });
  noTeam = await grantToken(t, 'buyer', { team_id: null });
  neither = await grantToken(t, 'buyer', { scopes, team_id: null });
});

/** Every error of a request for a bid, in the order of their precedence (AUTH-19). */
const FAULTS = [
  ['no token', '401 unauthenticated'],
  ['no scope', '403 insufficient_scope'],
  ['no team', '400 no_team'],
  ['no such lot', '404 not_found'],
  ['too large', '413 payload_too_large'],
  ['wrong type', '415 unsupported_media_type'],
  ['no JSON', '400 invalid_json'],
  ['bad key', '400 invalid_header'],
  ['key used', '409 idempotency_conflict'],
  ['bad field', '422 validation_failed'],
] as const;
type Fault = (typeof FAULTS)[number][0];

/** Pairs that one request cannot have. */
const EXCLUSIVE: readonly string[] = ['no token+no scope', 'no token+no team', 'no JSON+bad field', 'bad key+key used'];

/** IDEM-3: a reused key is reported before the lot is looked up, as is the response to a repeat. */
const AHEAD: Readonly<Record<string, string>> = { 'no such lot+key used': '409 idempotency_conflict' };

const pairs = FAULTS.flatMap(([first, expected], index) =>
  FAULTS.slice(index).map(([second]) => {
    const name = `${first}+${second}`;
    return { first, second, expected: AHEAD[name] ?? expected, name };
  }),
).filter(({ name }) => !EXCLUSIVE.includes(name));

async function bidWith(faults: readonly Fault[]): Promise<TestResponse> {
  const has = (fault: Fault): boolean => faults.includes(fault);
  const token = has('no team') ? (has('no scope') ? neither : noTeam) : has('no scope') ? noScope : 'buyer';
  const json = JSON.stringify({ ...bidBody({ quantity_mt: 12 }), ...(has('bad field') ? { quantity_mt: 'some' } : {}) });
  const body = `${has('no JSON') ? json.slice(1) : json}${has('too large') ? ' '.repeat(300_000) : ''}`;
  const key = has('bad key') ? 'k'.repeat(256) : has('key used') ? 'used' : undefined;
  const headers = {
    'Content-Type': has('wrong type') ? 'text/plain' : 'application/json',
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  };
  return t.call(has('no token') ? null : token, 'POST', `/inventory/${has('no such lot') ? gone_id : lot_id}/bids`, {
    body,
    headers,
  });
}

test('AUTH-19 the table has all pairs of errors that can occur together', () => {
  expect(pairs).toHaveLength((FAULTS.length * (FAULTS.length + 1)) / 2 - EXCLUSIVE.length);
});

test.for(pairs)(
  'AUTH-19 ERR-2 ERR-4 ERR-6 $first and $second: $expected, and nothing is written',
  async ({ first, second, expected }) => {
    const before = await hashContents(t);
    const response = await bidWith([first, second]);
    expect(verdictOf(response)).toBe(expected);
    expect(errorIn(response).status).toBe(response.status);
    expect(await hashContents(t)).toBe(before);
  },
);

test('ERR-4 an internal error gets 500 without details and is reported to the operator', async () => {
  const { store } = t.mock.worlds.default;
  const lot = await store.reader.selectFrom('lots').selectAll().where('id', '=', lot_id).executeTakeFirstOrThrow();
  // The weight of a bushel is unknown, so the conversion throws.
  const odd = { ...lot, id: 'inv_odd', commodity: 'unobtainium' };
  await store.write((tx) => tx.insertInto('lots').values(odd).execute());
  const response = await t.call('buyer', 'GET', '/inventory/inv_odd?units=BU');
  await store.write((tx) => tx.deleteFrom('lots').where('id', '=', 'inv_odd').execute());
  expect(response.body).toEqual({ error: { status: 500, code: 'internal_error', message: 'Something went wrong on our side.' } });
  expect(wrong.splice(0).join('\n')).toContain('unobtainium');
});

test('ERR-4 a change that fails halfway is rolled back', async () => {
  const { store } = t.mock.worlds.default;
  const placed = await t.call('rival', 'POST', `/inventory/${lot_id}/bids`, { body: bidBody() });
  const { id } = bidIn(placed);
  const trade = await store.reader.selectFrom('trades').selectAll().executeTakeFirstOrThrow();
  // A second trade of the same bid is refused by the database, after the status of the bid has been written.
  const odd = { ...trade, id: 'trd_odd', bid_id: id, offer_id: null };
  await store.write((tx) => tx.insertInto('trades').values(odd).execute());
  const before = await hashContents(t);
  const response = await t.call('seller', 'POST', `/bids/${id}/accept`);
  expect(verdictOf(response)).toBe('500 internal_error');
  expect(await hashContents(t)).toBe(before);
  expect(wrong.splice(0)).toHaveLength(1);
  await store.write((tx) => tx.deleteFrom('trades').where('id', '=', 'trd_odd').execute());
  expect(verdictOf(await t.call('seller', 'POST', `/bids/${id}/accept`))).toBe('200');
});

test('a client that disconnects within its body changes nothing and is not reported as an error', async () => {
  const before = await hashContents(t);
  const head = [
    `POST /v1/inventory/${lot_id}/bids HTTP/1.1`,
    'Host: localhost',
    'Authorization: Bearer dev_buyer',
    'Content-Type: application/json',
  ];
  for (let time = 0; time < 5; time += 1) await sendAndDisconnect(t, [...head, 'Content-Length: 400'], JSON.stringify(bidBody()));
  expect(verdictOf(await t.call('buyer', 'GET', '/bids?limit=1'))).toBe('200');
  expect(await hashContents(t)).toBe(before);
  expect(wrong).toEqual([]);
});
