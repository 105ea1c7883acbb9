import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { NO_LEDGER, Run, readPath, type HookName, type RunHook, type Settings } from '#client';
import { serveInTest } from '#client/testing/in-test';
import { sendJson } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import type { CheckResult } from '../../check/verdicts.ts';
import { runCheck } from '../../runner/run-check.ts';
import { JUST_EXPIRED_CHECKS } from './just-expired.ts';
import { TEAMS_AND_TOKENS_CHECKS } from './tokens.ts';

async function evaluate(id: string, settings: Partial<Settings>): Promise<CheckResult> {
  const check = [...TEAMS_AND_TOKENS_CHECKS, ...JUST_EXPIRED_CHECKS].find((one) => one.id === id);
  if (check === undefined) throw new Error('the check exists');
  const run = new Run(makeSettings(settings), NO_LEDGER);
  const result = await runCheck(run, check, new AbortController().signal);
  await run.close();
  return result;
}

const SUBSCRIPTION = 'whk_0123456789abcdef';

/** The result of AUTH-11/subscriptions on a target that rejects the rival with these statuses. */
async function evaluateExistence(theirs: number, missing: number): Promise<CheckResult> {
  const origin = await serveInTest(async (request, response) => {
    if (request.headers.authorization === 'Bearer secret_rival') {
      const status = request.url?.includes(SUBSCRIPTION) === true ? theirs : missing;
      return sendJson(response, status, { error: { code: status === 404 ? 'not_found' : 'forbidden', status } });
    }
    if (request.method !== 'POST' || request.url !== '/v1/webhooks')
      return sendJson(response, 200, { items: [], total: 0, limit: 20, offset: 0 });
    const body: unknown = await json(request);
    const [url, events] = [readPath(body, 'url'), readPath(body, 'events')];
    sendJson(response, 201, { data: { id: SUBSCRIPTION, url, events, secret: 'whsec_1' } });
  });
  return evaluate('AUTH-11/subscriptions', { base_url: `${origin}/v1`, actors: makeActors('buyer', 'rival') });
}

test('AUTH-11 the message says which status an existing id gets, or that the responses differ', async () => {
  const path = 'GET /webhooks/{id}/deliveries';
  for (const missing of [403, 404])
    expect((await evaluateExistence(403, missing)).reason).toBe(
      `${path} returns 403 for another team's record; 404 is required.`,
    );
  expect((await evaluateExistence(404, 400)).reason).toBe(
    `${path} responds differently to another team's record than to an unknown id.`,
  );
  expect((await evaluateExistence(404, 404)).verdict).toBe('pass');
});

/** The result of AUTH-15/just-expired for tokens with this lifetime and grace period, and how far the check moved the clock. */
async function evaluateExpiry(expires_in: unknown, grace = 0): Promise<{ result: CheckResult; moves: readonly unknown[] }> {
  const moves: unknown[] = [];
  const minted_at: number[] = [];
  let moved_seconds = 0;
  const origin = await serveInTest((request, response) => {
    const age = moved_seconds - (minted_at[Number(request.headers.authorization?.replace('Bearer minted', ''))] ?? 0);
    if (typeof expires_in === 'number' && age > expires_in + grace)
      sendJson(response, 401, { error: { status: 401, code: 'unauthenticated', message: 'expired' } });
    else sendJson(response, 200, { items: [], total: 0, limit: 20, offset: 0, next: null });
  });
  const advanceClock: RunHook = async ({ seconds }) => {
    moves.push(seconds);
    moved_seconds += Number(seconds);
    return Promise.resolve({});
  };
  const mintToken: RunHook = async () =>
    Promise.resolve({ token: `minted${minted_at.push(moved_seconds) - 1}`, expires_in, verified: true });
  const hooks = new Map<HookName, RunHook>([
    ['mint_token', mintToken],
    ['advance_clock', advanceClock],
  ]);
  const settings = { base_url: `${origin}/v1`, actors: makeActors('buyer'), hooks };
  return { result: await evaluate('AUTH-15/just-expired', settings), moves };
}

test.for([
  ['a leeway of a minute', 60, 'warn'],
  ['a grace period of a day', 86_400, 'fail'],
  ['a clock that no hook moves', Number.POSITIVE_INFINITY, 'warn'],
] as const)('AUTH-15 %s', async ([, grace, verdict]) => {
  expect((await evaluateExpiry(3_600, grace)).result.verdict).toBe(verdict);
});

test.for([
  [3_600, [3_540, 65]],
  [30, [35]],
] as const)('AUTH-15 a token with a lifetime of %i s is tried 5 s after it expired', async ([expires_in, expected]) => {
  const { result, moves } = await evaluateExpiry(expires_in);
  expect(result.verdict).toBe('pass');
  expect(moves).toEqual(expected);
});

test.for(['soon', undefined, null])('AUTH-15 the lifetime %j moves no clock', async (expires_in) => {
  const { result, moves } = await evaluateExpiry(expires_in);
  expect(result).toMatchObject({ verdict: 'skip', reason: expect.stringContaining('expires_in') });
  expect(moves).toEqual([]);
});

test('AUTH-21 a seller with a team is not reported as a token without a team', async () => {
  const actors = new Map([['seller', { token: 'secret_seller', team_id: 'tm_1', user_id: undefined }]] as const);
  const origin = await serveInTest((_request, response) => {
    sendJson(response, 200, { items: [], total: 0, limit: 20, offset: 0, next: null });
  });
  const result = await evaluate('AUTH-21/no-team', { base_url: `${origin}/v1`, actors });
  expect(result).toMatchObject({ verdict: 'skip', reason: expect.stringContaining('the seller has a team') });
});
