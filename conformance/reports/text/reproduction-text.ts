import type { Evidence } from '../../check/verdicts.ts';
import { countOf } from './wording.ts';

/** Further steps are in the script. */
const STEPS_MAX = 12;

/** How to reproduce a finding, as lines of text. Empty if the report does not contain it. */
interface ReproductionText {
  /** Numbered. The middle of many steps is left out, which one line without a number says. */
  readonly steps: readonly string[];
  /** The command that runs the script. */
  readonly script: string;
  /** Whether the script repeats the requests of the steps. If not, it runs the check again, and a sentence says why. */
  readonly explained_rerun: string | undefined;
}

export function describeReproduction(check: string, { reproduction }: Evidence): ReproductionText | undefined {
  if (reproduction === undefined) return undefined;
  const numbered = reproduction.steps.map((step, i) => `${i + 1}. ${step}`);
  const left = numbered.length - STEPS_MAX;
  const middle = left > 0 ? [`… ${countOf(left, 'more step')}`] : [];
  const steps = [
    ...numbered.slice(0, left > 0 ? STEPS_MAX / 2 : STEPS_MAX),
    ...middle,
    ...(left > 0 ? numbered.slice(-STEPS_MAX / 2) : []),
  ];
  const { reruns_because } = reproduction;
  const explained_rerun =
    reruns_because === undefined ? undefined : `The script runs the whole check again, because ${reruns_because}.`;
  return { steps, script: `gristmill repro report.json ${check} --run`, explained_rerun };
}
