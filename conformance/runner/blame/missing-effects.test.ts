import type { ClauseId } from '#spec/clauses/index';
import { expect, test } from 'vitest';
import { check } from '../../check/check.ts';
import { NO_LEDGER, Run, expectRefusal, expectStatus, expectThat } from '#client';
import type { CheckResult } from '../../check/verdicts.ts';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import type { CheckContext } from '../../check/check-context.ts';
import { runCheck } from '../run-check.ts';

type Canned = readonly [status: number, body: unknown];

/** @param responses by method and path, or by method. Anything else is a 404 */
async function checkAt(
  responses: Readonly<Record<string, Canned | (() => Canned)>>,
  clause: ClauseId,
  run: (t: CheckContext) => Promise<void>,
): Promise<CheckResult> {
  await using target = await serve(({ url = '', method = '' }, response) => {
    const path = url.slice(url.indexOf('/v1') + 3);
    const canned = responses[`${method} ${path}`] ?? responses[method] ?? [404, { error: { code: 'not_found' } }];
    const [status, body] = typeof canned === 'function' ? canned() : canned;
    sendJson(response, status, body);
  });
  const all = new Run(makeSettings({ base_url: target.base_url, actors: makeActors('buyer', 'reader') }), NO_LEDGER);
  try {
    return await runCheck(all, check(`${clause}/x`, 'A sentence.', ['buyer'], run), new AbortController().signal);
  } finally {
    await all.close();
  }
}

/** A target that says that it has rejected a bid, and shows it with this status. Its list of listings is bare. */
async function evaluate(clause: ClauseId, status: string, run: (t: CheckContext) => Promise<void>): Promise<CheckResult> {
  const bid = { id: 'bid_1', status };
  const rejected = { ...bid, status: 'rejected' };
  return checkAt({ GET: [200, { data: bid }], POST: [200, { data: rejected }], 'GET /inventory': [200, []] }, clause, run);
}

async function failAfterRejecting(t: CheckContext): Promise<void> {
  await t.buyer.post('/bids/bid_1/reject');
  expectThat(false, { message: 'The rejected bid is not in a list.' });
}

test('a violation caused by an action without effect blocks the check, and names the prerequisite', async () => {
  const result = await evaluate('BID-14', 'pending', failAfterRejecting);
  expect(result).toMatchObject({ verdict: 'blocked', blocked_by: 'POST /bids/{id}/reject leaves the bid pending' });
});

test('the clause that states the effect still fails', async () => {
  expect((await evaluate('BID-26', 'pending', failAfterRejecting)).verdict).toBe('fail');
});

test('a privacy violation stands, whatever caused it', async () => {
  expect((await evaluate('PRIV-4', 'pending', failAfterRejecting)).verdict).toBe('fail');
});

test('a violation stands if the action had its effect', async () => {
  const result = await evaluate('BID-14', 'rejected', failAfterRejecting);
  expect(result).toMatchObject({ verdict: 'fail', reason: 'The rejected bid is not in a list.' });
  expect(result.evidence?.[0]?.exchanges.map(({ method }) => method)).toEqual(['POST']);
});

test('an item that is missing from an invalid list blocks the check, except for the clause of lists', async () => {
  const readItems = async (t: CheckContext): Promise<void> => {
    (await t.buyer.get('/inventory')).body.get('items').array();
  };
  const blocked_by = 'GET /inventory returns no paging object';
  expect(await evaluate('INV-3', 'pending', readItems)).toMatchObject({ verdict: 'blocked', blocked_by });
  expect((await evaluate('PAGE-1', 'pending', readItems)).verdict).toBe('fail');
});

const CRASH = [500, { error: { status: 500, code: 'internal_error', message: 'oops' } }] as const;

test('an operation that never succeeds blocks a check, except for the clauses that state it', async () => {
  const readUnits = async (t: CheckContext): Promise<void> => {
    expectStatus(await t.buyer.get('/market/commodities', { units: 'MT' }), 200);
  };
  const responses = { 'GET /market/commodities': CRASH, 'GET /market/commodities?units=MT': CRASH };
  const blocked_by = 'GET /market/commodities never succeeds (status 500)';
  expect(await checkAt(responses, 'MKT-6', readUnits)).toMatchObject({ verdict: 'blocked', blocked_by });
  for (const clause of ['MKT-1', 'OP-1'] as const) expect((await checkAt(responses, clause, readUnits)).verdict).toBe('fail');
  const works = { ...responses, 'GET /market/commodities': [200, { items: [] }] } as const;
  expect((await checkAt(works, 'MKT-6', readUnits)).verdict).toBe('fail');
});

test('a code that always differs is a violation of the clauses of codes only', async () => {
  const readTrades = async (t: CheckContext): Promise<void> => {
    expectRefusal(await t.buyer.get('/webhooks'), 403, { code: 'insufficient_scope' });
  };
  const refusing = (code: string): readonly [number, unknown] => [403, { error: { status: 403, code, message: 'no' } }];
  const everywhere = { 'GET /webhooks': refusing('forbidden'), 'GET /trades': refusing('forbidden') };
  expect((await checkAt(everywhere, 'WHK-1', readTrades)).verdict).toBe('blocked');
  for (const clause of ['ERR-2', 'AUTH-2'] as const) expect((await checkAt(everywhere, clause, readTrades)).verdict).toBe('fail');
  const here_alone = { ...everywhere, 'GET /trades': refusing('insufficient_scope') };
  expect((await checkAt(here_alone, 'WHK-1', readTrades)).verdict).toBe('fail');
});

test('a list that rejects a limit is a violation of PAGE-2 only', async () => {
  const readAll = async (t: CheckContext): Promise<void> => {
    expectStatus(await t.buyer.get('/trades', { limit: 50 }), 200);
  };
  const responses = { 'GET /trades': [200, { items: [] }], 'GET /trades?limit=50': [400, { error: {} }] } as const;
  const blocked_by = 'GET /trades rejects a limit of 50';
  expect(await checkAt(responses, 'TRD-3', readAll)).toMatchObject({ verdict: 'blocked', blocked_by });
  expect((await checkAt(responses, 'PAGE-2', readAll)).verdict).toBe('fail');
});

test('the success status is a violation of OP-1, of the row, and of clauses that name the number', async () => {
  const relist = async (t: CheckContext): Promise<void> => {
    expectStatus(await t.buyer.patch('/me/inventory/inv_1', { listed: true }), 200);
  };
  const responses = { 'PATCH /me/inventory/inv_1': [202, { data: { id: 'inv_1' } }] } as const;
  expect((await checkAt(responses, 'BID-29', relist)).verdict).toBe('blocked');
  for (const clause of ['OP-1', 'LST-6'] as const) expect((await checkAt(responses, clause, relist)).verdict).toBe('fail');
});

test('a listing that its accepted bid took off the market was published', async () => {
  const responses = {
    'POST /me/inventory': [201, { data: { id: 'inv_1', status: 'listed' } }],
    'POST /bids/bid_1/accept': [200, { data: { id: 'trd_1' } }],
    'GET /bids/bid_1': [200, { data: { id: 'bid_1', status: 'accepted' } }],
    'GET /trades/trd_1': [200, { data: { id: 'trd_1' } }],
    'GET /me/inventory/inv_1': [200, { data: { id: 'inv_1', status: 'unlisted' } }],
  } as const;
  const fail = async (t: CheckContext, accepts: boolean): Promise<void> => {
    await t.buyer.post('/me/inventory', {});
    if (accepts) await t.buyer.post('/bids/bid_1/accept');
    expectThat(false, { message: 'Something else is wrong.' });
  };
  expect((await checkAt(responses, 'BID-22', async (t) => fail(t, true))).verdict).toBe('fail');
  expect((await checkAt(responses, 'BID-22', async (t) => fail(t, false))).verdict).toBe('blocked');
});

test('a listing that was read as published, and was changed later, was not created as a draft', async () => {
  const lot = (status: string): Canned => [200, { data: { id: 'inv_1', status } }];
  const submit = async (t: CheckContext, reads: number): Promise<void> => {
    await t.buyer.post('/me/inventory', { quantity_mt: 20 });
    for (let i = 0; i < reads; i += 1) await t.buyer.get('/me/inventory/inv_1');
    expectThat(false, { message: 'The listing is a draft.' });
  };
  const statuses = ['listed', 'unlisted'];
  const turning = { POST: lot('listed'), GET: (): Canned => lot(statuses.shift() ?? 'unlisted') };
  expect((await checkAt(turning, 'LST-6', async (t) => submit(t, 2))).verdict).toBe('fail');

  const draft = { POST: lot('listed'), GET: lot('unlisted') };
  expect((await checkAt(draft, 'LST-6', async (t) => submit(t, 1))).verdict).toBe('blocked');
});
