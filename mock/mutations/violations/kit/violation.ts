import type { ClauseId } from '#spec/clauses/index';
import { joinSeams } from '../../join-seams.ts';
import type { Seams } from '../../seams.ts';
import type { Violation } from '../violation.ts';
import { ONLY_WARNS } from './only-warns.ts';

/** A table of violations. Each key holds the name and the title; the value is the mutation of the mock. */
type Rows = Readonly<Record<`${ClauseId}/${string}: ${string}`, Violation['seams']>>;

/**
 * Builds violations from a table.
 * @param rows each key is the name, a colon, and the title: `TRD-2/missing-is-400: GET /trades/{id} returns 400 for an unknown id.`
 */
export function violations(rows: Rows): readonly Violation[] {
  return Object.entries(rows).map(([key, seams]) => {
    const [, full_name = '', clause_id = '', title = ''] = /^((.+?)\/.+?): (.+)$/s.exec(key) ?? [];
    // The type of the keys guarantees the parts before the slash and the colon.
    const [name, clause] = [full_name as Violation['name'], clause_id as ClauseId];
    return { name, clause, title, seams, ...(ONLY_WARNS.has(name) ? { only_warns: true } : {}) };
  });
}

/** Combines mutations. Responses pass through the first one first. */
export function all(...parts: readonly Partial<Seams>[]): Partial<Seams> {
  const names = new Set(parts.flatMap((part) => Object.keys(part)));
  return Object.fromEntries(Object.entries(joinSeams(parts)).filter(([name]) => names.has(name)));
}
