import type { Evidence } from '../../check/verdicts.ts';

/** Further steps are in the script. */
const STEPS_MAX = 12;

/** How to reproduce a finding, as lines of text. Empty if the report does not contain it. */
export interface ReproductionText {
  /** Numbered. The middle of many steps is left out. */
  readonly steps: readonly string[];
  /** The command that runs the script, or why there is none. */
  readonly script: string;
  readonly has_script: boolean;
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
  const has_script = reproduction.script !== undefined;
  const script = has_script
    ? `gristmill repro report.json ${check} --run`
    : `There is no script: ${reproduction.no_script_because ?? 'none was written'}.`;
  return { steps, script, has_script };
}
