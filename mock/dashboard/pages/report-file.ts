/** Reads the JSON reports of `gristmill conform`, `gristmill receiver`, and `gristmill explore`. */

interface ReportClause {
  id: string;
  verdict: string;
  statement: string;
  reason?: string;
}

export interface ReportCheck {
  id: string;
  title: string;
  verdict: string;
  clauses: readonly string[];
  reason?: string;
  evidence?: readonly { message: string; expected?: string; observed?: string; likely_cause?: string; rerun?: string }[];
}

/** A report of `conform` or `receiver`. */
export interface RunReport {
  kind: 'run';
  file_name: string;
  gristmill: string;
  target: { base_url: string; mode: string };
  started_at: string;
  duration_ms: number;
  verdict: string;
  reasons: readonly string[];
  counts: { clauses: Readonly<Record<string, number>>; checks: Readonly<Record<string, number>>; requests: number };
  clauses: readonly ReportClause[];
  checks: readonly ReportCheck[];
}

export interface ExplorerReport {
  kind: 'explorer';
  file_name: string;
  gristmill: string;
  target: string;
  exit_code: number;
  seed?: number | string;
  commands_played: number;
  tally: { commands: Readonly<Record<string, number>>; invariants: Readonly<Record<string, number>> };
  story?: string;
  script?: string;
}

export type ReportFile = RunReport | ExplorerReport;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the file contains. The rest is added when it is read. */
type Written<Report> = Omit<Report, 'kind' | 'file_name'>;

/** Checks only what distinguishes the kinds; report.schema.json guarantees the rest. */
function isRunReport(value: object): value is Written<RunReport> {
  const { clauses, checks, counts, target }: Partial<Readonly<Record<keyof RunReport, unknown>>> = value;
  return Array.isArray(clauses) && Array.isArray(checks) && isObject(counts) && isObject(target);
}

/** Checks only what distinguishes the kinds; `explore --json` guarantees the rest. */
function isExplorerReport(value: object): value is Written<ExplorerReport> {
  const { tally }: Partial<Readonly<Record<keyof ExplorerReport, unknown>>> = value;
  return isObject(tally) && isObject(tally['commands']);
}

/** @throws Error with one sentence if the file is not a report */
export function readReport(file_name: string, text: string): ReportFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(`${file_name} is not JSON; choose a report that --json or --report json wrote.`);
  }
  if (!isObject(parsed) || typeof parsed['gristmill'] !== 'string')
    throw new Error(`${file_name} is not a Gristmill report; choose one that conform, receiver, or explore wrote.`);
  if (isRunReport(parsed)) return { ...parsed, kind: 'run', file_name };
  if (isExplorerReport(parsed)) return { ...parsed, kind: 'explorer', file_name };
  throw new Error(
    `${file_name} is a Gristmill report of an unknown kind; this dashboard reads reports of conform, receiver, and explore.`,
  );
}

/** The result of an explorer run. A run that could not start or was interrupted is not a finding. */
export function outcomeOf({ exit_code }: Pick<ExplorerReport, 'exit_code'>): { text: string; tone: 'good' | 'bad' | 'warn' } {
  if (exit_code === 0) return { text: 'nothing found', tone: 'good' };
  return exit_code === 1 ? { text: 'finding', tone: 'bad' } : { text: 'inconclusive', tone: 'warn' };
}

interface VerdictChange {
  id: string;
  before: string;
  after: string;
}

/** The clauses whose verdict differs, worst first. */
export function compareReports(before: RunReport, after: RunReport): readonly VerdictChange[] {
  const earlier = new Map(before.clauses.map(({ id, verdict }) => [id, verdict]));
  const later = new Map(after.clauses.map(({ id, verdict }) => [id, verdict]));
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((id) => ({ id, before: earlier.get(id) ?? 'missing', after: later.get(id) ?? 'missing' }))
    .filter((change) => change.before !== change.after)
    .toSorted((one, other) => Number(other.after === 'violated') - Number(one.after === 'violated'));
}
