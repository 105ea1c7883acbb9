import type { ClauseId } from '#spec/clauses/index';
import type { Replacement } from '../clean.ts';

/** One fault: the clean receiver with some of its parts replaced. */
export interface FaultyRow {
  readonly name: string;
  /** What it does, as a sentence. */
  readonly fault: string;
  /** `warned`: the document does not say that this is wrong, so a drill can only warn. */
  readonly kind: 'faulty' | 'warned';
  /** The clause that it breaks, or comes closest to breaking. */
  readonly clause: ClauseId;
  /** The drills of `gristmill receiver` that must find it. Others can find it, too. */
  readonly drills: readonly string[];
  /** For a common mistake: a pattern that a likely cause of the first of the drills must match. */
  readonly diagnosis?: string | RegExp | undefined;
  readonly parts: Replacement;
}

/** A fault, with what finds it. */
export type Found = Pick<FaultyRow, 'drills' | 'diagnosis' | 'parts'>;
export type Drills = string | readonly string[];

/** What finds a receiver that rejects genuine deliveries: this drill fails, and the others are blocked. */
export const GENUINE = 'SIG-1/genuine';

/** A fault that these drills must find. */
export function caughtBy(drills: Drills, parts: Replacement): Found {
  return { drills: [drills].flat(), parts };
}

/** A fault that these drills must find, and explain with a likely cause that matches. */
export function explained(drills: Drills, diagnosis: string | RegExp, parts: Replacement): Found {
  return { ...caughtBy(drills, parts), diagnosis };
}

/**
 * The rows of a table of faults.
 * @param kind the kind of all of them
 * @param table keyed by the clause, a short name, and what the receiver does: `SIG-10/positional: It reads the first segment as t.`
 *   A row with only its parts rejects genuine deliveries.
 */
export function faults(
  kind: FaultyRow['kind'],
  table: Readonly<Record<`${ClauseId}/${string}: ${string}`, Found | Replacement>>,
): readonly FaultyRow[] {
  return Object.entries(table).map(([key, value]) => {
    const [, clause = '', name = '', fault = ''] = /^(.+?)\/(.+?): (.+)$/s.exec(key) ?? [];
    const found = 'drills' in value ? value : caughtBy(GENUINE, value);
    // The type of the keys guarantees the clause.
    return { name, fault, kind, clause: clause as ClauseId, ...found };
  });
}

/** The first of these fields in the data, as text. Empty if there is none. */
export function fieldOf(data: Readonly<Record<string, unknown>>, ...keys: readonly string[]): string {
  const value = keys.map((key) => data[key]).find((one) => one !== undefined && one !== null);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
