import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../commands/index.ts';
import { explore } from './explore.ts';
import { INVARIANTS } from '../invariants/index.ts';
import { REGRESSIONS } from '../findings/regressions.ts';
import { replay } from './replay.ts';
import { startMock, type TestMock } from '../testing/start-mock.ts';
import { formatCounterexample } from '../testing/format-counterexample.ts';

/** The number of scenarios on the clean mock. The proofs play ten times as many. */
const SCENARIOS = 120;
/** Shorter than the default, to play more scenarios. */
const COMMANDS_MAX = 25;
const SEED = 20_261;
/** The minimum number of plays per kind of command, and of observations per invariant. */
const PLAYED_MIN = 5;
const SEEN_MIN = 200;
/** Generous, because other work can slow the machine down. */
const TIMEOUT_MS = 240_000;

let mock: TestMock;
beforeAll(async () => {
  mock = await startMock();
}, TIMEOUT_MS);
afterEach(async () => {
  await mock.violate();
  await mock.vary();
});
afterAll(() => mock[Symbol.asyncDispose]());

test(
  `${SCENARIOS} scenarios find nothing on the clean mock, and use every command and invariant`,
  async () => {
    const known = REGRESSIONS.map(({ commands }) => commands);
    const { verdict, reason, counterexample, tally, runs, sizes } = await explore(mock.settings, {
      runs: SCENARIOS,
      commands: COMMANDS_MAX,
      seed: SEED,
      regressions: known,
    });
    expect(verdict, counterexample === undefined ? reason : formatCounterexample(counterexample)).toBe('clean');
    expect(runs).toBe(SCENARIOS);
    const idle = COMMANDS.filter(({ kind }) => (tally.commands.get(kind) ?? 0) < PLAYED_MIN).map(
      ({ kind }) => `${kind} ${tally.commands.get(kind) ?? 0}`,
    );
    expect(idle).toEqual([]);
    const blind = INVARIANTS.filter(({ id }) => (tally.invariants.get(id) ?? 0) < SEEN_MIN).map(({ id }) => id);
    expect(blind).toEqual([]);
    // The scenarios are long enough.
    expect(sizes.filter(({ commands }) => commands >= 5).length).toBeGreaterThan(SCENARIOS / 2);
  },
  TIMEOUT_MS,
);

test(
  'PRIV-4 naming the counterparty after one invoice is found soon, in a few steps',
  async () => {
    await mock.violate('PRIV-4/unmasked-after-one-invoice');
    const { verdict, runs, counterexample } = await explore(mock.settings, { runs: 25, seed: SEED });
    expect(verdict).toBe('violated');
    expect(runs).toBeLessThanOrEqual(25);
    expect(counterexample).toMatchObject({ finding: { clause: 'PRIV-4' }, determinism: 'deterministic' });
    const commands = counterexample?.commands ?? [];
    expect(commands.length).toBeLessThanOrEqual(6);
    expect(commands.map(({ kind }) => kind)).toContain('pay_one');
    expect(counterexample?.steps).toHaveLength(commands.length);
    expect(JSON.stringify(counterexample)).not.toContain('dev_buyer');

    // The counterexample reproduces the finding, and finds nothing on the clean mock.
    expect(await replay(mock.settings, commands)).toMatchObject({ found: 3, of: 3 });
    // Seed and path lead to the original scenario.
    const { seed = 0, path } = counterexample ?? {};
    const again = await explore(mock.settings, { seed, path, shrink: { plays: 0 } });
    expect(again).toMatchObject({ verdict: 'violated', runs: 1 });
    await mock.violate();
    expect(await replay(mock.settings, commands)).toMatchObject({ found: 0, of: 3 });
  },
  TIMEOUT_MS,
);

test(
  'known regressions are played first',
  async () => {
    await mock.violate('BID-26/reject-without-effect');
    const commands = [
      { kind: 'bid', params: { price: 20 } },
      { kind: 'reject', params: {} },
    ];
    const { verdict, runs, counterexample } = await explore(mock.settings, { runs: 1, regressions: [commands] });
    expect({ verdict, runs, path: counterexample?.path }).toEqual({ verdict: 'violated', runs: 0, path: 'regression 1' });
    expect(counterexample?.finding).toMatchObject({ clause: 'EVT-18' });
  },
  TIMEOUT_MS,
);

test(
  'BID-52 accepting a bid on an archived lot is a finding, but the new status of the lot is not',
  async () => {
    await mock.vary('archived-bids-stay');
    const commands = [
      { kind: 'bid', params: { share: 2 } },
      { kind: 'archive', params: {} },
      { kind: 'accept', params: {} },
    ];
    const { shown } = await replay(mock.settings, commands, { times: 1 });
    expect(shown?.finding).toBeUndefined();
  },
  TIMEOUT_MS,
);

test(
  'a request limit ends the run, and a run without scenarios is inconclusive',
  async () => {
    const { runs, verdict } = await explore(mock.settings, { runs: 50, max_calls: 1 });
    expect({ runs, verdict }).toEqual({ runs: 1, verdict: 'clean' });
    const nobody = { ...mock.settings, actors: new Map() };
    expect((await explore(nobody, { runs: 1 })).reason).toContain('token');
    const careful = { ...mock.settings, read_only_reason: '--read-only was given' };
    expect(await explore(careful, { runs: 1 })).toMatchObject({
      verdict: 'inconclusive',
      calls: 0,
      reason: '--read-only was given',
    });
  },
  TIMEOUT_MS,
);
