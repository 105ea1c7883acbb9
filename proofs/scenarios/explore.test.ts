/** A long run of the explorer: it must find nothing on the clean mock. */
import { explore } from '#scenarios';
import { startMock } from '#scenarios/testing/start-mock';
import { formatCounterexample } from '#scenarios/testing/format-counterexample';
import { expect, test } from 'vitest';

/** In CI, `scenarios/play/explore.proof.test.ts` plays 200 more. */
const SCENARIOS = process.env['PROOFS'] === 'full' ? 10_000 : 20;
/** Explorations at the same time, each from its own seed. They mostly wait. */
const LANES = 4;
const MOCKS = 2;
/** Shorter than the default, to play more scenarios. */
const COMMANDS_MAX = 20;

test(`${SCENARIOS} scenarios find nothing on the clean mock`, { timeout: 3_600_000 }, async () => {
  await using mocks = new AsyncDisposableStack();
  const started = await Promise.all(Array.from({ length: MOCKS }, async () => mocks.use(await startMock())));
  const explorations = await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const { settings } = started[lane % MOCKS] ?? (await startMock());
      return explore(settings, { runs: SCENARIOS / LANES, seed: 1_000 + lane, commands: COMMANDS_MAX });
    }),
  );
  for (const { verdict, reason, counterexample } of explorations) {
    expect(verdict, counterexample === undefined ? reason : formatCounterexample(counterexample)).toBe('clean');
  }
  expect(explorations.reduce((sum, { runs }) => sum + runs, 0)).toBe(SCENARIOS);
});
