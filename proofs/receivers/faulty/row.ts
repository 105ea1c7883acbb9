import type { ClauseId } from '#spec/clauses/index';
import type { Parts } from '../clean.ts';
import type { Setup } from '../receiver.ts';

/** One fault: the clean receiver with some of its parts replaced. */
export interface FaultyRow {
  readonly name: string;
  /** What it does, as a sentence. */
  readonly fault: string;
  /** `warned`: the document does not say that this is wrong, so a drill can only warn. */
  readonly kind: 'faulty' | 'warned';
  /** The clause that it breaks, or comes closest to breaking. */
  readonly clause: ClauseId;
  /** The drills that must find it. */
  readonly drills?: readonly string[];
  /** For a common mistake: a pattern that a likely cause must match. */
  readonly diagnosis?: string | RegExp | undefined;
  readonly parts: (setup: Setup) => Partial<Parts>;
}

/** The parts to replace; a function if they have state of their own. */
export type Replacement = Partial<Parts> | FaultyRow['parts'];

/**
 * A row of a table of faults.
 * `drills`: the drills that must find it, separated by spaces. The first one names the clause.
 */
export type Mistake = readonly [name: string, fault: string, drills: string, diagnosis: RegExp, parts: Replacement];

/** @param kind the kind of all rows of the table */
export function faultyRows(kind: FaultyRow['kind'], table: readonly Mistake[]): readonly FaultyRow[] {
  return table.map(([name, fault, drills, diagnosis, parts]): FaultyRow => {
    const ids = drills.split(' ');
    // The id of a drill begins with its clause.
    const clause = drills.slice(0, drills.indexOf('/')) as ClauseId;
    return { name, fault, kind, clause, drills: ids, diagnosis, parts: typeof parts === 'function' ? parts : () => parts };
  });
}

/**
 * The rows of a table of faults.
 * @param kind the kind of all of them
 * @param table by the clause, a short name, and what the receiver does: `SIG-10/positional: It reads the first segment as t.`
 */
export function faults(
  kind: FaultyRow['kind'],
  table: Readonly<Record<`${ClauseId}/${string}: ${string}`, FaultyRow['parts']>>,
): readonly FaultyRow[] {
  return Object.entries(table).map(([key, parts]) => {
    const [, clause = '', name = '', fault = ''] = /^(.+?)\/(.+?): (.+)$/s.exec(key) ?? [];
    // The type of the keys guarantees the clause.
    return { name, fault, kind, clause: clause as ClauseId, parts };
  });
}

/** The first of these fields in the data, as text. Empty if there is none. */
export function fieldOf(data: Readonly<Record<string, unknown>>, ...keys: readonly string[]): string {
  const value = keys.map((key) => data[key]).find((one) => one !== undefined && one !== null);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
