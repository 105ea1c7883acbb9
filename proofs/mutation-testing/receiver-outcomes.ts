import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import type { CorrectReceiver, FaultyReceiver } from '../receivers/index.ts';
import { INFORMATIONAL_DRILLS, OUT_OF_REACH, TRUE_FINDINGS } from './exceptions.ts';

export interface FaultyOutcome {
  name: string;
  clause: string;
  /** Why a run of ordinary length cannot find it. */
  out_of_reach: string | undefined;
  /** What was missing; undefined if it was killed. */
  survived_as: string | undefined;
}

export interface CorrectOutcome {
  name: string;
  style: string;
  false_positives: readonly string[];
  /** Drills that rightly find something. */
  true_findings: readonly string[];
}

/**
 * A faulty receiver is killed if each drill of its row fails or warns, and a likely cause of the first one contains the diagnosis of the row. At least one drill must fail
 * if the row is `faulty`, and none can fail if it is `warned`.
 */
export function gradeFaulty(row: FaultyReceiver, report: RunReport): FaultyOutcome {
  const { name, clause, drills } = row;
  const found = drills.flatMap((id) => report.checks.find((result) => result.id === id) ?? []);
  const out_of_reach = OUT_OF_REACH[name];
  const errors = report.checks.filter(({ verdict }) => verdict === 'error').map(({ id, reason = '' }) => `${id} error ${reason}`);
  const survived_as = errors[0] ?? findGap(row, found);
  return { name, clause, out_of_reach, survived_as: out_of_reach === undefined ? survived_as : undefined };
}

function findGap({ kind, drills, diagnosis }: FaultyReceiver, found: readonly CheckResult[]): string | undefined {
  const unknown = drills.find((id) => !found.some((result) => result.id === id));
  if (unknown !== undefined) return `there is no drill ${unknown}`;
  const missed = found.filter(({ verdict }) => verdict !== 'fail' && verdict !== 'warn');
  if (missed.length > 0) return missed.map(({ id, verdict, reason = '' }) => `${id} ${verdict} ${reason}`.trim()).join('; ');
  if (kind === 'faulty' && !found.some(({ verdict }) => verdict === 'fail'))
    return 'it only warns, and the receiver breaks the document';
  if (kind === 'warned' && found.some(({ verdict }) => verdict === 'fail'))
    return 'it fails, and the document does not state the rule';
  const causes = found.slice(0, 1).flatMap(causesOf);
  if (diagnosis === undefined || causes.some((cause) => cause.search(diagnosis) >= 0)) return undefined;
  return `no likely cause matches "${String(diagnosis)}": ${causes.join(' ')}`;
}

/** Checks that are blocked for the same reason count once. */
function isFirst({ verdict, reason }: CheckResult, at: number, all: readonly CheckResult[]): boolean {
  return verdict !== 'blocked' || all.findIndex((one) => one.reason === reason) === at;
}

export function causesOf({ evidence = [] }: CheckResult): readonly string[] {
  return evidence.flatMap(({ likely_cause }) => likely_cause ?? []);
}

/** A correct receiver passes every drill, except for its true findings, which must be found. */
export function gradeCorrect({ name, style }: CorrectReceiver, report: RunReport): CorrectOutcome {
  const { fail = [], warn = [], unchecked = [], says = [] } = TRUE_FINDINGS[name] ?? {};
  const due = new Map([...fail.map((id) => [id, 'fail'] as const), ...warn.map((id) => [id, 'warn'] as const)]);
  const wrong = report.checks.filter(
    ({ id, verdict }) =>
      verdict !== (due.get(id) ?? (INFORMATIONAL_DRILLS.includes(id) ? 'skip' : 'pass')) &&
      !(unchecked.includes(id) && ['skip', 'blocked'].includes(verdict)),
  );
  const causes = report.checks.filter(({ id }) => due.has(id)).flatMap(causesOf);
  const unsaid = says.filter((words) => !causes.some((cause) => cause.includes(words)));
  const exit_code = fail.length === 0 ? 0 : 1;
  return {
    name,
    style,
    false_positives: [
      ...wrong.filter(isFirst).map(({ id, verdict, reason = '' }) => `${id} ${verdict} ${reason}`.trim()),
      ...unsaid.map((words) => `no likely cause contains "${words}"`),
      ...(report.exit_code === exit_code ? [] : [`exit code ${report.exit_code}`]),
    ],
    true_findings: [...due.keys()],
  };
}
