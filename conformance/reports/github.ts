/** Workflow commands of GitHub Actions (https://docs.github.com/actions/reference/workflow-commands): the failures of a run as annotations. */
import type { RunReport } from '../check/verdicts.ts';
import { groupByCause, nameCause, type Cause } from './causes.ts';
import { checksOf, findBestReproduction, reasonOf } from './grouping.ts';
import { cut, sanitizeLine } from './text/safe-text.ts';
import { RUN_WORDS, countOf, headlineOf } from './text/wording.ts';

/** GitHub shows 10 annotations of each kind per step. */
const ANNOTATIONS_MAX = 10;
const TEXT_MAX = 600;

function escapeMessage(text: string): string {
  return sanitizeLine(cut(text, TEXT_MAX)).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function annotate(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  return `::${kind} title=${escapeProperty(title)}::${escapeMessage(message)}\n`;
}

function describeCause(cause: Cause): string {
  const [first, ...others] = cause.checks;
  const more = others.length === 0 ? '' : ` (and ${countOf(others.length, `more ${cause.noun}`)})`;
  const { command = `gristmill repro report.json ${first.id}` } = findBestReproduction(first)?.reproduction ?? {};
  return `${nameCause(cause)}${more} Reproduce it: ${command}`;
}

/** One error per cause of failures, one warning per check that is flaky or warns, and one line for the verdict. */
export function renderAnnotations(report: RunReport): string {
  const errors = groupByCause(report).map((cause) => annotate('error', cause.checks[0].id, describeCause(cause)));
  const warnings = checksOf(report, 'flaky', 'warn').map((check) => annotate('warning', check.id, reasonOf(check)));
  const verdict = annotate(
    report.exit_code === 0 ? 'notice' : 'error',
    `gristmill: ${RUN_WORDS[report.verdict]}`,
    [headlineOf(report), ...report.reasons].join('; '),
  );
  // The verdict is an error too, if there are any.
  return [verdict, ...errors.slice(0, ANNOTATIONS_MAX - 1), ...warnings.slice(0, ANNOTATIONS_MAX)].join('');
}
