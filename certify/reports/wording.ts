import { VERDICTS, type CertifyReport, type Level, type RunVerdict, type Verdict } from '../verdict/verdict.ts';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  ready: 'ready',
  not_ready: 'not ready',
  not_shown: 'not shown',
  not_applicable: 'not applicable',
  error: 'error in Gristmill',
};

export const RUN_WORDS: Readonly<Record<RunVerdict, string>> = {
  ready: 'Ready',
  not_ready: 'Not ready',
  inconclusive: 'Inconclusive',
};

/** The counts of one level: `55 ready, 1 not ready`. Never a percentage, because a single failed `must` stage decides the verdict. */
export function countsOf(report: CertifyReport, level: Level): string {
  const counts = report.counts[level];
  const parts = VERDICTS.flatMap((verdict) => (counts[verdict] === 0 ? [] : [`${counts[verdict]} ${VERDICT_WORDS[verdict]}`]));
  return parts.length === 0 ? 'none examined' : parts.join(', ');
}
