import type { Delivery, Exchange, Finding } from '#mock/server/journal/traffic';
import type { TrafficView } from './traffic-view.ts';

/** One place where a rule applies. */
export interface Sighting {
  /** What was seen, as a sentence. */
  readonly seen: string;
  readonly at: Exchange | Delivery;
}

/** A row of the table: what a client should do, and how to see that it does not. */
export interface Rule extends Pick<Finding, 'level' | 'source' | 'title' | 'why' | 'fix'> {
  /** Area and name: `bids/no-key`. */
  readonly id: string;
  readonly find: (view: TrafficView) => readonly Sighting[];
}
