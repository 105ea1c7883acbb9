import type { ClauseId } from '#spec/clauses/index';
import { expect, test, vi } from 'vitest';
import { check, type Need } from '../check/check.ts';
import type { Inbox, Settings } from '#client';
import { Blocked, Breach, NO_LEDGER, Run, Unverifiable, expectStatus, expectThat, warning } from '#client';
import type { CheckResult } from '../check/verdicts.ts';
import { serveInTest } from '#client/testing/in-test';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import type { CheckContext } from '../check/check-context.ts';
import { runCheck } from './run-check.ts';

async function evaluate(
  action: (t: CheckContext) => Promise<void>,
  {
    clause = 'BID-4',
    needs = [],
    timeout_ms,
    ...settings
  }: Partial<Settings> & { clause?: ClauseId; needs?: readonly Need[]; timeout_ms?: number } = {},
): Promise<CheckResult> {
  const run = new Run(makeSettings(settings), NO_LEDGER);
  const one = check(`${clause}/x`, 'A sentence.', needs, action, timeout_ms === undefined ? {} : { timeout_ms });
  const result = await runCheck(run, one, new AbortController().signal);
  await run.close();
  return result;
}

const breaking = (): Promise<void> => Promise.reject(new Breach({ message: 'It is wrong.' }));

test('the severity of a violation is that of the level of its clause', async () => {
  expect(await evaluate(breaking, { clause: 'BID-4' })).toMatchObject({ verdict: 'fail', reason: 'It is wrong.' });
  expect(await evaluate(breaking, { clause: 'CONV-9' })).toMatchObject({ verdict: 'warn' });
  expect(await evaluate(breaking, { clause: 'CONV-9', is_strict: true })).toMatchObject({ verdict: 'fail' });
  expect(await evaluate(breaking, { clause: 'BID-12', is_strict: true })).toMatchObject({ verdict: 'pass' });
});

test('the time limit of a check grows with the time that requests take, because of the target or of the rate limit', async () => {
  const run = new Run(makeSettings({ check_timeout_ms: 20 }), NO_LEDGER);
  const mean_ms = vi.spyOn(run.http, 'mean_request_ms', 'get');
  const limitAt = async (ms: number): Promise<string | undefined> => {
    mean_ms.mockReturnValue(ms);
    const hangs = async (t: CheckContext): Promise<void> => t.wait(10_000);
    const { reason } = await runCheck(run, check('BID-4/x', '', [], hangs), new AbortController().signal);
    return reason;
  };
  expect(await limitAt(5)).toBe('it did not end within 0.02 s');
  expect(await limitAt(499.5)).toBe('it did not end within 0.2 s');
  await run.close();
});

test('a warning is a failure with --strict', async () => {
  const warn = (): Promise<void> => Promise.reject(warning({ message: 'Odd.' }));
  expect(await evaluate(warn)).toMatchObject({ verdict: 'warn' });
  expect(await evaluate(warn, { is_strict: true })).toMatchObject({ verdict: 'fail' });
});

test('a warning does not end a check, and a later violation is worse', async () => {
  const both = (t: CheckContext): Promise<void> => {
    t.warn('Odd.');
    return breaking();
  };
  const result = await evaluate(both);
  expect(result).toMatchObject({ verdict: 'fail', reason: 'It is wrong.' });
  expect(result.evidence).toHaveLength(2);
});

test('a missing configuration or prerequisite is not a failure', async () => {
  expect(await evaluate(() => Promise.reject(new Unverifiable('no rival', 'actors.rival')))).toMatchObject({
    verdict: 'skip',
    reason: 'no rival',
    config_key: 'actors.rival',
  });
  expect(await evaluate(() => Promise.reject(new Blocked('no lot')))).toMatchObject({ verdict: 'blocked', blocked_by: 'no lot' });
});

test('an internal error is an error, never a failure', async () => {
  const result = await evaluate(() => Promise.reject(new TypeError('undefined is not a function')));
  expect(result.verdict).toBe('error');
  expect(result.reason).toContain('an error in Gristmill');
});

test('a check that hangs ends at its timeout', async () => {
  const result = await evaluate(async (t) => t.wait(10_000), { timeout_ms: 50 });
  expect(result).toMatchObject({ verdict: 'error', reason: 'it did not end within 0.05 s' });
});

test.each([
  ['buyer', 'actors.buyer'],
  ['hook:pay_invoice', 'hooks.pay_invoice'],
  ['fixture:unit', 'fixtures.unit'],
] as const)('without %s a check is skipped, and names the key', async (need, config_key) => {
  const ran = await evaluate(() => Promise.reject(new Error('must not run')), { needs: [need] });
  expect(ran).toMatchObject({ verdict: 'skip', config_key });
});

test('no check that writes runs on a read-only target, and none needs a webhook that cannot arrive', async () => {
  const far = { base_url: 'https://staging.example/v1' };
  expect(await evaluate(() => Promise.resolve(), { needs: ['writes'], read_only_reason: 'it is production' })).toMatchObject({
    reason: 'it is production',
  });
  expect(await evaluate(() => Promise.resolve(), { needs: ['webhooks'], ...far })).toMatchObject({
    config_key: 'target.receiver_url',
  });
  expect(await evaluate(() => Promise.resolve(), { needs: ['live'], mode: undefined })).toMatchObject({
    config_key: 'target.mode',
  });
  expect(await evaluate(() => Promise.resolve(), { needs: ['live'], mode: 'sandbox' })).toMatchObject({
    reason: expect.stringMatching(/^there are no live actors; /),
    config_key: 'actors',
  });
});

test('a breach is a failure if no delivery was due, and says nothing if none of the due ones arrived', async () => {
  await using target = await serve((_request, response) => sendJson(response, 201, { data: { id: 'whk_1', secret: 'whsec_1' } }));
  const breachAfter = async (waits: (inbox: Inbox) => Promise<unknown>, is_leak?: true): Promise<CheckResult> =>
    evaluate(
      async (t) => {
        await waits(await t.subscribe(t.buyer, ['bid.rejected']));
        throw new Breach({ message: 'It is wrong.', is_leak });
      },
      { base_url: target.base_url, actors: makeActors('buyer'), needs: ['webhooks'] },
    );
  expect(await breachAfter((inbox) => inbox.expectNone({ within_ms: 0 }))).toMatchObject({ verdict: 'fail' });
  expect(await breachAfter((inbox) => inbox.find({ within_ms: 0 }))).toMatchObject({
    verdict: 'skip',
    reason: expect.stringMatching(/^no delivery arrived in this run/),
  });
  expect(await breachAfter((inbox) => inbox.find({ within_ms: 0 }), true)).toMatchObject({ verdict: 'fail' });
});

test("a rejected fixture is not held against the target, and the reason quotes the target's errors", async () => {
  const errors = [{ field: 'price', message: 'is required' }];
  await using target = await serve((_request, response) => {
    sendJson(response, 422, { error: { status: 422, code: 'validation_failed', message: 'Invalid.', errors } });
  });
  const fixtures = { cash_bid_body: { commodity: 'canola' } };
  const result = await evaluate(async (t) => void (await t.arrange.cashBid()), {
    base_url: target.base_url,
    actors: makeActors('elevator'),
    fixtures,
  });
  expect(result).toMatchObject({
    verdict: 'skip',
    reason: 'the target rejects fixtures.cash_bid_body with 422: price: is required',
    config_key: 'fixtures.cash_bid_body',
  });
});

test('another change of a cash bid that succeeds does not prove the configured one', async () => {
  const origin = await serveInTest(async (request, response) => {
    const body = (await request.toArray()).join('');
    if (body === '{}') sendJson(response, 200, { data: { id: 'cb_1' } });
    else sendJson(response, 422, { error: { status: 422, code: 'validation_failed', message: 'x' } });
  });
  const patch = async (t: CheckContext, body: object): Promise<void> =>
    expectStatus(await t.elevator.patch('/cash-bids/cb_1', body), 200);
  const fixtures = { cash_bid_patch: { price: 671 } };
  const both = async (t: CheckContext): Promise<void> => {
    await patch(t, {});
    await patch(t, fixtures.cash_bid_patch);
  };
  const settings = { base_url: `${origin}/v1`, actors: makeActors('elevator'), fixtures };
  expect(await evaluate(both, settings)).toMatchObject({ verdict: 'skip', config_key: 'fixtures.cash_bid_patch' });
  const other = async (t: CheckContext): Promise<void> => patch(t, { is_active: 1 });
  expect((await evaluate(other, settings)).verdict).toBe('fail');
});

test('evidence shows the request as a command to paste, without secrets', async () => {
  await using target = await serve((_request, response) => {
    sendJson(response, 500, { error: { status: 500, code: 'oops', message: 'token secret_buyer in the message' } });
  });
  const result = await evaluate(
    async (t) => {
      expectStatus(await t.buyer.post('/bids/bid_1/reject', { note: "it's" }), 200);
    },
    { base_url: target.base_url, actors: makeActors('buyer') },
  );
  const [evidence] = result.evidence ?? [];
  expect(evidence?.exchanges[0]?.curl).toBe(
    `curl -sS -X POST -H "authorization: Bearer $TOKEN_BUYER" -H "content-type: application/json" --data '{"note":"it'\\''s"}' '${target.base_url}/bids/bid_1/reject'`,
  );
  expect(JSON.stringify(result)).not.toContain('secret_buyer');
  expect(result.fingerprint).toBeDefined();
});

test('three consecutive attempts without a response end the run, and the remaining checks are blocked', async () => {
  await using target = await serve((request) => {
    request.socket.destroy();
  });
  const run = new Run(makeSettings({ base_url: target.base_url }), NO_LEDGER);
  const one = check('BID-4/x', '', [], async (t) => {
    expectThat((await t.anonymous.get('/inventory')).status === 0, { message: 'answered' });
  });
  const verdicts = [];
  for (let i = 0; i < 4; i += 1) verdicts.push(await runCheck(run, one, new AbortController().signal));
  await run.close();
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['error', 'blocked', 'blocked', 'blocked']);
  expect(verdicts[3]?.blocked_by).toMatch(/^the target stopped responding at \d{4}-\d\d-\d\dT[\d:]+Z \(3 consecutive requests /);
});

test.each([
  ['BID-4', 'Errors are sent with a 2xx status, by the target or by a proxy in front of it.'],
  ['PRIV-1', undefined],
] as const)('%s at an error with status 200: the possible cause is %s', async (clause, likely_cause) => {
  const error = { status: 404, code: 'not_found', message: 'No such bid.' };
  await using target = await serve((_request, response) => sendJson(response, 200, { error }));
  const reads = async (t: CheckContext): Promise<void> => expectStatus(await t.anonymous.get('/bids/bid_1'), 404);
  const { evidence } = await evaluate(reads, { clause, base_url: target.base_url });
  expect(evidence?.[0]?.likely_cause).toBe(likely_cause);
});

test('a check whose request was lost with its connection runs again', async () => {
  let lost = 0;
  const origin = await serveInTest((request, response) => {
    if (request.method === 'POST' && lost === 0) {
      lost += 1;
      request.socket.destroy();
    } else sendJson(response, 200, { id: 'bid_1' });
  });
  const post = async (t: CheckContext): Promise<void> => {
    expectStatus(await t.buyer.post('/inventory/inv_1/bids', {}), 200);
  };
  const result = await evaluate(post, { base_url: `${origin}/v1`, actors: makeActors('buyer') });
  expect(result).toMatchObject({
    verdict: 'pass',
    observations: ['ran again, because a connection was lost during a request'],
  });
  expect(lost).toBe(1);
});

test.for<[name: string, failures: number, error: object, clause: ClauseId, verdict: string, tries: number]>([
  ['now and then', 1, {}, 'BID-4', 'pass', 2],
  ['whenever it is asked', 9, {}, 'BID-4', 'fail', 3],
  ['with an Error object, which a gateway does not know', 1, { error: { status: 503, code: 'down' } }, 'BID-4', 'fail', 1],
  ['beside a leak', 1, {}, 'PRIV-5', 'fail', 1],
])('a check that a gateway disturbs runs again: %s', async ([, failures, error, clause, verdict, tries]) => {
  let n = 0;
  // The client repeats a GET itself.
  const origin = await serveInTest(({ method }, response) => {
    const fails = method === 'POST' && n <= failures;
    sendJson(response, fails ? 503 : 200, fails ? error : { id: 'bid_1' });
  });
  const accept = async (t: CheckContext): Promise<void> => {
    n += 1;
    expectStatus(await t.buyer.post('/bids/bid_1/accept', {}), 200);
  };
  const result = await evaluate(accept, { base_url: `${origin}/v1`, actors: makeActors('buyer'), clause });
  expect([result.verdict, n]).toEqual([verdict, tries]);
});

test('an actor that --without excludes is no instruction to configure it', async () => {
  const needs: readonly Need[] = ['rival'];
  const excluded = await evaluate(breaking, { needs, excluded: new Set(['rival']) });
  expect(excluded).toMatchObject({ verdict: 'skip', reason: 'rival is not used, because of --without' });
  expect(excluded).not.toHaveProperty('config_key');
  expect(await evaluate(breaking, { needs })).toMatchObject({ verdict: 'skip', config_key: 'actors.rival' });
});
