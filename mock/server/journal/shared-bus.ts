import { pause } from '../../ports/timer.ts';
import type { WorldEvent } from './event-bus.ts';
import { EventBus } from './event-bus.ts';

/** How often the tables are read while somebody listens, in ms of the machine's clock. */
const POLL_MS = 100;

/** Positions in the tables of requests, events, and deliveries. */
export interface Tail {
  request: number;
  event: number;
  delivery: number;
}

export interface TailReader {
  /** The positions of the newest entries. */
  locate(): Promise<Tail>;
  /** The events after a position, oldest first within each kind. */
  read(after: Tail): Promise<WorldEvent[]>;
}

/**
 * The events of a world that several processes serve. To report the events of every process, it polls the tables of the database while there
 * are listeners.
 */
export class SharedBus extends EventBus {
  readonly #count: (event: WorldEvent) => void;
  readonly #reader: TailReader;
  #is_polling = false;
  #nudge = new AbortController();
  #renewals = 0;

  /** @param count receives the events that this process publishes */
  constructor(count: (event: WorldEvent) => void, reader: TailReader) {
    super();
    this.#count = count;
    this.#reader = reader;
  }

  override listen(listener: (event: WorldEvent) => void): () => void {
    const stop = super.listen(listener);
    if (!this.#is_polling) void this.#poll();
    return stop;
  }

  override publish(event: WorldEvent): void {
    this.#count(event);
    if (event.kind === 'renewed') this.#renewals += 1;
    if (event.kind === 'renewed' || event.kind === 'end') super.publish(event);
    this.#nudge.abort();
  }

  /** Never rejects. */
  async #poll(): Promise<void> {
    this.#is_polling = true;
    let seen: Tail | undefined;
    let renewals = this.#renewals;
    while (this.listeners > 0) {
      try {
        this.#nudge = new AbortController();
        if (seen === undefined || renewals !== this.#renewals) {
          // The contents can be replaced again during the wait.
          const newest = this.#renewals;
          const now = await this.#reader.locate();
          seen = seen === undefined ? now : { ...now, request: seen.request };
          renewals = newest;
        } else {
          for (const event of await this.#reader.read(seen)) {
            seen = moveOn(seen, event);
            super.publish(event);
          }
        }
      } catch {
        // The database is unavailable. Entries from this time are read when it is back.
      }
      await pause(POLL_MS, this.#nudge.signal);
    }
    this.#is_polling = false;
  }
}

function moveOn(seen: Tail, event: WorldEvent): Tail {
  if (event.kind === 'request') return { ...seen, request: event.request.seq };
  if (event.kind === 'event') return { ...seen, event: event.event.seq };
  return event.kind === 'delivery' ? { ...seen, delivery: event.delivery.seq } : seen;
}
