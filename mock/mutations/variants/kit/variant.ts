import type { ClauseId } from '#spec/clauses/index';
import type { Seams } from '../../seams.ts';

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

type Row = Pick<Variant, 'clauses' | 'seams'> & Partial<Pick<Variant, 'warns'>>;

/** Builds variants from a table. @param rows each key is the name, a colon, and the title: `trade-id: Trades have trade_id instead of id.` */
export function variants(rows: Readonly<Record<`${string}: ${string}`, Row>>): readonly Variant[] {
  return Object.entries(rows).map(([key, row]) => {
    const [, name = '', title = ''] = /^([^:]+): (.+)$/s.exec(key) ?? [];
    return { name, title, warns: [], ...row };
  });
}
