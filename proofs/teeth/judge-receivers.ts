import type { CheckResult, RunReport } from '#conformance/check/verdicts';
import type { CorrectReceiver, FaultyReceiver } from '../receivers/index.ts';
import { OUT_OF_REACH, TELLING, TRUE_FINDINGS } from './exceptions.ts';

/** What came of one faulty receiver. */
export interface ReceiverBite {
  name: string;
  fault: string;
  clause: string;
  /** The drills of its row: each of them has to find it. */
  drills: readonly string[];
  /** What the first of them gives for the likely cause, or for the finding itself. */
  cause: string;
  /** Why no run of ordinary length finds it; undefined for all but a few. */
  out_of_reach: string | undefined;
  /** What was missing; undefined where it was caught and named. */
  escaped_as: string | undefined;
}

/** What came of one correct receiver. */
export interface ReceiverPeace {
  name: string;
  style: string;
  alarms: readonly string[];
  /** What is found, and rightly so. */
  true_findings: readonly string[];
}

/**
 * A faulty receiver is caught where each drill of its row finds it: one at least fails where the row says that the document is broken, and a warning is
 * enough where it says that it is not. Where the row has words for the diagnosis, a likely cause has them.
 */
export function judgeReceiverBite(row: FaultyReceiver, report: RunReport): ReceiverBite {
  const { name, fault, clause, drills } = row;
  const found = drills.flatMap((id) => report.checks.find((result) => result.id === id) ?? []);
  const [first] = found;
  const out_of_reach = OUT_OF_REACH[name];
  return {
    name,
    fault,
    clause,
    drills,
    cause: first === undefined ? '' : (causesOf(first)[0] ?? first.reason ?? ''),
    out_of_reach,
    escaped_as: out_of_reach === undefined ? findGap(row, found) : undefined,
  };
}

function findGap({ kind, drills, diagnosis }: FaultyReceiver, found: readonly CheckResult[]): string | undefined {
  const unknown = drills.find((id) => !found.some((result) => result.id === id));
  if (unknown !== undefined) return `there is no drill ${unknown}`;
  const missed = found.filter(({ verdict }) => verdict !== 'fail' && verdict !== 'warn');
  if (missed.length > 0) return missed.map(({ id, verdict, reason = '' }) => `${id} ${verdict} ${reason}`.trim()).join('; ');
  if (kind === 'faulty' && !found.some(({ verdict }) => verdict === 'fail')) return 'it is warned of, and it breaks the document';
  if (kind === 'warned' && found.some(({ verdict }) => verdict === 'fail')) return 'it fails, and the document does not state it';
  if (diagnosis === undefined || found.flatMap(causesOf).some((cause) => cause.includes(diagnosis))) return undefined;
  return `no likely cause has the words "${diagnosis}": ${found.flatMap(causesOf).join(' ')}`;
}

/** What one thing blocks is one alarm. */
function isFirst({ verdict, reason }: CheckResult, at: number, all: readonly CheckResult[]): boolean {
  return verdict !== 'blocked' || all.findIndex((one) => one.reason === reason) === at;
}

function causesOf({ evidence = [] }: CheckResult): readonly string[] {
  return evidence.flatMap(({ likely_cause }) => likely_cause ?? []);
}

/**
 * A correct receiver passes every drill. What is truly wrong with it all the same has to be found, and named.
 * @param left_out the drills that it did not meet; none unless given
 */
export function judgeReceiverPeace(
  { name, style }: CorrectReceiver,
  report: RunReport,
  left_out: readonly string[] = [],
): ReceiverPeace {
  const { fail = [], warn = [], says = [] } = TRUE_FINDINGS[name] ?? {};
  const due = new Map([...fail.map((id) => [id, 'fail'] as const), ...warn.map((id) => [id, 'warn'] as const)]);
  const others = new Map([...TELLING.map((id) => [id, 'skip'] as const), ...left_out.map((id) => [id, 'not_selected'] as const)]);
  const wrong = report.checks.filter(({ id, verdict }) => verdict !== (due.get(id) ?? others.get(id) ?? 'pass'));
  const causes = report.checks.filter(({ id }) => due.has(id)).flatMap(causesOf);
  const unsaid = says.filter((words) => !causes.some((cause) => cause.includes(words)));
  const exit_code = fail.length === 0 ? 0 : 1;
  return {
    name,
    style,
    alarms: [
      ...wrong.filter(isFirst).map(({ id, verdict, reason = '' }) => `${id} ${verdict} ${reason}`.trim()),
      ...unsaid.map((words) => `no likely cause has the words "${words}"`),
      ...(report.exit_code === exit_code ? [] : [`exit code ${report.exit_code}`]),
    ],
    true_findings: [...due.keys()],
  };
}
