import type { JournalEntry } from './journal.ts';
import type { Row } from '../../market/records/tables.ts';

/** What a world publishes as it happens. */
export type WorldEvent =
  | { kind: 'request'; request: JournalEntry }
  /** `data` is what a delivery of it would carry now. */
  | { kind: 'event'; event: Row<'events'>; data: Readonly<Record<string, unknown>> }
  | { kind: 'delivery'; delivery: Row<'deliveries'> }
  /** The world has become another: reset, or a restored snapshot. Events and deliveries are numbered as they are in that one. */
  | { kind: 'renewed' }
  /** The world is about to be gone: nothing more will come. */
  | { kind: 'end' };

/** Tells every listener what has just happened. A listener must not throw. */
export class EventBus {
  readonly #listeners = new Set<(ring: WorldEvent) => void>();
  readonly #onRing: (ring: WorldEvent) => void;
  #has_ended = false;

  /** @param onRing receives every event first, and is not counted as a listener */
  constructor(onRing: (ring: WorldEvent) => void = () => undefined) {
    this.#onRing = onRing;
  }

  /** After the end, calls the listener with `end` at once. @returns a function that stops listening */
  listen(listener: (ring: WorldEvent) => void): () => void {
    this.#listeners.add(listener);
    if (this.#has_ended) listener({ kind: 'end' });
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** How many listen. */
  get listeners(): number {
    return this.#listeners.size;
  }

  publish(ring: WorldEvent): void {
    if (ring.kind === 'end') this.#has_ended = true;
    this.#onRing(ring);
    for (const listener of this.#listeners) listener(ring);
  }
}
