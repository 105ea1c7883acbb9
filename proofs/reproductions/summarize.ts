import type { Attempt } from './try-violation.ts';

/** The least share of the killed violations whose script has to work. The sample of CI is small. */
export const SHARE_MIN = process.env['PROOFS'] === 'full' ? 0.95 : 0.9;

interface Summary {
  readonly text: string;
  /** Of all killed violations. */
  readonly share: number;
}

export function summarize(attempts: readonly Attempt[]): Summary {
  const killed = attempts.filter(({ outcome }) => outcome !== 'survived');
  const reruns = killed.filter(({ reruns_because }) => reruns_because !== undefined);
  const requests = killed.filter(({ reruns_because }) => reruns_because === undefined);
  const text = [
    `${describe(killed)} work: they exit with 1 on the broken mock and 0 on the clean one.`,
    `${describe(requests)} that send the requests themselves, and ${describe(reruns)} that run the check again, because`,
    ...countReasons(reruns),
  ].join('\n');
  return { text, share: killed.length === 0 ? 0 : countWorking(killed) / killed.length };
}

function countWorking(attempts: readonly Attempt[]): number {
  return attempts.filter(({ outcome }) => outcome === 'works').length;
}

function describe(attempts: readonly Attempt[]): string {
  const working = countWorking(attempts);
  const share = attempts.length === 0 ? 'none' : `${((100 * working) / attempts.length).toFixed(1)} %`;
  return `${working} of ${attempts.length} scripts (${share})`;
}

function countReasons(reruns: readonly Attempt[]): readonly string[] {
  const groups = [...Map.groupBy(reruns, ({ reruns_because = '' }) => reruns_because)];
  return groups
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([why, all]) => `  ${String(all.length).padStart(4)}  ${why}`);
}
