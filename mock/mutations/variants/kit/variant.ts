import type { ClauseId } from '#spec/clauses/index';
import type { Seams } from '../../seams.ts';
import { WARNS } from './warns.ts';

/** A way in which another deployment can differ from the mock and still conform to the document. */
export interface Variant {
  /** In kebab-case. */
  name: string;
  /** A sentence that says what the deployment does. */
  title: string;
  /** The clauses that leave this open or permit it. */
  clauses: readonly ClauseId[];
  /** The checks that may warn about it. */
  warns: readonly string[];
  /** A function if it keeps state: it is called again for each world, and each time that a violation or variant is turned on or off there. */
  seams: Partial<Seams> | (() => Partial<Seams>);
}

type Rows = Readonly<Record<`${string} (${ClauseId}${string}): ${string}`, Variant['seams']>>;

/** Builds variants from a table. @param rows each key is `name (clauses): title`, such as `trade-id (TRD-4, TRD-14): Trades have trade_id.` */
export function variants(rows: Rows): readonly Variant[] {
  return Object.entries(rows).map(([key, seams]) => {
    const [, name = '', clauses = '', title = ''] = /^(\S+) \((.+?)\): (.+)$/s.exec(key) ?? [];
    // The type of the keys guarantees the first clause, and a test the others.
    return { name, title, clauses: clauses.split(', ') as ClauseId[], warns: WARNS[name] ?? [], seams };
  });
}
