/** JUnit XML for build servers: one suite per area, one case per check. */
import type { CheckResult, CheckVerdict, Evidence, RunReport } from '../check/verdicts.ts';
import { acceptanceOf, areaOf, clausesOf, evidenceOf, reasonOf, separateReasonOf, titleOfArea } from './grouping.ts';
import { groupByCause, nameCause, type Cause } from './causes.ts';
import { cut } from './text/safe-text.ts';
import { isOfReceiver, subjectOf } from './subject.ts';
import { rowsOf } from './text/evidence-text.ts';
import { prepareCommands } from './prepare-commands.ts';
import { CHECK_WORDS, RUN_WORDS, headlineOf } from './text/wording.ts';
import { escapeText, writeAttributes } from './text/xml.ts';

const TEXT_MAX = 10_000;
const MESSAGE_MAX = 500;
const SHORT_MAX = 60;
/** A skipped test has only this text. */
const REASON_MAX = 250;

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

const OUTCOMES: Readonly<Record<CheckVerdict, Outcome>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failure',
  unexpected_pass: 'failure',
  error: 'error',
  blocked: 'error',
  skip: 'skipped',
  not_selected: 'skipped',
  // It failed, but the baseline accepts that.
  expected_failure: 'skipped',
  // It failed once, so a build server must not show it as green.
  flaky: 'error',
};

function describeEvidence(check: CheckResult, evidence: Evidence, index: number): string {
  return rowsOf(check, evidence, index)
    .map(({ label, text }) => cut(label === '' ? text : `${`${label}:`.padEnd(11)}${text}`, TEXT_MAX / 5))
    .join('\n');
}

function describe(report: RunReport, check: CheckResult): string {
  const clauses = clausesOf(report, check).map(({ id, statement, section }) => `${id}: ${statement} (${section})`);
  const reasons = [separateReasonOf(check), check.blocked_by];
  const parts = [
    ...clauses,
    ...reasons.filter((line) => line !== undefined),
    ...evidenceOf(check).map((one, i) => describeEvidence(check, one, i)),
    ...(check.observations ?? []),
  ];
  return escapeText(cut(parts.map((part) => cut(part, TEXT_MAX)).join('\n\n'), TEXT_MAX));
}

/** A short reason. The suite has the whole reason, once. */
function shortenReason(check: CheckResult): string {
  const acceptance = acceptanceOf(check);
  if (acceptance !== undefined) return acceptance;
  if (check.verdict !== 'skip') return CHECK_WORDS[check.verdict].label;
  return check.config_key === undefined ? cut(reasonOf(check), REASON_MAX) : `set ${cut(check.config_key, SHORT_MAX)}`;
}

function writeOutcome(report: RunReport, check: CheckResult): string {
  const outcome = OUTCOMES[check.verdict];
  const message = cut(check.blocked_by ?? reasonOf(check), MESSAGE_MAX);
  if (outcome === 'skipped') return `      <skipped${writeAttributes({ message: shortenReason(check) })}/>\n`;
  if (outcome !== 'passed') {
    return `      <${outcome}${writeAttributes({ message, type: check.verdict })}>${describe(report, check)}</${outcome}>\n`;
  }
  return check.verdict === 'warn' ? `      <system-out>${describe(report, check)}</system-out>\n` : '';
}

function writeCase(report: RunReport, check: CheckResult): string {
  const { id, title, duration_ms, verdict, clauses, fingerprint, config_key } = check;
  const properties = { verdict, clauses: clauses.join(' '), fingerprint, config_key };
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => `        <property${writeAttributes({ name, value: cut(value, MESSAGE_MAX) })}/>\n`)
    .join('');
  const attributes = {
    name: `${id}: ${cut(title, MESSAGE_MAX)}`,
    classname: `${subjectOf(report).word}.${areaOf(id)}`,
    time: (duration_ms / 1_000).toFixed(3),
  };
  return (
    `    <testcase${writeAttributes(attributes)}>\n      <properties>\n${written}      </properties>\n` +
    `${writeOutcome(report, check)}    </testcase>\n`
  );
}

function countOutcomes(checks: readonly CheckResult[]): { tests: number; failures: number; errors: number; skipped: number } {
  const count = (outcome: Outcome): number => checks.filter((check) => OUTCOMES[check.verdict] === outcome).length;
  return { tests: checks.length, failures: count('failure'), errors: count('error'), skipped: count('skipped') };
}

function timeOf(checks: readonly CheckResult[]): string {
  return (checks.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1_000).toFixed(3);
}

/** The causes of the failures of a suite, because build servers only list the failures. */
function describeCauses(causes: readonly Cause[], members: readonly CheckResult[]): readonly string[] {
  const own = new Set(members);
  const lines = causes.flatMap((cause) => {
    const here = cause.checks.filter((check) => own.has(check)).length;
    return here === 0 ? [] : [`${cut(nameCause(cause), MESSAGE_MAX)} (${here} here, ${cause.checks.length} in all)`];
  });
  return lines.length === 0 ? [] : ['What went wrong:', ...lines];
}

function describeSkips(members: readonly CheckResult[]): readonly string[] {
  const skipped = members.filter(({ verdict }) => verdict === 'skip');
  const groups = Map.groupBy(skipped, (check) => `${check.config_key ?? ''} ${reasonOf(check)}`);
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const key = first.config_key === undefined ? '' : ` (${cut(first.config_key, SHORT_MAX)})`;
    return [`${group.length} × ${cut(reasonOf(first), MESSAGE_MAX)}${key}`];
  });
  return lines.length === 0 ? [] : ['Skipped:', ...lines];
}

function writeOutput(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `    <system-out>${escapeText(cut(lines.join('\n'), TEXT_MAX))}</system-out>\n`;
}

/** A run can fail although no check did, for example if a required clause is not verified. Then this case fails. */
function checkRun(report: RunReport): readonly CheckResult[] {
  const has_failed_case = report.checks.some((check) => ['failure', 'error'].includes(OUTCOMES[check.verdict]));
  if (report.exit_code === 0 || has_failed_case) return [];
  const reasons = report.reasons.length === 0 ? [`exit code ${report.exit_code}`] : report.reasons;
  const verdict = report.exit_code === 1 ? 'fail' : 'error';
  const title = `the run is ${RUN_WORDS[report.verdict]}`;
  return [{ id: 'run/verdict', title, clauses: [], verdict, reason: reasons.join('\n'), duration_ms: 0, requests: 0 }];
}

/**
 * The report as JUnit XML. A blocked check is an error. Skipped checks and known failures are skipped, and checks that were not selected are left
 * out. A check with a warning passes, and its output contains the warning. The output of a suite lists the reasons for skipping once, and the causes
 * of its failures. If the exit code is not 0 and no check failed, a suite `run` contains a failing case.
 */
export function renderJunit(report: RunReport): string {
  const checks = [...report.checks.filter(({ verdict }) => verdict !== 'not_selected'), ...checkRun(report)];
  const causes = groupByCause(report);
  // Only the first suite with failures says how to prepare the commands.
  let preparations = prepareCommands(report).flatMap(({ text, commands }) => [text, ...commands]);
  const describeGroup = (members: readonly CheckResult[]): string => {
    const lines_of_causes = describeCauses(causes, members);
    const lines = [...lines_of_causes, ...(lines_of_causes.length === 0 ? [] : preparations), ...describeSkips(members)];
    if (lines_of_causes.length > 0) preparations = [];
    return writeOutput(lines);
  };
  const suites = [...Map.groupBy(checks, ({ id }) => areaOf(id))].map(([word, members]) => {
    const attributes = {
      name: `${isOfReceiver(report) ? 'receiver: ' : ''}${titleOfArea(word) === word ? word : `${word} ${titleOfArea(word)}`}`,
      ...countOutcomes(members),
      time: timeOf(members),
      timestamp: report.started_at.replace(/\.\d+Z$/, ''),
    };
    return `  <testsuite${writeAttributes(attributes)}>\n${members.map((check) => writeCase(report, check)).join('')}${describeGroup(members)}  </testsuite>\n`;
  });
  const attributes = {
    name: `gristmill${isOfReceiver(report) ? ' receiver' : ''}: ${headlineOf(report)}`,
    ...countOutcomes(checks),
    time: (report.duration_ms / 1_000).toFixed(3),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${writeAttributes(attributes)}>\n${suites.join('')}</testsuites>\n`;
}
