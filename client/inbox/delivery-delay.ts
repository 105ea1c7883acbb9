import { parseInstant } from '#spec';
import type { Arrival } from './arrival.ts';
import { readPath } from '../json.ts';

/** A first attempt that comes later than this, in ms, was retried before it arrived, or the target's clock is wrong. */
const DELAY_MS_MAX = 20_000;

/** How long after an event its first attempt arrives on this target. The document sets no limit. */
export class DeliveryDelay {
  readonly #seen = new Set<unknown>();
  #longest_ms = 0;

  /** The longest delay of this run so far, in ms. */
  get longest_ms(): number {
    return this.#longest_ms;
  }

  /** @param ahead_ms how far the target's clock is ahead */
  note({ at_ms, json }: Pick<Arrival, 'at_ms' | 'json'>, ahead_ms: number): void {
    const [id, created_at] = [readPath(json, 'id'), readPath(json, 'created_at')];
    const created_ms = typeof created_at === 'string' ? parseInstant(created_at) : undefined;
    // Later attempts and replays have the time of the event, too.
    if (created_ms === undefined || this.#seen.has(id)) return;
    this.#seen.add(id);
    const delay_ms = at_ms + ahead_ms - created_ms;
    if (delay_ms <= DELAY_MS_MAX) this.#longest_ms = Math.max(this.#longest_ms, delay_ms);
  }
}
