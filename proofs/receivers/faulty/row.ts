import type { ClauseId } from '#spec/clauses/index';
import type { Parts } from '../clean.ts';
import { FORGED, INCOMPLETE, OUT_OF_TIME } from '../probes/forged.ts';
import type { Setup } from '../receiver.ts';

/** One mistake: the clean receiver with parts of it exchanged. */
export interface FaultyRow {
  readonly name: string;
  /** What it does, as a sentence. */
  readonly fault: string;
  /** `warned`: the document does not state that this is wrong, so that it may warn at most. */
  readonly kind: 'faulty' | 'warned';
  /** The clause that it breaks, or comes nearest to breaking. */
  readonly clause: ClauseId;
  /**
   * The probes of this gallery that see it: exactly these. Where `plain` is among them nothing genuine is taken, everything follows
   * from that, and the others named are those that must see it besides.
   */
  readonly findings: readonly string[];
  /** Words that an explanation of the refusal must contain, where this is one of the usual mistakes. */
  readonly diagnosis?: string;
  /** How long one must wait to see it, where that is more than a run has. */
  readonly patience_seconds?: number;
  readonly parts: (setup: Setup) => Partial<Parts>;
}

export const FORGERIES: readonly string[] = FORGED.map(({ name }) => name);
export const GAPS: readonly string[] = INCOMPLETE.map(({ name }) => name);
export const TIMES: readonly string[] = OUT_OF_TIME.map(({ name }) => name);
export const REFUSALS: readonly string[] = [...FORGERIES, ...GAPS, ...TIMES];

/** @returns `names` without `others` */
export function without(names: readonly string[], ...others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name));
}
