import type { JournalEntry } from './journal.ts';
import type { Row } from '../../market/records/tables.ts';

/** What a world publishes. */
export type WorldEvent =
  | { kind: 'request'; request: JournalEntry }
  /** `data` is the payload that a delivery would have now. */
  | { kind: 'event'; event: Row<'events'>; data: Readonly<Record<string, unknown>> }
  | { kind: 'delivery'; delivery: Row<'deliveries'> }
  /** The world was reset or restored. Events and deliveries continue with the numbers of the restored state. */
  | { kind: 'renewed' }
  /** The world is closing. This is the last event. */
  | { kind: 'end' };

/** Calls every listener with each event. A listener must not throw. */
export class EventBus {
  readonly #listeners = new Set<(event: WorldEvent) => void>();
  readonly #onEvent: (event: WorldEvent) => void;
  #has_ended = false;

  /** @param onEvent receives every event first, and is not counted as a listener */
  constructor(onEvent: (event: WorldEvent) => void = () => undefined) {
    this.#onEvent = onEvent;
  }

  /** If the bus has ended, calls the listener with `end` immediately. @returns a function that stops listening */
  listen(listener: (event: WorldEvent) => void): () => void {
    this.#listeners.add(listener);
    if (this.#has_ended) listener({ kind: 'end' });
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** The number of listeners. */
  get listeners(): number {
    return this.#listeners.size;
  }

  publish(event: WorldEvent): void {
    if (event.kind === 'end') this.#has_ended = true;
    this.#onEvent(event);
    for (const listener of this.#listeners) listener(event);
  }
}
