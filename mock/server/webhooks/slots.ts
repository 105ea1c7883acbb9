/** The limit on running attempts. RTY-9: slow receivers must not block the others. */
export const ATTEMPTS_MAX = 64;
/** The limit per receiver, that is, per URL. */
export const ATTEMPTS_PER_RECEIVER_MAX = 4;
/** The limit for all slow receivers together. */
export const ATTEMPTS_TO_SLOW_MAX = 32;
/** A receiver is slow if its last attempt took longer than this. */
export const SLOW_MS = 1_000;
/** How many slow receivers are remembered. */
const SLOW_RECEIVERS_KEPT = 1_000;

/** Counts running attempts per receiver. */
export class Slots {
  readonly #taken = new Map<string, number>();
  readonly #slow = new Set<string>();
  #total = 0;
  #total_slow = 0;

  /** Reserves a slot for one attempt. @returns false if a limit is reached */
  take(receiver: string): boolean {
    const taken = this.#taken.get(receiver) ?? 0;
    const is_slow = this.#slow.has(receiver);
    if (this.#total >= ATTEMPTS_MAX) return false;
    if (taken >= ATTEMPTS_PER_RECEIVER_MAX) return false;
    if (is_slow && this.#total_slow >= ATTEMPTS_TO_SLOW_MAX) return false;

    this.#taken.set(receiver, taken + 1);
    this.#total += 1;
    if (is_slow) this.#total_slow += 1;
    return true;
  }

  /** Releases the slot of an attempt that took `duration_ms`. */
  release(receiver: string, duration_ms: number): void {
    const left = (this.#taken.get(receiver) ?? 1) - 1;
    this.#total -= 1;
    if (this.#slow.has(receiver)) this.#total_slow -= 1;
    if (left === 0) this.#taken.delete(receiver);
    else this.#taken.set(receiver, left);
    this.#remember(receiver, duration_ms > SLOW_MS, left);
  }

  #remember(receiver: string, is_slow: boolean, left: number): void {
    if (is_slow === this.#slow.has(receiver)) return;
    // Its running attempts count as slow, or no longer do.
    this.#total_slow += is_slow ? left : -left;
    if (is_slow) this.#slow.add(receiver);
    else this.#slow.delete(receiver);
    for (const known of this.#slow) {
      if (this.#slow.size <= SLOW_RECEIVERS_KEPT) break;
      if (!this.#taken.has(known)) this.#slow.delete(known);
    }
  }
}
