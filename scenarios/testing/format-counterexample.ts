import type { Counterexample } from '../findings/counterexample.ts';

/** Formats a counterexample as the message of a failed test, with the commands to replay it. */
export function formatCounterexample({ seed, path, steps, finding, commands }: Counterexample): string {
  return [
    `${finding.clause} (${finding.invariant}): ${finding.message}`,
    `expected ${finding.expected ?? ''}; observed ${finding.observed ?? ''}`,
    ...steps.map(({ text }, i) => `${i + 1}. ${text}`),
    `gristmill explore --seed ${seed} --replay ${path}`,
    `or as an entry of scenarios/findings/regressions.json: ${JSON.stringify(commands)}`,
  ].join('\n');
}
