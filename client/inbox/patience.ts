/** So many times in a row a delivery has to be missed, each time with the whole patience, until nobody hopes for it any more. */
const MISSED_MAX = 3;

/**
 * Which kinds of events do not come in a run: those that were waited for in vain again and again, one wait after the other, with none of them come in
 * between. Whoever builds on such a one is blocked in any case, and need not wait for it as long. Whether it comes is judged with the whole patience all
 * the same.
 */
export class Patience {
  readonly #missed = new Map<string, { times: number; until_ms: number }>();

  /** Whether there is hope for an event of this kind. @param kind its type, and what brings it about */
  hasHope(kind: string): boolean {
    return (this.#missed.get(kind)?.times ?? 0) < MISSED_MAX;
  }

  came(kind: string): void {
    this.#missed.delete(kind);
  }

  /**
   * It was waited for with the whole patience, and did not come. Waits that went on at the same time are one: a target that has stood still for a while
   * was missed once.
   * @param from_ms when the wait began, in time that never goes back
   */
  missed(kind: string, from_ms: number, until_ms: number): void {
    const before = this.#missed.get(kind);
    if (before !== undefined && from_ms < before.until_ms) return;
    this.#missed.set(kind, { times: (before?.times ?? 0) + 1, until_ms });
  }
}
