import type { Evidence } from '../../check/verdicts.ts';

/** Further steps are in the script. */
const STEPS_MAX = 12;

/** How to reproduce a finding, as lines of text. Empty if the report does not contain it. */
export interface ReproductionText {
  /** Numbered. The middle of many steps is left out. */
  readonly steps: readonly string[];
  /** The command that runs the script. */
  readonly script: string;
  /** Why the script runs the check again instead of single requests. */
  readonly reruns_because: string | undefined;
}

export function describeReproduction(check: string, { reproduction }: Evidence): ReproductionText | undefined {
  if (reproduction === undefined) return undefined;
  const numbered = reproduction.steps.map((step, i) => `${i + 1}. ${step}`);
  const left = numbered.length - STEPS_MAX;
  const middle = left > 0 ? [`… ${left} more`] : [];
  const steps = [
    ...numbered.slice(0, left > 0 ? STEPS_MAX / 2 : STEPS_MAX),
    ...middle,
    ...(left > 0 ? numbered.slice(-STEPS_MAX / 2) : []),
  ];
  return { steps, script: `gristmill repro report.json ${check} --run`, reruns_because: reproduction.reruns_because };
}
