/** Reads the JSON reports of `gristmill conform`, `gristmill receiver`, and `gristmill explore`. */

export interface ReportClause {
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

export interface GateReport {
  kind: 'gate';
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

export type ReportFile = GateReport | ExplorerReport;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  if (
    Array.isArray(parsed['clauses']) &&
    Array.isArray(parsed['checks']) &&
    isObject(parsed['counts']) &&
    isObject(parsed['target'])
  )
    return { ...(parsed as unknown as GateReport), kind: 'gate', file_name }; // report.schema.json promises the rest
  if (isObject(parsed['tally']) && isObject(parsed['tally']['commands']))
    return { ...(parsed as unknown as ExplorerReport), kind: 'explorer', file_name }; // `explore --json` writes the rest
  throw new Error(
    `${file_name} is a Gristmill report of an unknown kind; this dashboard reads reports of conform, receiver, and explore.`,
  );
}

export interface Change {
  id: string;
  before: string;
  after: string;
}

/** The clauses whose verdict differs, worst first. */
export function compareReports(before: GateReport, after: GateReport): readonly Change[] {
  const earlier = new Map(before.clauses.map(({ id, verdict }) => [id, verdict]));
  const later = new Map(after.clauses.map(({ id, verdict }) => [id, verdict]));
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((id) => ({ id, before: earlier.get(id) ?? 'missing', after: later.get(id) ?? 'missing' }))
    .filter((change) => change.before !== change.after)
    .toSorted((one, other) => Number(other.after === 'violated') - Number(one.after === 'violated'));
}
