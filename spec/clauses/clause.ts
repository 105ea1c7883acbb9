import type { Section } from './sections.ts';

/** S: stated by the document. D: derived, something stated fails without it. A: assumed, the document is silent and this is our choice. */
export const LEVELS = ['S', 'D', 'A'] as const;

export type Level = (typeof LEVELS)[number];

/**
 * Where a clause can be judged, and after that what it takes beside ordinary tokens, joined by `+`: B over the public API alone,
 * H by a hook of the operator's, M on the mock only, R on a receiver by the receiver verifier; W a webhook receiver that the
 * deployment can reach, C something the operator configures, T minutes to an hour of real time.
 */
export type How = 'B' | 'B+C' | 'B+T' | 'B+W' | 'B+W+C' | 'B+W+T' | 'H' | 'H+M' | 'M' | 'R';

/** A row of the catalogue as the files of this folder write it. Ids never change, and a retired one is never given out again. */
export interface ClauseRow {
  readonly id: `${string}-${number}`;
  readonly level: Level;
  readonly how: How;
  readonly statement: string;
  /** The heading of the document that the statement comes from; for an assumption, the one that is silent. */
  readonly section: Section;
}
