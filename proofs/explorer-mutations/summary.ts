/** Totals over the explorations of one violation. */
import type { Outcome } from './job.ts';

export interface Summary {
  readonly name: string;
  readonly found: number;
  readonly of: number;
  /** Of the explorations that found it. */
  readonly median_runs: number | undefined;
  /** Undefined for races: their requests are not counted. */
  readonly median_calls: number | undefined;
  /** The explorations that did not find it, by seed. */
  readonly misses: readonly Outcome[];
}

/** The least share of explorations that must find their violation. */
const SHARE_MIN = 0.95;

export function summarize(name: string, outcomes: readonly Outcome[]): Summary {
  const found = outcomes.filter(({ verdict }) => verdict === 'found');
  const median_calls = medianOf(found.map(({ calls }) => calls));
  return {
    name,
    found: found.length,
    of: outcomes.length,
    median_runs: medianOf(found.map(({ runs }) => runs)),
    median_calls: median_calls === 0 ? undefined : median_calls,
    misses: outcomes.filter(({ verdict }) => verdict !== 'found').toSorted((a, b) => a.job.seed - b.job.seed),
  };
}

/** The lower of two middle values, so that a number of runs is whole. */
function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

export function shareOf(sums: readonly Summary[]): number {
  const of = sums.reduce((total, sum) => total + sum.of, 0);
  return of === 0 ? 0 : sums.reduce((total, sum) => total + sum.found, 0) / of;
}

/** Whether enough explorations found their violation, and every violation was found from some seed. */
export function isEnough(sums: readonly Summary[]): boolean {
  return shareOf(sums) >= SHARE_MIN && sums.every(({ found }) => found > 0);
}
