/** A report, put in the order in which people read it. Nothing here decides anything. */
import { AREAS } from '#spec/clauses/index';
import type { CheckResult, CheckVerdict, ClauseResult, ClauseVerdict, Evidence, RunReport } from '../check/verdicts.ts';
import { CLAUSE_VERDICTS } from '../check/verdicts.ts';

/** Everything that one cause holds up. */
export interface Group {
  readonly cause: string;
  /** What to set in the configuration, where that helps. */
  readonly config_key: string | undefined;
  readonly ids: readonly string[];
}

export interface AreaGroup {
  /** `WHK` */
  readonly word: string;
  readonly title: string;
  readonly clauses: readonly ClauseResult[];
  readonly counts: Readonly<Record<ClauseVerdict, number>>;
}

const TITLES: ReadonlyMap<string, string> = new Map(AREAS.map(({ word, title }) => [word, title]));
const UNSAID = 'no reason was given';

/** `WHK` of `WHK-2` and of `WHK-2/secret-shown-once`. */
export function areaOf(id: string): string {
  return id.replace(/[-/].*$/s, '');
}

/** What an area is about; its word itself where the catalogue does not know it. */
export function titleOfArea(word: string): string {
  return TITLES.get(word) ?? word;
}

export function checksOf({ checks }: RunReport, ...verdicts: readonly CheckVerdict[]): readonly CheckResult[] {
  return checks.filter(({ verdict }) => verdicts.includes(verdict));
}

/** The clauses that a check judges, as far as the report has them. */
export function clausesOf(report: RunReport, check: CheckResult): readonly ClauseResult[] {
  return report.clauses.filter(({ id }) => check.clauses.includes(id));
}

const SEVERITIES: readonly Evidence['severity'][] = ['fail', 'warn', 'info'];

/** The evidence of a check, the worst first. */
export function evidenceOf({ evidence = [] }: CheckResult): readonly Evidence[] {
  return SEVERITIES.flatMap((wanted) => evidence.filter(({ severity }) => severity === wanted));
}

/** How the baseline words the reason of what it accepts: why it does, until when, and what is seen now. */
const ACCEPTED = /^(?<why>.*) \(accepted until (?<until>\d{4}-\d\d-\d\d)\): (?<now>.*)$/s;

function readAccepted({ verdict, reason = '' }: CheckResult): Readonly<Record<string, string>> {
  return verdict === 'expected_failure' ? (ACCEPTED.exec(reason)?.groups ?? {}) : {};
}

/** Until when the baseline accepts a failure; undefined where it accepts none. */
export function acceptedUntil(check: CheckResult): string | undefined {
  return readAccepted(check)['until'];
}

/** What a check came to in one line: its reason, or what its worst evidence says. */
export function reasonOf(check: CheckResult): string {
  const { why = '', until, now = '' } = readAccepted(check);
  // --update-baseline gives as its reason what was seen, and that is mostly seen again.
  if (until !== undefined) return `known, accepted until ${until}: ${why === now || now === '' ? why : `${why} (now: ${now})`}`;
  return check.reason ?? evidenceOf(check)[0]?.message ?? check.title;
}

function groupBy<Row extends { id: string }>(rows: readonly Row[], causeOf: (row: Row) => Omit<Group, 'ids'>): readonly Group[] {
  const groups = Map.groupBy(rows, (row) => {
    const { cause, config_key } = causeOf(row);
    return config_key === undefined ? `because ${cause}` : `set ${config_key}`;
  });
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ ...causeOf(first), ids: members.map(({ id }) => id) }];
  });
}

/** One line a root cause, the one that holds up the most first. */
export function groupBlocked(report: RunReport): readonly Group[] {
  const groups = groupBy(checksOf(report, 'blocked'), ({ blocked_by, reason }) => ({
    cause: blocked_by ?? reason ?? UNSAID,
    config_key: undefined,
  }));
  return groups.toSorted((one, other) => other.ids.length - one.ids.length);
}

/** Clauses that were not verified: by the key that would change it, then by reason. */
export function groupUnverified(report: RunReport): readonly Group[] {
  const known = new Map(report.checks.map((check) => [check.id, check]));
  const isLeftOut = (id: string): boolean => known.get(id)?.verdict === 'not_selected';
  const open = report.clauses.filter(({ verdict }) => verdict === 'not_verified');
  const groups = groupBy(open, ({ checks, config_key, reason = UNSAID }) => {
    // Of a clause of which a part was selected the reason is that of what was tried.
    const tried = checks.some(isLeftOut) ? findOpen(checks.flatMap((id) => known.get(id) ?? [])) : undefined;
    return tried === undefined ? { cause: reason, config_key } : { cause: reasonOf(tried), config_key: tried.config_key };
  });
  const weigh = ({ config_key, ids }: Group): number => (config_key === undefined ? 0 : 10_000) + ids.length;
  return groups.toSorted((one, other) => weigh(other) - weigh(one));
}

/** What keeps a clause open, the gravest first. */
function findOpen(checks: readonly CheckResult[]): CheckResult | undefined {
  return (['error', 'blocked', 'skip'] as const).flatMap((wanted) => checks.filter(({ verdict }) => verdict === wanted))[0];
}

/** The clauses area by area, in the order of the report. */
export function groupAreas({ clauses }: RunReport): readonly AreaGroup[] {
  return [...Map.groupBy(clauses, ({ id }) => areaOf(id))].map(([word, members]) => {
    const counts = { verified: 0, violated: 0, warned: 0, not_verified: 0, informational: 0, not_selected: 0 };
    for (const verdict of CLAUSE_VERDICTS) counts[verdict] = members.filter((clause) => clause.verdict === verdict).length;
    return { word, title: titleOfArea(word), clauses: members, counts };
  });
}
