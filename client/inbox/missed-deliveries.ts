/** After this many consecutive misses, later waits are short. */
const MISSED_MAX = 3;

/**
 * Counts the deliveries that checks have waited for without success, by kind. A check that only needs such a delivery can wait briefly, because it is blocked anyway.
 * A check that tests the delivery still waits the full time.
 */
export class MissedDeliveries {
  readonly #missed = new Map<string, { times: number; until_ms: number }>();

  /** Whether a delivery of this kind can still be expected. @param kind the type of the event and its cause */
  canCome(kind: string, missed_max = MISSED_MAX): boolean {
    return (this.#missed.get(kind)?.times ?? 0) < missed_max;
  }

  noteArrival(kind: string): void {
    this.#missed.delete(kind);
  }

  /**
   * Records a full wait without an arrival. Concurrent waits count once.
   * @param from_ms the start of the wait, in monotonic ms
   */
  noteMiss(kind: string, from_ms: number, until_ms: number): void {
    const before = this.#missed.get(kind);
    if (before !== undefined && from_ms < before.until_ms) return;
    this.#missed.set(kind, { times: (before?.times ?? 0) + 1, until_ms });
  }
}
