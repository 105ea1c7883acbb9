import type { Parts } from './desk.ts';

/** A variation of the desk, the reference client of these proofs: a trading desk that bids, trades, and receives webhooks. */
export interface Variation {
  readonly id: string;
  /** What it does, as a sentence. */
  readonly does: string;
  readonly parts: Partial<Parts>;
  /** Default: true. */
  readonly has_receiver?: boolean;
  /** Default: true. */
  readonly has_hooks?: boolean;
  /** Whether it keeps running after its work is done, until SIGTERM. */
  readonly is_staying?: boolean;
}

/** The variations of a table, by their id and what they do: `no-key: Places bids without an Idempotency-Key.` */
export function variations(table: Readonly<Record<`${string}: ${string}`, Partial<Parts>>>): readonly Variation[] {
  return Object.entries(table).map(([key, parts]) => {
    const [id = '', does = ''] = key.split(/: (.*)/s);
    return { id, does, parts };
  });
}
