/** Sorts and groups the content of a report for readers. Does not change verdicts. */
import { AREAS } from '#spec/clauses/index';
import { parseJson, quoteError } from '#client';
import type { CheckResult, CheckVerdict, ClauseResult, Evidence, RunCounts, RunReport } from '../check/verdicts.ts';
import type { Reproduction } from '../reproduction/write-reproduction.ts';
import { readAccepted } from '../runner/baseline.ts';
import { countClauses } from '../runner/conclude-run.ts';
import { cut } from './text/safe-text.ts';

export interface Group {
  readonly cause: string;
  /** The configuration key that would help, if any. */
  readonly config_key: string | undefined;
  readonly ids: readonly string[];
}

interface AreaGroup {
  /** `WHK` */
  readonly word: string;
  readonly title: string;
  readonly clauses: readonly ClauseResult[];
  readonly counts: RunCounts['clauses'];
}

const TITLES: ReadonlyMap<string, string> = new Map(AREAS.map(({ word, title }) => [word, title]));
const NO_REASON = 'no reason was given';

/** `WHK` of `WHK-2` and of `WHK-2/secret-shown-once`. */
export function areaOf(id: string): string {
  return id.replace(/[-/].*$/s, '');
}

/** The title of an area, or its id if it is not in the catalog. */
export function titleOfArea(word: string): string {
  return TITLES.get(word) ?? word;
}

export function checksOf({ checks }: RunReport, ...verdicts: readonly CheckVerdict[]): readonly CheckResult[] {
  return checks.filter(({ verdict }) => verdicts.includes(verdict));
}

export function clausesOf(report: RunReport, check: CheckResult): readonly ClauseResult[] {
  return report.clauses.filter(({ id }) => check.clauses.includes(id));
}

const SEVERITIES: readonly Evidence['severity'][] = ['fail', 'warn', 'info'];

/** The evidence of a check, the worst first. */
export function evidenceOf({ evidence = [] }: CheckResult): readonly Evidence[] {
  return SEVERITIES.flatMap((wanted) => evidence.filter(({ severity }) => severity === wanted));
}

/** The finding whose script shows a check best: a script of single requests shows more than one that runs the check again. */
export function findBestReproduction(check: CheckResult): (Evidence & { reproduction: Reproduction }) | undefined {
  const found = evidenceOf(check).filter(
    (one): one is Evidence & { reproduction: Reproduction } => one.reproduction !== undefined,
  );
  return found.find(({ reproduction }) => reproduction.reruns_because === undefined) ?? found[0];
}

/** `known, accepted until 2030-01-31`. Undefined if the baseline does not accept a failure of the check. */
export function acceptanceOf(check: CheckResult): string | undefined {
  const accepted = readAccepted(check);
  return accepted === undefined ? undefined : `known, accepted until ${accepted.until}`;
}

/** The message of a finding. For the first one, it is the reason of the check, which adds how often the finding occurred. */
export function messageOf({ reason }: CheckResult, { message }: Evidence, index: number): string {
  return index === 0 && reason?.startsWith(message) === true ? reason : message;
}

/** The reason of a check, unless its first evidence states it. */
export function separateReasonOf(check: CheckResult): string | undefined {
  const [worst] = evidenceOf(check);
  return worst !== undefined && check.reason?.startsWith(worst.message) === true ? undefined : check.reason;
}

/** The result of a check in one line: its reason, or its worst evidence. */
export function reasonOf(check: CheckResult): string {
  const acceptance = acceptanceOf(check);
  const { why = '', now = '' } = readAccepted(check) ?? {};
  // --update-baseline uses the finding as the reason, and it usually recurs unchanged.
  if (acceptance !== undefined) return `${acceptance}: ${why === now || now === '' ? why : `${why} (now: ${now})`}`;
  return check.reason ?? evidenceOf(check)[0]?.message ?? check.title;
}

function groupBy<Row extends { id: string }>(rows: readonly Row[], causeOf: (row: Row) => Omit<Group, 'ids'>): readonly Group[] {
  const groups = Map.groupBy(rows, (row) => {
    const { cause, config_key } = causeOf(row);
    return config_key === undefined ? `because ${cause}` : `set ${config_key}`;
  });
  return [...groups.values()].flatMap((members) => {
    // One key can have several causes. The group shows the most frequent one.
    const [most] = [...Map.groupBy(members, (row) => causeOf(row).cause).values()].toSorted(
      (one, other) => other.length - one.length,
    );
    return most?.[0] === undefined ? [] : [{ ...causeOf(most[0]), ids: members.map(({ id }) => id) }];
  });
}

/** Blocked checks by cause, the most frequent first. */
export function groupBlocked(report: RunReport): readonly Group[] {
  const groups = groupBy(checksOf(report, 'blocked'), ({ blocked_by, reason }) => ({
    cause: blocked_by ?? reason ?? NO_REASON,
    config_key: undefined,
  }));
  const by_id = new Map(checksOf(report, 'blocked').map((check) => [check.id, check]));
  return groups
    .map((group) => ({ ...group, cause: `${group.cause}${quoteTarget(by_id.get(group.ids[0] ?? ''))}` }))
    .toSorted((one, other) => other.ids.length - one.ids.length);
}

const QUOTED_MAX = 120;

/** Quotes the target's error, which may say, for example, which limit was reached. */
function quoteTarget(check: CheckResult | undefined): string {
  const exchange = check?.evidence?.[0]?.exchanges.at(-1);
  if (exchange === undefined || exchange.status < 400) return '';
  const said = quoteError(parseJson(exchange.response_body));
  return said === undefined ? '' : `; the target said "${cut(said, QUOTED_MAX)}"`;
}

/** Clauses that were not verified, by the key to configure, or else by reason. */
export function groupUnverified(report: RunReport): readonly Group[] {
  const known = new Map(report.checks.map((check) => [check.id, check]));
  const isLeftOut = (id: string): boolean => known.get(id)?.verdict === 'not_selected';
  const open = report.clauses.filter(({ verdict }) => verdict === 'not_verified');
  const groups = groupBy(open, ({ checks, config_key, reason = NO_REASON }) => {
    // If a part of a clause was selected, the reason is that of a selected check.
    const tried = checks.some(isLeftOut) ? findOpen(checks.flatMap((id) => known.get(id) ?? [])) : undefined;
    return tried === undefined ? { cause: reason, config_key } : { cause: reasonOf(tried), config_key: tried.config_key };
  });
  // Causes without a key come last.
  const weigh = ({ config_key, ids }: Group): number => (config_key === undefined ? 0 : 10_000) + ids.length;
  return groups.toSorted((one, other) => weigh(other) - weigh(one));
}

/** Stated and derived clauses that were verified, although some of their checks lacked configuration, by the key to configure. */
export function groupPartlyVerified({ checks, clauses }: RunReport): readonly Group[] {
  const verified: ReadonlySet<string> = new Set(
    clauses.filter(({ level, verdict }) => level !== 'A' && verdict === 'verified').map(({ id }) => id),
  );
  const skipped = checks.flatMap(({ verdict, clauses: [id = ''], config_key, reason = NO_REASON }) =>
    verdict === 'skip' && config_key !== undefined && verified.has(id) ? [{ id, config_key, reason }] : [],
  );
  const groups = groupBy(skipped, ({ config_key, reason }) => ({ cause: reason, config_key }));
  return groups
    .map((group) => ({ ...group, ids: [...new Set(group.ids)] }))
    .toSorted((one, other) => other.ids.length - one.ids.length);
}

/** The most serious reason why a clause is not verified. */
function findOpen(checks: readonly CheckResult[]): CheckResult | undefined {
  return (['error', 'blocked', 'skip'] as const).flatMap((wanted) => checks.filter(({ verdict }) => verdict === wanted))[0];
}

export function groupAreas({ clauses }: RunReport): readonly AreaGroup[] {
  return [...Map.groupBy(clauses, ({ id }) => areaOf(id))].map(([word, members]) => ({
    word,
    title: titleOfArea(word),
    clauses: members,
    counts: countClauses(members),
  }));
}
