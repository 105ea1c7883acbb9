import type { Section } from './sections.ts';

/** S: stated by the document. D: derived; without it, a stated clause cannot hold. A: assumed; our choice where the document is silent. */
export const LEVELS = ['S', 'D', 'A'] as const;

export type Level = (typeof LEVELS)[number];

/**
 * How a clause can be checked: B, over the public API; H, with an operator's hook; M, on the mock only; R, on a webhook receiver.
 * After `+`, what else the check needs: W, a webhook receiver that the deployment can reach; C, something that the operator configures;
 * T, minutes to an hour of real time.
 */
export type How = 'B' | 'B+C' | 'B+T' | 'B+W' | 'B+W+C' | 'B+W+T' | 'H' | 'H+M' | 'M' | 'R';

const NEEDS = {
  B: 'public_api',
  H: 'hook',
  M: 'mock_only',
  R: 'receiver',
  W: 'webhook',
  C: 'configuration',
  T: 'time',
} as const;

/** What a check of a clause can need. If both `hook` and `mock_only` are listed, one of them is enough. */
export type Need = (typeof NEEDS)[keyof typeof NEEDS];

/** Reads the letters of `how`, in their order. */
export function parseHow(how: How): readonly Need[] {
  const letters = how.split('+') as (keyof typeof NEEDS)[]; // How consists of these letters
  return letters.map((letter) => NEEDS[letter]);
}

/**
 * A row of the catalog: id, level, how it is checked, and the statement. Ids never change, and a retired id is never reused. A row is one
 * string, so that the formatter keeps it on one line.
 */
export type ClauseRow = `${string}-${number} | ${Level} | ${How} | ${string}`;

/**
 * The clauses of one area, by heading of the document. A clause is under the heading that states it; an assumption, under the heading that
 * leaves it open.
 */
export type ClauseTable = Readonly<Partial<Record<Section, readonly ClauseRow[]>>>;

/** The ids of the rows of a table, as literals. */
export type IdIn<Table> = Table extends ClauseTable ? { [S in keyof Table]: IdOf<Table[S]> }[keyof Table] : never;

type IdOf<Rows> = Rows extends readonly `${infer Id} | ${string}`[] ? Id : never;
