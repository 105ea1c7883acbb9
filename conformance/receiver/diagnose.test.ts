/** What a receiver that rejects a good delivery is told. proofs/receivers has a receiver for every common mistake. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CheckResult } from '../check/verdicts.ts';
import { attackReceiver } from './attack.ts';
import { diagnose } from './diagnose.ts';
import type { Drill } from './drill.ts';
import { DrillContext } from './drill-context.ts';
import { ReceiverRun } from './run.ts';
import type { Habits } from './testing/small-receiver.ts';
import { makeReceiverSettings, openReceiver } from './testing/small-receiver.ts';

async function attack(habits: Habits, ...only: readonly string[]): Promise<readonly CheckResult[]> {
  await using receiver = await openReceiver(habits);
  const { checks } = await attackReceiver(
    makeReceiverSettings(receiver.url, { selection: { only, skip: [], clauses: [], shard: undefined } }),
  );
  return checks.filter(({ verdict }) => verdict !== 'not_selected');
}

const TRYING: Drill = { id: 'SIG-1/genuine', title: '', clause: 'SIG-1', lane: 'open', run: async () => Promise.resolve() };

describe('no mistake is reported', () => {
  test('for a receiver that rejects deliveries at random, or all of them', async () => {
    await using clean = await openReceiver();
    const asked = new DrillContext(new ReceiverRun(makeReceiverSettings(clean.url)), TRYING, new AbortController().signal);
    expect(await diagnose(asked, {})).toMatch(/^It accepted a delivery of the same kind later/);

    const [refused] = await attack({ read: () => undefined }, 'SIG-1/genuine');
    expect(refused?.evidence?.[0]?.likely_cause).toMatch(/^No common mistake explains it/);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('for a receiver that takes a second per probe, after thirty seconds', async () => {
    let elapsed_ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (elapsed_ms += 1_000));
    await using deaf = await openReceiver({ read: () => undefined });
    const asked = new DrillContext(new ReceiverRun(makeReceiverSettings(deaf.url)), TRYING, new AbortController().signal);
    expect(await diagnose(asked, {})).toMatch(/^It answers so slowly that not all/);
    expect(deaf.arrivals.length).toBeGreaterThan(5);
    expect(deaf.arrivals.length).toBeLessThan(31);
  });
});
