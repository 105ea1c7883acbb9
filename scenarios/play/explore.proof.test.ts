import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '../commands/index.ts';
import { explore } from './explore.ts';
import { INVARIANTS } from '../invariants/index.ts';
import { REGRESSIONS } from '../findings/regressions.ts';
import { replay } from './replay.ts';
import type { TestMock } from '../testing/start-mock.ts';
import { startMock } from '../testing/start-mock.ts';
import { formatCounterexample } from '../testing/format-counterexample.ts';

/** How many scenarios the clean mock is put through here; ten times as many in the proofs. */
const SCENARIOS = 200;
/** Shorter than elsewhere: many stories in little time. */
const COMMANDS_MAX = 25;
const SEED = 20_261;
/** Every kind of command is played at least so often in them, and every invariant sees at least so much. */
const PLAYED_MIN = 5;
const SEEN_MIN = 200;
/** Nothing waits so long: it is what other work on the machine may cost. */
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
  `${SCENARIOS} scenarios show nothing on the clean mock, and none of what they are made of is idle`,
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
    // Stories, and no openings only.
    expect(sizes.filter(({ commands }) => commands >= 5).length).toBeGreaterThan(SCENARIOS / 2);
  },
  TIMEOUT_MS,
);

test(
  'PRIV-4 naming the counterparty after one invoice is found at once, and told in a few steps',
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

    // The same story shows it again, and nothing once the mock obeys.
    expect(await replay(mock.settings, commands)).toMatchObject({ found: 3, of: 3 });
    // Seed and path lead to the scenario that it was drawn in.
    const { seed = 0, path } = counterexample ?? {};
    const again = await explore(mock.settings, { seed, path, shrink: { plays: 0 } });
    expect(again).toMatchObject({ verdict: 'violated', runs: 1 });
    await mock.violate();
    expect(await replay(mock.settings, commands)).toMatchObject({ found: 0, of: 3 });
  },
  TIMEOUT_MS,
);

test(
  'what was found before is played first',
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
  "BID-52 a bid that outlived its archived lot is accepted: what becomes of the lot is nobody's fault",
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
  'a budget of requests ends it, and what cannot be played at all is inconclusive',
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
