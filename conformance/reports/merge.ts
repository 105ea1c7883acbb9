/** Merges reports of one deployment, such as those of the shards of a run. The verdict is computed again, by the same rules. */
import type { CheckResult, CheckVerdict, RunReport } from '../check/verdicts.ts';
import { mergeLeftovers } from '#client';
import { ORACLES } from '../oracles/index.ts';
import type { KnownClauses, RequiredClauses } from '../config/required.ts';
import { EXIT_CODES, concludeRun, countAll, foldClauses, type Conclusion } from '../runner/conclude-run.ts';
import { isOfReceiver } from './subject.ts';

/** A report and the path of its file, for messages. */
interface NamedReport {
  readonly name: string;
  readonly report: RunReport;
}

/** Thrown for reports that cannot be merged. The message is for the user and names the files. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

/** What all reports must have in common, with a name for messages. */
const SAME: readonly (readonly [what: string, of: (report: RunReport) => string])[] = [
  ['the target', ({ target }) => target.base_url],
  ['the mode', ({ target }) => target.mode],
  ['the version of gristmill', ({ gristmill }) => gristmill],
  ['--strict', ({ is_strict }) => (is_strict ? 'given' : 'not given')],
  ['the number of shards', ({ selection }) => readShard(selection)?.of ?? ''],
  ['what was selected', ({ selection }) => (readShard(selection) === undefined ? '' : leaveOutShard(selection).join(' '))],
];

function readShard(selection: readonly string[]): { index: string; of: string } | undefined {
  const [, index, of] = /(?:^|\n)--shard (\d+)\/(\d+)(?:\n|$)/.exec(selection.join('\n')) ?? [];
  return index === undefined || of === undefined ? undefined : { index, of };
}

function leaveOutShard(selection: readonly string[]): readonly string[] {
  return selection.filter((flag) => !flag.startsWith('--shard '));
}

/** @throws MergeError if the reports are not of one run */
function ensureOneRun(named: readonly NamedReport[]): void {
  const [first, ...others] = named;
  if (first === undefined) return;
  for (const { name, report } of named) {
    if (isOfReceiver(report))
      throw new MergeError(`${name} is a report of a receiver, which has no shards; give reports of gristmill conform`);
  }
  for (const { name, report } of others) {
    for (const [what, of] of SAME) {
      // A run that could not start does not know the mode.
      if (what === 'the mode' && [first.report, report].some(({ checks }) => checks.length === 0)) continue;
      const [one, other] = [of(first.report), of(report)];
      if (one !== other)
        throw new MergeError(`${first.name} and ${name} differ in ${what}: ${one || 'none'} and ${other || 'none'}`);
    }
  }
  ensureNoOverlap(named);
}

/** Two verdicts of one check cannot be merged, except those of an oracle in different shards. @throws MergeError */
function ensureNoOverlap(named: readonly NamedReport[]): void {
  const seen = new Map<string, NamedReport>();
  for (const one of named) {
    for (const overlap of overlapsOf(one.report)) {
      const before = seen.get(overlap);
      if (before !== undefined) throw new MergeError(`${before.name} and ${one.name} ${overlap}; give one of the two`);
      seen.set(overlap, one);
    }
  }
}

/** What no two of the reports may share, worded for the error message about two that do. */
function overlapsOf({ selection, checks }: RunReport): readonly string[] {
  const shard = readShard(selection);
  const ran = checks.filter(({ verdict }) => verdict !== 'not_selected').map(({ id }) => id);
  const ranOnce = (ids: readonly string[]): readonly string[] => ids.map((id) => `both ran ${id}`);
  if (shard === undefined) return ranOnce(ran);
  return [`are both shard ${shard.index}/${shard.of}`, ...ranOnce(ran.filter((id) => !IN_EVERY_SHARD.has(id)))];
}

const IN_EVERY_SHARD: ReadonlySet<string> = new Set(ORACLES.map(({ id }) => id));

/**
 * If shards have different verdicts of an oracle, the first of these counts. As in a run without shards, a finding counts most, and an oracle that could not
 * check a response does not pass.
 */
const BY_WEIGHT: readonly CheckVerdict[] = [
  'fail',
  'warn',
  'expected_failure',
  'error',
  'flaky',
  'blocked',
  'unexpected_pass',
  'pass',
  'skip',
  'not_selected',
];

function mergeChecks(named: readonly NamedReport[]): readonly CheckResult[] {
  // Every report has all checks, in the same order.
  const by_id = Map.groupBy(
    named.flatMap(({ report }) => report.checks),
    ({ id }) => id,
  );
  return [...by_id.values()].map((results) => results.reduce((one, other) => mergeResults(one, other)));
}

function mergeResults(one: CheckResult, other: CheckResult): CheckResult {
  const [result, lighter] = BY_WEIGHT.indexOf(one.verdict) <= BY_WEIGHT.indexOf(other.verdict) ? [one, other] : [other, one];
  if (lighter.verdict === 'not_selected') return result;
  const evidence = [...(result.evidence ?? []), ...(lighter.evidence ?? [])];
  const observations = [...new Set([...(result.observations ?? []), ...(lighter.observations ?? [])])];
  return {
    ...result,
    ...(evidence.length === 0 ? {} : { evidence }),
    ...(observations.length === 0 ? {} : { observations }),
    duration_ms: one.duration_ms + other.duration_ms,
    requests: one.requests + other.requests,
  };
}

/** Missing shards, and runs that could not start. */
function listGaps(named: readonly NamedReport[]): readonly string[] {
  const shards = named.flatMap(({ report }) => readShard(report.selection) ?? []);
  const given = new Set(shards.map(({ index }) => Number(index)));
  const of = Number(shards[0]?.of ?? 0);
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((index) => !given.has(index));
  return [
    ...missing.map((index) => `shard ${index}/${of} is missing: give its report too`),
    ...named.flatMap(({ name, report }) =>
      report.checks.length === 0 ? [`${name} has no results about the target: ${report.reasons[0] ?? report.verdict}`] : [],
    ),
  ];
}

/** The clauses that can be required. */
function listClauses(checks: readonly CheckResult[]): KnownClauses {
  const selected = checks.filter(({ verdict }) => verdict !== 'not_selected');
  return {
    known: new Set(checks.flatMap(({ clauses }) => clauses)),
    selected: new Set(selected.flatMap(({ clauses }) => clauses)),
  };
}

function conclude(named: readonly NamedReport[], conclusion: Conclusion): Conclusion {
  const gaps = listGaps(named);
  if (gaps.length === 0) return conclusion;
  const reasons = [...gaps, ...conclusion.reasons];
  if (conclusion.exit_code !== 0) return { ...conclusion, reasons };
  return { verdict: 'inconclusive', reasons, exit_code: EXIT_CODES.inconclusive };
}

/**
 * Merges reports. If a shard is missing or could not start, the result is inconclusive at best.
 * @param expand returns the ids of the clauses that must be verified
 * @throws MergeError if the reports are of different targets, versions, or selections, or two of them ran the same check
 */
export function mergeReports(
  named: readonly [NamedReport, ...NamedReport[]],
  expand: (clauses: KnownClauses) => RequiredClauses,
): RunReport {
  ensureOneRun(named);
  const reports = named.map(({ report }) => report);
  const checks = mergeChecks(named);
  const clauses = foldClauses(checks);
  const known = listClauses(checks);
  const required = expand(known);
  const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];
  const stale_baseline = unique(reports.flatMap((report) => report.stale_baseline));
  const is_interrupted = reports.some((report) => report.is_interrupted);
  const faults = unique(reports.flatMap((report) => report.faults ?? []));
  const is_anonymous = reports.every((report) => report.is_anonymous === true);
  const stopped = reports.find((report) => report.stopped !== undefined)?.stopped;
  const at = { is_interrupted, faults, is_anonymous, stale_baseline, ...(stopped === undefined ? {} : { stopped }) };
  const conclusion = concludeRun(checks, clauses, { ...at, require: required.ids, selected: known.selected });
  const [started_at = ''] = reports.map((report) => report.started_at).toSorted();
  const [ended_at = ''] = reports
    .map((report) => report.ended_at)
    .toSorted()
    .toReversed();
  const requests = reports.reduce((sum, { counts }) => sum + counts.requests, 0);
  const all = reports.find((report) => report.checks.length > 0) ?? named[0].report;
  return {
    ...all,
    started_at,
    ended_at,
    duration_ms: Math.max(0, Date.parse(ended_at) - Date.parse(started_at)),
    seed: unique(reports.map(({ seed }) => seed).filter((seed) => seed !== '')).join(' '),
    selection: unique(reports.flatMap(({ selection }) => leaveOutShard(selection))),
    ...at,
    ...conclude(named, conclusion),
    counts: countAll(checks, clauses, requests),
    clauses,
    checks,
    leftovers: mergeLeftovers(reports.flatMap(({ leftovers }) => leftovers)),
    notices: unique([...reports.flatMap(({ notices }) => notices), ...required.notices]),
  };
}
