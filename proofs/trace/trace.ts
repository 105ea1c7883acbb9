import { CLAUSES, isClauseId, type Clause, type ClauseId } from '#spec/clauses/index';
import type { Citation, Place } from './citations.ts';

/** Where one clause is cited, place by place, in the order of the paths. */
export interface ClauseTrace {
  readonly clause: Clause;
  readonly citations: Readonly<Record<Place, readonly Citation[]>>;
}

export interface Trace {
  /** One entry a clause, in the order of the catalogue. */
  readonly clauses: readonly ClauseTrace[];
  /** Citations of ids that no clause has. */
  readonly unknown: readonly Citation[];
}

/** Brings citations and catalogue together. */
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
    contract: at('contract'),
    implementation: at('implementation'),
    tests: at('tests'),
    checks: at('checks'),
    violations: at('violations'),
    scenarios: at('scenarios'),
    mentions: at('mentions'),
  };
}

/**
 * What a clause must have and lacks. A conformance check that a violation proves counts as a test: the kill matrix runs both against the mock, so
 * a test of the mock would repeat them.
 */
export function missingOf({ citations }: ClauseTrace): readonly ('implementation' | 'tests')[] {
  const is_proven = citations.checks.length > 0 && citations.violations.length > 0;
  return (['implementation', 'tests'] as const).filter(
    (place) => citations[place].length === 0 && !(place === 'tests' && is_proven),
  );
}

export function traceOf(trace: Trace, id: ClauseId): ClauseTrace {
  const entry = trace.clauses.find(({ clause }) => clause.id === id);
  if (entry === undefined) throw new Error(`The trace has no entry for ${id}.`);
  return entry;
}
