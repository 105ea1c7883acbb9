import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COMMANDS } from '../commands/index.ts';
import type { Counterexample } from '../findings/counterexample.ts';
import { explore, type Exploration } from './explore.ts';
import { INVARIANTS } from '../invariants/index.ts';
import { REGRESSIONS } from '../findings/regressions.ts';
import { startMock, type TestMock } from '../testing/start-mock.ts';
import { formatStory, renderStory } from '../story/index.ts';

const IS_FULL = process.env['PROOFS'] === 'full';
/** The number of scenarios on the clean mock. */
const SCENARIOS = IS_FULL ? 10_000 : 80;
/** Explorations at the same time, each from its own seed. */
const WORKERS = IS_FULL ? 4 : 2;
/** Shorter than the default, to play more scenarios. */
const COMMANDS_MAX = 25;
const SEED = 20_261;
/** The minimum number of plays per kind of command, and of observations per invariant. */
const PLAYED_MIN = 5;
const SEEN_MIN = 200;
/** Generous, because other work can slow the machine down. */
const TIMEOUT_MS = IS_FULL ? 3_600_000 : 240_000;
vi.setConfig({ testTimeout: TIMEOUT_MS, hookTimeout: TIMEOUT_MS });

let mock: TestMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

/** The story of a counterexample, with the command that replays it, and its commands for `regressions.json`: a path stops working when a generator changes. */
function describeCounterexample(counterexample: Counterexample): string {
  const { seed, path, commands } = counterexample;
  const command = `gristmill explore --replay ${seed}:${path} --commands ${COMMANDS_MAX}`;
  return renderStory(formatStory(counterexample, [command, JSON.stringify(commands)]));
}

test(`${SCENARIOS} scenarios find nothing on the clean mock, and use every command and invariant`, async () => {
  await using second = await startMock();
  const explorations = await Promise.all(
    Array.from({ length: WORKERS }, async (_, n) =>
      explore((n % 2 === 0 ? mock : second).settings, {
        runs: SCENARIOS / WORKERS,
        commands: COMMANDS_MAX,
        seed: SEED + n,
        regressions: n === 0 ? REGRESSIONS : [],
      }),
    ),
  );
  for (const { verdict, reason, counterexample } of explorations)
    expect(verdict, counterexample === undefined ? reason : describeCounterexample(counterexample)).toBe('clean');
  const sum = (countIn: (one: Exploration) => number | undefined): number =>
    explorations.reduce((total, one) => total + (countIn(one) ?? 0), 0);
  expect(sum(({ runs }) => runs)).toBe(SCENARIOS);
  const played = COMMANDS.map(({ kind }) => ({ kind, times: sum(({ tally }) => tally.commands.get(kind)) }));
  expect(played.filter(({ times }) => times < PLAYED_MIN)).toEqual([]);
  const unused = INVARIANTS.filter(({ id }) => sum(({ tally }) => tally.invariants.get(id)) < SEEN_MIN);
  expect(unused.map(({ id }) => id)).toEqual([]);
  // The scenarios are long enough.
  const sizes = explorations.flatMap((one) => one.sizes);
  expect(sizes.filter(({ commands }) => commands >= 5).length).toBeGreaterThan(SCENARIOS / 2);
});

test('a request limit ends the run, and a run without scenarios is inconclusive', async () => {
  const { runs, verdict } = await explore(mock.settings, { runs: 50, max_calls: 1 });
  expect({ runs, verdict }).toEqual({ runs: 1, verdict: 'clean' });
  const without_actors = { ...mock.settings, actors: new Map() };
  expect((await explore(without_actors, { runs: 1 })).reason).toContain('token');
  const read_only = { ...mock.settings, read_only_reason: '--read-only was given' };
  expect(await explore(read_only, { runs: 1 })).toMatchObject({
    verdict: 'inconclusive',
    calls: 0,
    reason: '--read-only was given',
  });
});
