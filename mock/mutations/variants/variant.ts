import type { ClauseId } from '#spec/clauses/index';
import type { Seams } from '../seams.ts';

/** A way in which another deployment may be, and still keep the document. */
export interface Variant {
  /** In kebab-case. */
  name: string;
  /** A sentence of what the marketplace then does. */
  title: string;
  /** The clauses whose silence, or whose permission, it uses. */
  clauses: readonly ClauseId[];
  /** The checks that may warn of it. */
  warns: readonly string[];
  /** A function where it remembers something: it is called anew for each world, each time that anything is turned on or off there. */
  seams: Partial<Seams> | (() => Partial<Seams>);
}
