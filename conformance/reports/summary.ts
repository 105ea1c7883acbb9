/** The summary at the end of a run. */
import type { CheckResult, ClauseVerdict, Evidence, RunReport, RunVerdict, TestNoun } from '../check/verdicts.ts';
import { causeKeyOf, groupByCause, type Cause } from './causes.ts';
import type { Group } from './grouping.ts';
import {
  checksOf,
  clausesOf,
  evidenceOf,
  groupBlocked,
  groupPartlyVerified,
  groupUnverified,
  reasonOf,
  separateReasonOf,
} from './grouping.ts';
import { subjectOf } from './subject.ts';
import { foldCommand, wrap, type Style } from './text/layout.ts';
import { cut, sanitizeLine } from './text/safe-text.ts';
import type { Sheet } from './text/sheet.ts';
import { COMMAND_MAX, LINE_MAX, drawBullet, drawBullets, drawCommand, drawLabelled, drawStep, drawTitle } from './text/sheet.ts';
import { rowsOf } from './text/evidence-text.ts';
import { prepareCommands } from './prepare-commands.ts';
import {
  CHECK_WORDS,
  countOf,
  factsOf,
  headlineOf,
  headlineParts,
  describeFlaky,
  verbFor,
  verdictOf,
  wasNothingChecked,
} from './text/wording.ts';

export const WIDTH_MAX = 100;
const EVIDENCE_MAX = 3;
/** How many ids of a group are listed. The other reports list all. */
const IDS_MAX = 24;
const BLOCKED_IDS_MAX = 8;
const CAUSES_FULL_MAX = 10;
const ALSO_MAX = 12;

/** A line that starts like this would be a workflow command for GitHub. */
const LINE_COMMAND = /^(\s*)::/;

const CLAUSE_STYLES: Readonly<Record<ClauseVerdict, Style>> = {
  verified: 'green',
  violated: 'red',
  warned: 'yellow',
  not_verified: 'magenta',
  informational: 'cyan',
  not_selected: 'dim',
};

const EVIDENCE_STYLES: Readonly<Partial<Record<string, Style>>> = { found: 'bold', expected: 'green', observed: 'red' };

const COMMAND_WORDS: Readonly<Partial<Record<string, string>>> = { curl: 'send the last request', rerun: 'run it again' };

/** @param is_last whether to end with the commands, which are the same for all findings of a check */
function drawEvidence(sheet: Sheet, check: CheckResult, evidence: Evidence, index: number, is_last: boolean): readonly string[] {
  return rowsOf(check, evidence, index).flatMap(({ label, text, kind }) => {
    if (kind === 'step') return drawStep(sheet, label, text);
    if (kind === 'command') return is_last || label === 'curl' ? drawCommand(sheet, COMMAND_WORDS[label] ?? label, text) : [];
    return drawLabelled(sheet, label, text, EVIDENCE_STYLES[label]);
  });
}

const LEVEL_WORDS = { S: 'stated', D: 'derived', A: 'assumed' } as const;

/** The first failure of a cause in full, and the ids of the others. */
function drawFailure(
  sheet: Sheet,
  report: RunReport,
  { checks: [check, ...others], is_explained, noun }: Cause,
): readonly string[] {
  const { sign, label } = CHECK_WORDS[check.verdict];
  const all = evidenceOf(check);
  const shown = all.slice(0, EVIDENCE_MAX);
  const left = all.length - shown.length;
  const reason = separateReasonOf(check);
  const ids = others.map(({ id }) => id);
  const head = wrap(`${sign} ${label}  ${sanitizeLine(check.id)}  ${sanitizeLine(cut(check.title, LINE_MAX))}`, sheet.width - 2);
  return [
    '',
    ...head.map((line) => `  ${sheet.paint(['bold', 'red'], line)}`),
    ...clausesOf(report, check).flatMap(({ id, level, statement, section }) =>
      drawLabelled(sheet, id, `${statement}\n[${level}: ${LEVEL_WORDS[level]}] Section "${section}"`),
    ),
    ...(reason === undefined ? [] : drawLabelled(sheet, 'why', reason)),
    ...shown.flatMap((evidence, i) => drawEvidence(sheet, check, evidence, i, i === shown.length - 1)),
    ...(left > 0 ? drawLabelled(sheet, 'more', `${countOf(left, 'more finding')} in the other reports`) : []),
    ...(others.length > 0
      ? drawLabelled(
          sheet,
          'also',
          `${countOf(ids.length, `more ${noun}`)} ${is_explained ? 'with this possible cause' : 'failed in the same way'}: ${listIds(ids, ALSO_MAX)}`,
        )
      : []),
  ];
}

/** The first groups of failures in full and the others in one line each, so that a terminal can show them. With `--verbose`, all in full. */
function drawFailures(sheet: Sheet, report: RunReport, causes: readonly Cause[]): readonly string[] {
  const full = sheet.is_verbose || causes.length <= CAUSES_FULL_MAX + 1 ? causes : causes.slice(0, CAUSES_FULL_MAX);
  const rest = causes.slice(full.length);
  return [
    ...full.flatMap((cause) => drawFailure(sheet, report, cause)),
    ...(rest.length === 0
      ? []
      : ['', '  Shortened; --verbose, --report text=report.txt, and --report html=report.html show these in full:']),
    ...rest.flatMap(({ checks: [check, ...others], noun }) =>
      drawBullet(
        sheet,
        `${check.id}: ${reasonOf(check)}${others.length === 0 ? '' : ` And ${countOf(others.length, `more ${noun}`)} like it.`}`,
        CHECK_WORDS[check.verdict].sign,
      ),
    ),
  ];
}

function listIds(ids: readonly string[], max: number): string {
  const left = ids.length - max;
  const shown = ids.slice(0, left > 1 ? max : ids.length);
  return [...shown, ...(left > 1 ? [`and ${left.toLocaleString('en')} more`] : [])].join(', ');
}

function drawWarning(sheet: Sheet, check: CheckResult): readonly string[] {
  const { rerun, likely_cause } = check.evidence?.[0] ?? {};
  const cause = likely_cause === undefined ? '' : ` Possible cause: ${likely_cause}`;
  return [
    ...drawBullet(sheet, `${check.id}: ${reasonOf(check)}${cause}`, CHECK_WORDS[check.verdict].sign),
    ...(rerun === undefined || rerun.length > COMMAND_MAX || check.verdict === 'expected_failure'
      ? []
      : foldCommand(sanitizeLine(rerun), sheet.width - 6).map((line) => sheet.paint('dim', `      ${line}`))),
  ];
}

/** One entry per cause: a deployment that builds its links from an internal host name warns in every check of links. */
function drawWarnings(sheet: Sheet, report: RunReport, title: string, verdict: CheckResult['verdict']): readonly string[] {
  const checks = checksOf(report, verdict);
  const groups = [...Map.groupBy(checks, causeKeyOf).values()];
  const lines = groups.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return drawWarning(sheet, first);
    const alike = first.evidence?.[0]?.likely_cause === undefined ? 'like it' : 'with this possible cause';
    const ids = listIds(
      others.map(({ id }) => id),
      ALSO_MAX,
    );
    const also = sanitizeLine(`${countOf(others.length, `more ${subjectOf(report).noun}`)} ${alike}: ${ids}`);
    return [...drawWarning(sheet, first), ...wrap(also, sheet.width - 6).map((line) => sheet.paint('dim', `      ${line}`))];
  });
  return drawSection(
    sheet,
    `${title} (${checks.length}${groups.length < checks.length ? ` in ${countOf(groups.length, 'group')}` : ''})`,
    lines,
  );
}

function drawGroup(sheet: Sheet, head: string, ids: readonly string[], ids_max = IDS_MAX): readonly string[] {
  const listed = wrap(sanitizeLine(listIds(ids, ids_max)), sheet.width - 6).map((line) => sheet.paint('dim', `      ${line}`));
  return [...drawBullet(sheet, head), ...listed];
}

function drawBlocked(sheet: Sheet, noun: TestNoun, { cause, ids }: Group): readonly string[] {
  return drawGroup(sheet, `${cut(cause, LINE_MAX - 50)}, so ${countOf(ids.length, noun)} could not run`, ids, BLOCKED_IDS_MAX);
}

function drawUnverified(sheet: Sheet, { cause, config_key, ids }: Group, what = ''): readonly string[] {
  if (config_key === undefined) return drawGroup(sheet, `${cause.replace(/[.:]$/, '')}:`, ids);
  return drawGroup(
    sheet,
    `${verbFor(config_key)} \`${cut(config_key, LINE_MAX / 2)}\` to verify${what} (${cut(cause, LINE_MAX / 2)}):`,
    ids,
  );
}

function drawSection(sheet: Sheet, title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...drawTitle(sheet, title), ...lines];
}

const RUN_STYLES = {
  conformant: 'green',
  partial: 'yellow',
  non_conformant: 'red',
  inconclusive: 'magenta',
} as const satisfies Record<RunVerdict, Style>;

/** The verdict with the exit code, the counts, and the reasons. */
function drawHeadline(sheet: Sheet, report: RunReport): readonly string[] {
  const { paint, width } = sheet;
  const { first, after } = verdictOf(report);
  const badge = paint(['bold', 'inverse', RUN_STYLES[report.verdict]], ` ${first.toUpperCase()} `);
  const counts = wasNothingChecked(report)
    ? [headlineOf(report)]
    : [...headlineParts(report).map(({ verdict, text }) => paint(CLAUSE_STYLES[verdict], text)), ...describeFlaky(report)];
  const unit = wasNothingChecked(report) ? '' : 'Clauses: ';
  const details = [
    `exit code ${report.exit_code}`,
    ...(after === undefined ? [] : [after]),
    ...(report.is_interrupted ? ['interrupted'] : []),
  ];
  return [
    `${badge} ${details.join(', ')}`,
    ...(headlineOf(report).length + unit.length + 2 <= width
      ? [`  ${unit}${counts.join(', ')}`]
      : counts.map((line) => `  ${line}`)),
    ...drawBullets(sheet, report.reasons),
  ];
}

function drawObservations(sheet: Sheet, report: RunReport): readonly string[] {
  if (!sheet.is_verbose) return [];
  const texts = report.checks.flatMap(({ id, observations = [] }) => observations.map((text) => `${id}: ${text}`));
  return drawBullets(sheet, texts);
}

/**
 * The end of a run, as lines of at most `width` columns. Only a command whose single word is longer sticks out, so that it can be pasted.
 * The verdict comes last, where a terminal shows it.
 */
export function summarize(report: RunReport, sheet: Sheet): string {
  const failures = checksOf(report, 'fail', 'unexpected_pass', 'error');
  const causes = groupByCause(report);
  const facts = factsOf(report).flatMap(([label, text, remark]) =>
    wrap(`${sanitizeLine(cut(text, LINE_MAX))}${remark === undefined ? '' : ` (${remark})`}`, sheet.width - 16).map(
      (line, index) => `  ${(index === 0 ? label : '').padEnd(13)} ${line}`,
    ),
  );
  // The ids are in the reports that machines read.
  const leftovers = report.leftovers.map((leftover) => leftover.replace(/: [a-z]{1,8}_[^:]*$/, ''));
  const groups = causes.length < failures.length ? ` in ${countOf(causes.length, 'group')}` : '';
  const sections = [
    drawSection(sheet, `Failures (${failures.length}${groups})`, drawFailures(sheet, report, causes)),
    drawSection(
      sheet,
      'To run the commands above',
      prepareCommands(report).flatMap(({ text, commands }) => [
        ...drawBullet(sheet, text),
        ...commands.flatMap((line) => foldCommand(line, sheet.width - 6)).map((line) => `      ${line}`),
      ]),
    ),
    drawWarnings(sheet, report, 'Flaky', 'flaky'),
    drawWarnings(sheet, report, 'Warnings', 'warn'),
    drawWarnings(sheet, report, 'Accepted by the baseline', 'expected_failure'),
    drawSection(
      sheet,
      'Blocked',
      groupBlocked(report).flatMap((group) => drawBlocked(sheet, subjectOf(report).noun, group)),
    ),
    drawSection(
      sheet,
      'Not verified',
      groupUnverified(report).flatMap((group) => drawUnverified(sheet, group)),
    ),
    drawSection(
      sheet,
      'Verified in part',
      groupPartlyVerified(report).flatMap((group) => drawUnverified(sheet, group, ' all of')),
    ),
    drawSection(sheet, 'Observed where the document leaves a choice', drawObservations(sheet, report)),
    drawSection(sheet, 'Notes', drawBullets(sheet, report.notices)),
    drawSection(sheet, 'Left behind', drawBullets(sheet, leftovers)),
  ].flat();
  const lines = [...facts, ...sections, '', ...drawHeadline(sheet, report), ''];
  return lines.map((line) => line.replace(LINE_COMMAND, '$1: :')).join('\n');
}
