import type { JournalEntry } from './journal.ts';
import type { Row } from './store/tables.ts';

/** What a world makes known as it happens, for whoever waits for it. */
export type Ring =
  | { kind: 'request'; request: JournalEntry }
  /** `data` is what a delivery of it would carry now. */
  | { kind: 'event'; event: Row<'events'>; data: Readonly<Record<string, unknown>> }
  | { kind: 'delivery'; delivery: Row<'deliveries'> }
  /** The world is about to be gone: nothing more will come. */
  | { kind: 'end' };

/** Tells every listener what has just happened. A listener must not throw. */
export class Bell {
  readonly #listeners = new Set<(ring: Ring) => void>();

  /** @returns what stops the listening */
  listen(listener: (ring: Ring) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Whether anybody listens. */
  isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  ring(ring: Ring): void {
    for (const listener of this.#listeners) listener(ring);
  }
}
