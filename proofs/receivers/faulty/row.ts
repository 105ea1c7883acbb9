import type { ClauseId } from '#spec/clauses/index';
import type { Parts } from '../clean.ts';
import type { Setup } from '../receiver.ts';

/** One mistake: the clean receiver with some of its parts replaced. */
export interface FaultyRow {
  readonly name: string;
  /** What it does, as a sentence. */
  readonly fault: string;
  /** `warned`: the document does not state that this is wrong, so a drill can only warn. */
  readonly kind: 'faulty' | 'warned';
  /** The clause that it breaks, or comes closest to breaking. */
  readonly clause: ClauseId;
  /** For a common mistake: words that the likely cause must contain. */
  readonly diagnosis?: string;
  readonly parts: (setup: Setup) => Partial<Parts>;
}
