import type { Section } from './sections.ts';

/** S: stated by the document. D: derived, something stated fails without it. A: assumed, the document is silent and this is our choice. */
export const LEVELS = ['S', 'D', 'A'] as const;

export type Level = (typeof LEVELS)[number];

/**
 * Where a clause can be checked, and what that requires besides ordinary tokens, joined by `+`: B over the public API alone,
 * H through a hook that the operator configures, M on the mock only, R on a receiver, by the receiver verifier; W a webhook receiver
 * that the deployment can reach, C something that the operator configures, T minutes to an hour of real time.
 */
export type How = 'B' | 'B+C' | 'B+T' | 'B+W' | 'B+W+C' | 'B+W+T' | 'H' | 'H+M' | 'M' | 'R';

/**
 * A row of the catalog: id, level, how it is checked, and the statement. Ids never change, and a retired id is never reused. A row is one string, as in
 * a text table, so that the formatter keeps it on one line.
 */
export type ClauseRow = `${string}-${number} | ${Level} | ${How} | ${string}`;

/**
 * The clauses of one area, as its file writes them, under the heading of the document that they come from (for an assumption, the heading
 * that is silent).
 */
export type ClauseTable = Readonly<Partial<Record<Section, readonly ClauseRow[]>>>;

/** The ids of the rows of a table, as literals. */
export type IdIn<Table> = Table extends ClauseTable ? { [S in keyof Table]: IdOf<Table[S]> }[keyof Table] : never;

type IdOf<Rows> = Rows extends readonly `${infer Id} | ${string}`[] ? Id : never;
