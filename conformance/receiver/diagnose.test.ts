/** What a receiver that rejects a good delivery is told. proofs/receivers has a receiver for every common mistake. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { diagnose } from './diagnose.ts';
import { openDrill, openReceiver, runDrills } from './testing/small-receiver.ts';

describe('no mistake is reported', () => {
  test('for a receiver that rejects deliveries at random, or all of them', async () => {
    await using clean = await openReceiver();
    expect(await diagnose(openDrill(clean.url), {})).toMatch(/^It accepted a delivery of the same kind later/);

    await using deaf = await openReceiver({ read: () => undefined });
    const [refused] = await runDrills(deaf.url, ['SIG-1/genuine']);
    expect(refused?.evidence?.[0]?.likely_cause).toMatch(/^No common mistake explains it/);
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('for a receiver that takes a second per probe, after thirty seconds', async () => {
    let elapsed_ms = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (elapsed_ms += 1_000));
    await using deaf = await openReceiver({ read: () => undefined });
    expect(await diagnose(openDrill(deaf.url), {})).toMatch(/^It responds so slowly that not all/);
    expect(deaf.arrivals.length).toBeGreaterThan(5);
    expect(deaf.arrivals.length).toBeLessThan(31);
  });
});
