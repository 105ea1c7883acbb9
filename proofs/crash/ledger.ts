/** What a deployment has acknowledged, and what was found to be wrong with it. */
import type { Who } from './calls.ts';

/** Everything that must be 0. */
export const LOSSES = [
  'acknowledged writes lost',
  'events lost',
  'events without a change',
  'double trades',
  'duplicates with another envelope id',
  'order violations',
  'bad signatures',
  'moved clocks lost',
  'sign-ins lost',
  'idempotent responses lost',
  'damaged databases',
  'unexpected responses',
] as const;
export type Loss = (typeof LOSSES)[number];

/** How many examples of each loss are kept. */
const EXAMPLES_MAX = 5;

export interface Bid {
  id: string;
  lot_id: string;
  buyer: Who;
  status: string;
}

/** A request with an idempotency key, and its response. */
interface Keyed {
  who: Who;
  path: string;
  key: string;
  body: unknown;
  status: number;
  text: string;
}

export interface Subscription {
  id: string;
  who: Who;
  path: string;
  secret: string;
  events: readonly string[];
  is_deleted: boolean;
}

interface Trade {
  id: string;
  bid_id: string;
  buyer: Who;
  paid: Set<string>;
}

/** An event that must exist because of an acknowledged write. */
interface Caused {
  type: string;
  subject_id: string;
}

export class Ledger {
  /** How many writes were acknowledged. */
  writes = 0;
  /** How often the clock was moved. */
  moves = 0;
  readonly lots = new Set<string>();
  readonly bids = new Map<string, Bid>();
  readonly trades = new Map<string, Trade>();
  readonly keyed: Keyed[] = [];
  readonly subscriptions: Subscription[] = [];
  readonly caused: Caused[] = [];
  /** The latest tokens of each grant. */
  readonly grants: { refresh_token: string; access_token: string }[] = [];
  /** The time of the world that was acknowledged last, in ms since 1970, and the machine's monotonic time at that moment. */
  clock: { world_ms: number; machine_ms: number } | undefined;
  readonly #losses = new Map<Loss, { count: number; examples: string[] }>();

  report(loss: Loss, example: string): void {
    const found = this.#losses.get(loss) ?? { count: 0, examples: [] };
    found.count += 1;
    if (found.examples.length < EXAMPLES_MAX) found.examples.push(example);
    this.#losses.set(loss, found);
  }

  /** Counts of all losses, 0 included. */
  get losses(): Readonly<Record<Loss, number>> {
    const counts = LOSSES.map((loss) => [loss, this.#losses.get(loss)?.count ?? 0]);
    // One entry for each of LOSSES.
    return Object.fromEntries(counts) as Record<Loss, number>;
  }

  get examples(): string[] {
    return [...this.#losses].flatMap(([loss, { examples }]) => examples.map((example) => `${loss}: ${example}`));
  }
}
