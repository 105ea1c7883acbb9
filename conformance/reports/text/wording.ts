/** The words and signs that all reports share. */
import { CLAUSE_VERDICTS, type CheckVerdict, type ClauseVerdict, type RunReport, type RunVerdict } from '../../check/verdicts.ts';
import { isOfReceiver, subjectOf } from '../subject.ts';

interface Wording {
  readonly label: string;
  /** One column wide, because color alone is not accessible. */
  readonly sign: string;
}

export const CLAUSE_WORDS: Readonly<Record<ClauseVerdict, Wording & { readonly meaning: string }>> = {
  verified: { label: 'verified', sign: '✓', meaning: 'checked, and the target complies' },
  violated: { label: 'violated', sign: '✗', meaning: 'checked, and the target does not comply' },
  warned: { label: 'warned', sign: '!', meaning: 'a problem, but not with anything that the document states' },
  not_verified: { label: 'not verified', sign: '?', meaning: 'could not be checked here; the reason is given' },
  not_selected: { label: 'not selected', sign: '.', meaning: 'left out by the flags' },
  informational: { label: 'informational', sign: 'i', meaning: 'left open by the document; the observed behavior is noted' },
};

export const CHECK_WORDS: Readonly<Record<CheckVerdict, Wording>> = {
  pass: { label: 'pass', sign: '✓' },
  fail: { label: 'fail', sign: '✗' },
  warn: { label: 'warn', sign: '!' },
  skip: { label: 'skip', sign: '-' },
  blocked: { label: 'blocked', sign: '#' },
  not_selected: { label: 'not selected', sign: '.' },
  error: { label: 'error', sign: 'E' },
  expected_failure: { label: 'expected failure', sign: '~' },
  flaky: { label: 'flaky', sign: '*' },
  unexpected_pass: { label: 'unexpected pass', sign: 'P' },
};

export const RUN_WORDS: Readonly<Record<RunVerdict, string>> = {
  conformant: 'conformant',
  partial: 'partial',
  non_conformant: 'non-conformant',
  inconclusive: 'inconclusive',
};

/** The verdicts that a table of this report has a column for. */
export function shownVerdicts({ counts }: RunReport): readonly ClauseVerdict[] {
  return CLAUSE_VERDICTS.filter((verdict) => verdict !== 'not_selected' || counts.clauses.not_selected > 0);
}

/** `1 check`, `2 checks`, `1,024 requests`. */
export function countOf(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** The parts of the headline: verified and violated always, the others if not 0. */
export function headlineParts({ counts }: RunReport): readonly { verdict: ClauseVerdict; text: string }[] {
  const order: readonly ClauseVerdict[] = ['verified', 'violated', 'warned', 'not_verified', 'informational', 'not_selected'];
  return order
    .filter((verdict) => verdict === 'verified' || verdict === 'violated' || counts.clauses[verdict] > 0)
    .map((verdict) => ({ verdict, text: `${counts.clauses[verdict].toLocaleString('en')} ${CLAUSE_WORDS[verdict].label}` }));
}

/** `1 flaky check`; nothing if there is none. */
export function describeFlaky({ counts }: RunReport): readonly string[] {
  const { flaky } = counts.checks;
  return flaky === 0 ? [] : [countOf(flaky, 'flaky check')];
}

/** Whether the run could not start. */
export function wasNothingChecked({ checks, verdict }: RunReport): boolean {
  return checks.length === 0 && verdict === 'inconclusive';
}

/** "131 verified, 2 violated, 9 not verified, 14 informational": counts of clauses, never a percentage. */
export function headlineOf(report: RunReport): string {
  if (wasNothingChecked(report)) return 'nothing was checked';
  return [...headlineParts(report).map(({ text }) => text), ...describeFlaky(report)].join(', ');
}

/** The verdict, and a detail to add. For a receiver without findings, "nothing wrong" comes before what could not be checked. */
export function verdictOf(report: RunReport): { first: string; after: string | undefined } {
  const { verdict, counts } = report;
  const is_clean = counts.clauses.violated + counts.clauses.warned === 0;
  return isOfReceiver(report) && verdict === 'partial' && is_clean
    ? { first: 'nothing wrong found', after: 'partial: not everything could be checked' }
    : { first: RUN_WORDS[verdict], after: undefined };
}

/** What to do with a configuration key or flag, so that more can be verified. */
export function verbFor(config_key: string): 'correct' | 'pass' | 'remove' | 'set' {
  if (config_key === '--read-only') return 'remove';
  // A part of a hook is named only if the hook is configured and fails.
  if (/^hooks\.\w+\./.test(config_key)) return 'correct';
  return config_key.startsWith('--') ? 'pass' : 'set';
}

/** `0.4 s`, `38 s`, `12 min 5 s`. */
export function durationOf(ms: number): string {
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `a few seconds`, `about 40 s`, `about 12 min`: estimates are not more precise. */
export function roughDurationOf(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  return seconds <= 50 ? `about ${Math.ceil(seconds / 10) * 10} s` : `about ${Math.ceil(seconds / 60)} min`;
}

/** Facts about the run, as label, text, and a remark about the text. */
export function factsOf(report: RunReport): readonly (readonly [label: string, text: string, remark?: string])[] {
  const { target, selection, duration_ms, counts, seed } = report;
  return [
    target.is_mock ? ['Target', target.base_url, 'a Gristmill mock'] : ['Target', target.base_url],
    isOfReceiver(report) ? ['Kind', target.mode] : ['Mode', target.mode],
    ['Selection', selection.length === 0 ? `all ${subjectOf(report).noun}s` : selection.join(' ')],
    ['Started', report.started_at],
    ['Took', `${durationOf(duration_ms)}, ${countOf(counts.requests, 'request')}`],
    ...(seed === '' ? [] : [['Seed', seed] as const]),
    ['Version', `gristmill ${report.gristmill}${report.is_strict ? ', strict' : ''}`],
  ];
}
