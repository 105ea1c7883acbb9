import type { CheckResult } from '../check/verdicts.ts';

export const RETRIES_MAX = 5;

/**
 * Runs a check, and runs it again if it fails.
 * @param runOnce runs the check in a new context
 * @returns the first result, or a flaky one if the check passes later. It is never a pass: the target broke the clause once
 */
export async function runWithRetries(
  retries: number,
  stop: AbortSignal,
  runOnce: () => Promise<CheckResult>,
): Promise<CheckResult> {
  const first = await runOnce();
  if (first.verdict !== 'fail') return first;
  for (let n = 1; n <= retries && !stop.aborted; n += 1) {
    const { verdict } = await runOnce();
    if (verdict === 'pass') {
      return {
        ...first,
        verdict: 'flaky',
        reason: `failed once, then passed on retry ${n}: ${first.reason ?? 'no reason was given'}`,
      };
    }
  }
  return first;
}
