/** Words that every report uses. */
import type { CertifyReport, Level, RunVerdict, Verdict } from '../verdict/verdict.ts';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  ready: 'ready',
  not_ready: 'not ready',
  not_shown: 'not shown',
  not_applicable: 'not applicable',
  error: 'error in Gristmill',
};

/** What a report has of a stage with many requests. */
export const LOGGED = 'the first 20 and the last 20';

export const RUN_WORDS: Readonly<Record<RunVerdict, string>> = {
  ready: 'Ready',
  not_ready: 'Not ready',
  inconclusive: 'Inconclusive',
};

/** `must: 55 ready, 1 not ready`. Never a percentage: one must that fails decides. */
export function countsOf(report: CertifyReport, level: Level): string {
  const counts = report.counts[level];
  const parts = Object.entries(VERDICT_WORDS).flatMap(([verdict, word]) => {
    // The keys of the table are the verdicts.
    const count = counts[verdict as Verdict];
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return parts.length === 0 ? 'none examined' : parts.join(', ');
}
