/** What many explorations come to. */
import type { Outcome } from './job.ts';

export interface Sum {
  readonly name: string;
  readonly found: number;
  readonly of: number;
  /** Of those that found it; undefined where none did. */
  readonly median_runs: number | undefined;
  /** Undefined for races as well: what they cost in requests is not counted. */
  readonly median_calls: number | undefined;
  /** Those that did not find it, by their seeds. */
  readonly misses: readonly Outcome[];
}

/** Of the stated share of all explorations what is meant is found. */
export const SHARE_MIN = 0.95;

export function sumUp(name: string, outcomes: readonly Outcome[]): Sum {
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

/** The lower one of two in the middle: a number of runs is whole. */
function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}

export function shareOf(sums: readonly Sum[]): number {
  const of = sums.reduce((so_far, sum) => so_far + sum.of, 0);
  return of === 0 ? 0 : sums.reduce((so_far, sum) => so_far + sum.found, 0) / of;
}

/** Whether it bites: enough of all are found, and none of them by no seed. */
export function isSharp(sums: readonly Sum[]): boolean {
  return shareOf(sums) >= SHARE_MIN && sums.every(({ found }) => found > 0);
}
