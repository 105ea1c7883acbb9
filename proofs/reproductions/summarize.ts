import type { Attempt } from './try-violation.ts';

/** The least share of the scripts that have to work. The sample of CI has some twenty scripts, of which two may not work. */
export const SHARE_MIN = process.env['PROOFS'] === 'full' ? 0.95 : 0.9;

export interface Summary {
  readonly text: string;
  /** Of the findings that have a script. */
  readonly share: number;
}

export function summarize(attempts: readonly Attempt[]): Summary {
  const count = (outcome: Attempt['outcome']): number => attempts.filter((one) => one.outcome === outcome).length;
  const [works, wrong, no_script] = [count('works'), count('wrong'), count('no_script')];
  const scripted = works + wrong;
  const killed = scripted + no_script;
  const text = [
    `${works} of ${scripted} scripts work (${percent(works, scripted)}): they exit with 1 on the broken mock and 0 on the clean one.`,
    `That is ${percent(works, killed)} of the ${killed} killed violations; ${no_script} have no script.`,
    ...countReasons(attempts),
  ].join('\n');
  return { text, share: scripted === 0 ? 0 : works / scripted };
}

function countReasons(attempts: readonly Attempt[]): readonly string[] {
  const without = attempts.filter(({ outcome }) => outcome === 'no_script');
  const groups = [...Map.groupBy(without, ({ why = '' }) => why)].toSorted(([, one], [, other]) => other.length - one.length);
  return groups.map(([why, all]) => `  ${String(all.length).padStart(4)}  ${why}`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
}
