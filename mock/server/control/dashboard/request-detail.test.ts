/** `GET /requests/{seq}` explains why a request was refused. */
import { personas } from '#fixtures/personas';
import { expect, test } from 'vitest';
import { useMock } from '../../../testing/open-mock.ts';

const t = useMock();

interface Explained {
  why: { code: string; clause: string; near_misses: { text: string; seq?: number; id?: string }[] } | null;
}

async function explainLast(): Promise<Explained['why']> {
  const { last_seq } = await t.mock.control<{ last_seq: number }>('GET', '/requests');
  return (await t.mock.control<Explained>('GET', `/requests/${last_seq}`)).why;
}

async function findLot(): Promise<string> {
  const path = `/records/lots?status=listed&search=${personas.seller.user_id}`;
  const { items } = await t.mock.control<{ items: { id: string; grade: string | null }[] }>('GET', path);
  return items.find(({ grade }) => grade !== null)?.id ?? '';
}

const TERMS = { price: { amount: 300, unit: 'MT' }, quantity_mt: 1, delivery: { from: '2026-07-01', to: '2026-07-31' } };

test('a request that succeeded has no explanation', async () => {
  await t.call('buyer', 'GET', '/inventory');
  expect(await explainLast()).toBeNull();
});

test.for<[about: string, who: string | null, method: string, path: string, code: string, clause: string, text: RegExp]>([
  ['no token', null, 'GET', '/bids', 'unauthenticated', 'AUTH-1', /has no header "Authorization/],
  ['a misspelled token', 'dev_buyr', 'GET', '/bids', 'unauthenticated', 'AUTH-1', /^Did you mean dev_buyer\?$/],
  ['an expired token', 'expired', 'GET', '/bids', 'unauthenticated', 'AUTH-1', /^The token expired at 2020/],
  ['a token without the scope', 'reader', 'GET', '/bids', 'insufficient_scope', 'AUTH-2', /^The token lacks bids.read\.$/],
  ['a token without a team', 'seller', 'GET', '/bids', 'no_team', 'BID-17', /dev_buyer/],
  ['a token without a team', 'seller', 'POST', '/inventory/inv_1/bids', 'no_team', 'BID-3', /dev_buyer/],
  ['a token without a team', 'seller', 'POST', '/webhooks', 'no_team', 'AUTH-21', /dev_buyer/],
  [
    'an unknown id',
    'buyer',
    'GET',
    '/inventory/inv_0123456789abcdef',
    'not_found',
    'ERR-2',
    /No record of this world has the id/,
  ],
])('%s: %s %s %s', async ([, who, method, path, code, clause, text]) => {
  await t.callDeviant(who, method, path);
  const why = await explainLast();
  expect(why).toMatchObject({ code, clause });
  expect(why?.near_misses[0]?.text).toMatch(text);
});

test('a record that the caller cannot see is reported as existing', async () => {
  const bid = await t.call('buyer', 'POST', `/inventory/${await findLot()}/bids`, { body: TERMS });
  const { id } = bid.body.data;
  await t.call('rival', 'GET', `/bids/${id}`);
  expect((await explainLast())?.near_misses).toEqual([
    {
      id,
      text: expect.stringMatching(/^bid_\w+ exists: bid \(status pending, live, expires .+\)\. This caller may not see it\.$/),
    },
  ]);
});

test('the explanation for a decided bid has its current status', async () => {
  const bid = await t.call('buyer', 'POST', `/inventory/${await findLot()}/bids`, { body: TERMS });
  const path = `/bids/${bid.body.data.id}/reject`;
  await t.call('seller', 'POST', path);
  await t.call('seller', 'POST', path);
  const why = await explainLast();
  expect(why?.code).toBe('bid_not_pending');
  expect(why?.near_misses[0]?.text).toBe('The bid is rejected. No more actions are possible.');
});

test('an idempotency conflict names the request that used the key first', async () => {
  const path = `/inventory/${await findLot()}/bids`;
  const headers = { 'Idempotency-Key': 'explain-me' };
  await t.call('buyer', 'POST', path, { body: TERMS, headers });
  const { last_seq: first } = await t.mock.control<{ last_seq: number }>('GET', '/requests');
  await t.call('buyer', 'POST', path, { body: { ...TERMS, quantity_mt: 2 }, headers });
  expect((await explainLast())?.near_misses).toEqual([{ seq: first, text: `Request ${first} used the key explain-me first.` }]);
});

test('a failed request with the same key, and the same key of another team or on another path, used no key', async () => {
  const path = `/inventory/${await findLot()}/bids`;
  const headers = { 'Idempotency-Key': 'shared-by-chance' };
  const other = await t.call('buyer', 'POST', path, { body: TERMS });
  await t.call('buyer', 'POST', `/bids/${other.body.data.id}/counter`, { body: TERMS, headers });
  await t.call('rival', 'POST', path, { body: TERMS, headers });
  await t.call('buyer', 'POST', path, { body: { ...TERMS, quantity_mt: 1_000_000 }, headers });
  await t.call('buyer', 'POST', path, { body: TERMS, headers });
  const { last_seq: first } = await t.mock.control<{ last_seq: number }>('GET', '/requests');
  await t.call('buyer', 'POST', path, { body: { ...TERMS, quantity_mt: 2 }, headers });
  expect((await explainLast())?.near_misses).toMatchObject([{ seq: first }]);
});

test('a refusal for a reason other than scopes does not mention partners', async () => {
  const bid = await t.call('buyer', 'POST', `/inventory/${await findLot()}/bids`, { body: TERMS });
  await t.call('buyer', 'POST', `/bids/${bid.body.data.id}/accept`);
  expect(await explainLast()).toMatchObject({ code: 'insufficient_scope', clause: 'BID-28', near_misses: [] });
});

test('an unknown field names the nearest one', async () => {
  await t.callDeviant('buyer', 'POST', `/inventory/${await findLot()}/bids`, { body: { ...TERMS, quantity_mtt: 2 } });
  expect((await explainLast())?.near_misses).toEqual([{ text: 'quantity_mtt: did you mean quantity_mt?' }]);
});

test('the response of a fault is not explained by a rule of the API', async () => {
  await t.mock.control('POST', '/faults', { request: {}, status: 503, code: 'on_purpose', count: 1 });
  await t.callDeviant('buyer', 'GET', '/inventory');
  expect(await explainLast()).toMatchObject({
    code: 'on_purpose',
    rule: 'An injected fault produced this response.',
    near_misses: [],
  });
});

test('a request that is not in the journal gets 404', async () => {
  const response = await fetch(`${t.mock.control_url}/requests/999999`);
  expect(response.status).toBe(404);
});
