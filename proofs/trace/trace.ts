import { CLAUSES, isClauseId, type Area, type Clause, type ClauseId } from '#spec/clauses/index';
import type { Citation, Place } from './citations.ts';

/** The citations of one clause by place, in the order of their paths. The deciding implementation comes first. */
export interface ClauseTrace {
  readonly clause: Clause;
  readonly citations: Readonly<Record<Place, readonly Citation[]>>;
}

export interface Trace {
  /** One entry per clause, in the order of the catalog. */
  readonly clauses: readonly ClauseTrace[];
  /** Citations of ids that no clause has. */
  readonly unknown: readonly Citation[];
}

/** Sorts citations by clause and place. */
export function buildTrace(citations: readonly Citation[]): Trace {
  const byId = Map.groupBy(citations, (citation) => citation.id);
  return {
    clauses: CLAUSES.map((clause) => ({ clause, citations: sortByPlace(byId.get(clause.id) ?? []) })),
    unknown: citations.filter((citation) => !isClauseId(citation.id)),
  };
}

function sortByPlace(citations: readonly Citation[]): Record<Place, readonly Citation[]> {
  const at = (place: Place): readonly Citation[] => citations.filter((citation) => citation.place === place);
  return {
    implementation: at('implementation').toSorted((one, other) => rankOf(one) - rankOf(other)),
    checks: at('checks'),
    tests: at('tests'),
    violations: at('violations'),
    scenarios: at('scenarios'),
    contract: at('contract'),
    mentions: at('mentions'),
  };
}

/** Where behavior is usually decided, most likely first. */
const DECIDING = [/^mock\/market\/views\//, /^mock\/market\/rules\//, /^mock\/server\/handlers\//, /^spec\//];

/** A comment that begins with the id explains the code that obeys the clause; others often mention it in passing. */
function rankOf({ path, title, id }: Citation): number {
  const index = DECIDING.findIndex((folder) => folder.test(path));
  return (index === -1 ? DECIDING.length : index) + (title.startsWith(id) ? 0 : 0.5);
}

/** What a clause of level S must have. */
export const REQUIRED = ['implementation', 'checks', 'tests'] as const;
export type RequiredPlace = (typeof REQUIRED)[number];

/**
 * What a clause of level S must have and lacks. A check with a violation counts as a test: mutation testing runs both against the mock, so a
 * test of the mock would repeat them.
 */
export function missingOf({ citations }: ClauseTrace): readonly RequiredPlace[] {
  const is_proven = citations.checks.length > 0 && citations.violations.length > 0;
  return REQUIRED.filter((place) => citations[place].length === 0 && !(place === 'tests' && is_proven));
}

export function entriesOf(trace: Trace, area: Area): readonly ClauseTrace[] {
  return trace.clauses.filter(({ clause }) => clause.id.startsWith(`${area}-`));
}

export function traceOf(trace: Trace, id: ClauseId): ClauseTrace {
  const entry = trace.clauses.find(({ clause }) => clause.id === id);
  if (entry === undefined) throw new Error(`The trace has no entry for ${id}.`);
  return entry;
}
