import { expect, test } from 'vitest';
import { CHECKS } from '../checks/index.ts';
import { ACTOR_NAMES, HOOK_NAMES, NO_LEDGER, Run, type Settings } from '#client';
import { makeActors, makeSettings } from '#client/testing/settings';
import { estimate, type Estimate } from './estimate.ts';
import type { Pace } from './measure-pace.ts';
import { select } from './select.ts';

const ACTORS = makeActors('buyer', 'seller');
/** Enough for every check to have what it needs. */
const FIXTURES: Settings['fixtures'] = {
  cash_bid_body: {},
  cash_bid_patch: {},
  sandbox_user_body: {},
  quantity_field: 'quantity_mt',
  unit: 'BU',
  amount_key: 'amount',
  moderated_terms: 'x',
  farm_without: 'farm_1',
};

async function estimateOf(
  overrides: Partial<Settings>,
  only: readonly string[] = [],
  pace: Partial<Pace> = {},
): Promise<Estimate> {
  const run = new Run(makeSettings(overrides), NO_LEDGER);
  try {
    return estimate(select(CHECKS, { ...run.settings.selection, only }), run, {
      response_ms: 0,
      allowed_per_second: Infinity,
      ...pace,
    });
  } finally {
    await run.close();
  }
}

test('a run without tokens sends few requests', async () => {
  const none = await estimateOf({});
  expect(none.requests).toBeLessThan(400);
  expect(none.seconds).toBeLessThan(3);
  expect((await estimateOf({ actors: ACTORS })).requests).toBeGreaterThan(2_000);
});

test('a run against a mock takes about as many requests and seconds as a measured one', async () => {
  const hooks: Settings['hooks'] = new Map(HOOK_NAMES.map((name) => [name, () => Promise.resolve({})]));
  const whole = await estimateOf({ actors: makeActors(...ACTOR_NAMES), hooks, fixtures: FIXTURES });
  expect(whole.requests).toBeGreaterThan(12_300);
  expect(whole.requests).toBeLessThan(13_900);
  expect([23, 24, 25, 26]).toContain(whole.seconds);
  const reading = { read_only_reason: 'the run only reads', read_only_key: '--read-only' } as const;
  const { requests, seconds } = await estimateOf({ actors: makeActors(...ACTOR_NAMES), hooks, fixtures: FIXTURES, ...reading });
  expect(requests).toBeGreaterThan(1_000);
  expect(requests).toBeLessThan(1_200);
  expect(seconds).toBeLessThan(4);
});

test('the retry schedule takes the time of --patience, and none if the clock is moved', async () => {
  const hooks: Settings['hooks'] = new Map(HOOK_NAMES.map((name) => [name, () => Promise.resolve({})]));
  expect((await estimateOf({ actors: ACTORS, patience: 'standard' }, ['RTY'])).seconds).toBeGreaterThanOrEqual(80);
  expect((await estimateOf({ actors: ACTORS, patience: 'full' }, ['RTY'])).seconds).toBeGreaterThanOrEqual(2_170);
  expect((await estimateOf({ actors: ACTORS, patience: 'standard', hooks }, ['RTY'])).seconds).toBeLessThan(30);
});

test('a rate limit lengthens a run', async () => {
  const { requests, seconds } = await estimateOf({ actors: ACTORS, requests_per_second: 5 });
  expect(seconds).toBe(Math.ceil(requests / 5));
  expect((await estimateOf({ actors: ACTORS }, [], { allowed_per_second: 5 })).seconds).toBe(Math.ceil(requests / 5));
});

test('slow responses lengthen a run, by as many as are waited for at once', async () => {
  const pace = { actors: ACTORS, max_in_flight: 4, requests_per_second: 50 };
  const { requests, seconds } = await estimateOf(pace, [], { response_ms: 400 });
  expect(seconds).toBe(Math.ceil(requests / (4 / 0.4)));
  expect((await estimateOf(pace, [], { response_ms: 40 })).seconds).toBe(Math.ceil(requests / 50));
});
