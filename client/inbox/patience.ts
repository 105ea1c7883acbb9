/** After this many consecutive misses, later waits are short. */
const MISSED_MAX = 3;

/**
 * Tracks kinds of events that never arrive in a run. Checks that only need such an event can wait briefly, because they are blocked anyway. Checks that test its delivery still wait the full time.
 */
export class Patience {
  readonly #missed = new Map<string, { times: number; until_ms: number }>();

  /** Whether an event of this kind can still be expected. @param kind its type and cause */
  hasHope(kind: string, missed_max = MISSED_MAX): boolean {
    return (this.#missed.get(kind)?.times ?? 0) < missed_max;
  }

  came(kind: string): void {
    this.#missed.delete(kind);
  }

  /**
   * Records a full wait without an arrival. Concurrent waits count once.
   * @param from_ms the start of the wait, in monotonic ms
   */
  missed(kind: string, from_ms: number, until_ms: number): void {
    const before = this.#missed.get(kind);
    if (before !== undefined && from_ms < before.until_ms) return;
    this.#missed.set(kind, { times: (before?.times ?? 0) + 1, until_ms });
  }
}
