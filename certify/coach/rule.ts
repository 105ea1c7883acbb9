import type { Delivery, Exchange, Finding } from '#mock/server/journal/traffic';
import type { TrafficView } from './traffic-view.ts';

/** One request or delivery that shows a mistake of the client. */
export interface Sighting {
  /** What was seen, as a sentence. */
  readonly seen: string;
  readonly at: Exchange | Delivery;
}

/** What a client should do, and how to find out from its traffic that it does not. */
export interface Rule extends Pick<Finding, 'level' | 'source' | 'title' | 'why' | 'fix'> {
  /** Area and name: `bids/no-key`. */
  readonly id: string;
  readonly find: (view: TrafficView) => readonly Sighting[];
}
