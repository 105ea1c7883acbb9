/** Where the sequences begin. */

export interface Opening {
  name: string;
  /** The commands that lead there from a market in which nothing has happened, as `wordsOf` words them. They are judged as all others are. */
  commands: readonly string[];
  /** By how many commands fewer it is gone on from there, so that the whole takes about as long. */
  fewer: number;
}

export const OPENINGS: readonly Opening[] = [
  { name: 'from a market in which nothing has happened', commands: [], fewer: 0 },
  {
    // What a settled trade must not tell of the next one of the same two (PRIV-12) lies beyond what can be reached from the start.
    name: 'from a settled trade on',
    commands: [
      'buyer 1 bids 40 t of grade A or B (bid 1)',
      'seller 1 accepts bid 1 (grade A)',
      "the buyer's invoice of trade 1 is paid",
      "the seller's invoice of trade 1 is paid",
    ],
    fewer: 2,
  },
];
