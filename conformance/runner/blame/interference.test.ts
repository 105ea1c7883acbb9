import { expect, test } from 'vitest';
import { NO_LEDGER, Run, expectThat, learnTargetClock, type JsonObject } from '#client';
import { sendJson, serve } from '#client/testing/server';
import { makeActors, makeSettings } from '#client/testing/settings';
import { check } from '../../check/check.ts';
import { CheckContext } from '../../check/check-context.ts';
import type { CheckResult } from '../../check/verdicts.ts';
import { runCheck } from '../run-check.ts';

const DAY_MS = 86_400_000;
const REASON = "something other than this run moved the target's clock ahead";

interface Behavior {
  /** How far others move the clock during each try, in ms. */
  moves?: (try_number: number) => number;
  /** The tries that fail. */
  fails: (try_number: number) => boolean;
  /** Whether the run has a hook that moves the clock. */
  has_hook?: boolean;
}

/** The result of a check, and how far ahead the run then takes the target's clock to be, in whole days. */
async function evaluate({ moves, fails, has_hook = true }: Behavior): Promise<{ result: CheckResult; days_ahead: number }> {
  let ahead_ms = 0;
  await using server = await serve(({ method, url = '' }, response) => {
    const now = new Date(Date.now() + ahead_ms).toISOString();
    const lot = { id: 'inv_1', commodity: 'CWRS', grade: '1 CWRS', listed_at: now };
    if (method === 'POST') sendJson(response, 201, { data: { id: 'inv_1' } });
    else if (url.endsWith('/inventory/inv_1')) sendJson(response, 200, { data: lot });
    else sendJson(response, 200, { items: url.includes('/farms') ? [{ id: 'farm_1' }] : [lot], total: 1, limit: 50, offset: 0 });
  });
  const actors = makeActors('buyer', 'seller');
  const hook = async (): Promise<JsonObject> => Promise.resolve({});
  const hooks = new Map(has_hook ? [['advance_clock', hook] as const] : []);
  const run = new Run(makeSettings({ base_url: server.base_url, actors, hooks }), NO_LEDGER);
  let tries = 0;
  const reading = check('FMT-3/x', 'The time is right', ['buyer'], async (t) => {
    tries += 1;
    ahead_ms += moves?.(tries) ?? 0;
    const reply = await t.buyer.get('/inventory/inv_1');
    expectThat(!fails(tries), { message: 'The time is wrong.', reply });
  });
  const { signal } = new AbortController();
  await learnTargetClock(new CheckContext(run, reading, signal));
  const result = await runCheck(run, reading, signal);
  const days_ahead = Math.round(run.clock.moved_seconds / 86_400);
  await run.close();
  return { result, days_ahead };
}

test('a check that fails after others moved the clock runs again, by the new time', async () => {
  const { result, days_ahead } = await evaluate({
    moves: (one) => (one === 1 ? 2 * DAY_MS : 0),
    fails: (one) => one === 1,
  });
  expect(result).toMatchObject({ verdict: 'pass', observations: [`ran again, because ${REASON}`] });
  expect(days_ahead).toBe(2);
});

test('a check that others disturb in each of three tries is blocked', async () => {
  const { result } = await evaluate({ moves: () => DAY_MS, fails: () => true });
  expect(result).toMatchObject({ verdict: 'blocked', reason: REASON });
});

test('one move excuses only the tries that were running at that time', async () => {
  const { result } = await evaluate({ moves: (one) => (one === 1 ? DAY_MS : 0), fails: () => true });
  expect(result.verdict).toBe('fail');
});

test.each<[string, Behavior]>([
  ['nobody moved the clock', { fails: () => true }],
  ['the clock moved by less than five minutes', { moves: () => 60_000, fails: () => true }],
  ['no hook moves the clock', { moves: () => DAY_MS, fails: () => true, has_hook: false }],
])('a check that fails is a failure if %s', async (_, behavior) => {
  const { result } = await evaluate(behavior);
  expect(result.verdict).toBe('fail');
});
