import { check, type Check, type Need } from '../../check/check.ts';
import type { Settings } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

interface Times {
  readonly timeout_ms: number;
  /** The real time that the second check waits, in seconds. */
  readonly waits_seconds: (settings: Settings) => number;
}

/**
 * Two checks of one rule about later attempts: with the clock hook, and in real time for a deployment without one.
 * @param needs of both, without the hook
 */
export function checkWithBothClocks(
  id: Check['id'],
  title: string,
  needs: readonly Need[],
  run: (t: CheckContext) => Promise<void>,
  { timeout_ms, waits_seconds }: Times,
): readonly Check[] {
  return [
    check(id, title, [...needs, 'hook:advance_clock'], run, { lane: 'clock', timeout_ms }),
    check(
      `${id}-in-real-time`,
      title,
      needs,
      async (t) => {
        if (t.hasHook('advance_clock')) t.unverifiable(`with a clock hook, ${id} covers this`);
        await run(t);
      },
      {
        lane: 'patient',
        timeout_ms,
        waits_seconds: (settings) => (settings.hooks.has('advance_clock') ? 0 : waits_seconds(settings)),
      },
    ),
  ];
}
