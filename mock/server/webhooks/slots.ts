/** How many attempts may be under way at once (RTY-9): nobody who is slow or dead may take the room of the others. */
export const ATTEMPTS_MAX = 64;
/** To one receiver, that is, to one URL. */
export const ATTEMPTS_PER_RECEIVER_MAX = 4;
/** To all receivers together whose last answer took long, or never came. */
export const ATTEMPTS_TO_SLOW_MAX = 32;
/** What takes longer than this is slow. */
export const SLOW_MS = 1_000;
/** The slow receivers that are remembered; the longest known are forgotten first. */
const SLOW_RECEIVERS_KEPT = 1_000;

/** The places for attempts under way, and who has taken them. */
export class Slots {
  readonly #taken = new Map<string, number>();
  readonly #slow = new Set<string>();
  #total = 0;
  #total_slow = 0;

  /** @returns whether there was a place for one more attempt to this receiver; it is taken then */
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

  /** Gives a place back after an attempt of that many milliseconds. */
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
    // The attempts that it has under way move with it.
    this.#total_slow += is_slow ? left : -left;
    if (is_slow) this.#slow.add(receiver);
    else this.#slow.delete(receiver);
    for (const known of this.#slow) {
      if (this.#slow.size <= SLOW_RECEIVERS_KEPT) break;
      if (!this.#taken.has(known)) this.#slow.delete(known);
    }
  }
}
