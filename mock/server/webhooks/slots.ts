/** The limit on running attempts that are not slow. RTY-9: slow receivers must not block the others. */
export const ATTEMPTS_MAX = 64;
/** The limit per receiver, that is, per URL. */
const ATTEMPTS_PER_RECEIVER_MAX = 4;
/** The limit on attempts to slow receivers, which have separate slots. */
const ATTEMPTS_TO_SLOW_MAX = 128;
/** The share of each limit that retries and replays can use. The rest is reserved for first attempts. */
const RETRIES_SHARE = 0.5;
/** The limit on all running attempts. The limits above can be exceeded only by receivers that turn out to be slow during an attempt. */
const ATTEMPTS_TOTAL_MAX = 512;
/** An attempt is slow as soon as it has run for longer than this. A receiver is slow if its last attempt was. */
export const SLOW_MS = 250;
/** How many slow receivers are remembered. */
const SLOW_RECEIVERS_KEPT = 1_000;

/** The slot of a running attempt. */
export interface Slot {
  readonly receiver: string;
  readonly is_first: boolean;
  is_slow: boolean;
}

/** How many attempts run: all of them, and those that are retries or replays. */
interface Count {
  all: number;
  retries: number;
}

/** Counts running attempts per receiver. */
export class Slots {
  readonly #taken = new Map<string, Count>();
  readonly #slow = new Set<string>();
  readonly #quick_count: Count = { all: 0, retries: 0 };
  readonly #slow_count: Count = { all: 0, retries: 0 };

  /** Whether a first attempt, or a retry, can start for a receiver that is not slow and has no running attempt. */
  hasRoom(is_first: boolean): boolean {
    if (this.#quick_count.all + this.#slow_count.all >= ATTEMPTS_TOTAL_MAX) return false;
    return !isFull(this.#quick_count, is_first, ATTEMPTS_MAX);
  }

  /** The receivers that can take no first attempt now, or no retry. */
  listBlocked(is_first: boolean): string[] {
    const full = [...this.#taken].filter(([, taken]) => isFull(taken, is_first, ATTEMPTS_PER_RECEIVER_MAX));
    const busy = full.map(([receiver]) => receiver);
    return isFull(this.#slow_count, is_first, ATTEMPTS_TO_SLOW_MAX) ? [...new Set([...busy, ...this.#slow])] : busy;
  }

  /** Reserves a slot for one attempt. @returns undefined if a limit is reached */
  take(receiver: string, is_first: boolean): Slot | undefined {
    const is_slow = this.#slow.has(receiver);
    const taken = this.#taken.get(receiver) ?? { all: 0, retries: 0 };
    const pool = is_slow ? this.#slow_count : this.#quick_count;
    if (this.#quick_count.all + this.#slow_count.all >= ATTEMPTS_TOTAL_MAX) return undefined;
    if (isFull(pool, is_first, is_slow ? ATTEMPTS_TO_SLOW_MAX : ATTEMPTS_MAX)) return undefined;
    if (isFull(taken, is_first, ATTEMPTS_PER_RECEIVER_MAX)) return undefined;

    const slot = { receiver, is_first, is_slow };
    this.#taken.set(receiver, taken);
    add(taken, slot, 1);
    add(pool, slot, 1);
    return slot;
  }

  /** Moves an attempt that has run for longer than SLOW_MS to the slow ones, which frees its slot for another attempt. */
  markSlow(slot: Slot): void {
    this.#remember(slot.receiver);
    if (slot.is_slow) return;
    add(this.#quick_count, slot, -1);
    slot.is_slow = true;
    add(this.#slow_count, slot, 1);
  }

  /** Releases the slot of an attempt that took `duration_ms`. */
  release(slot: Slot, duration_ms: number): void {
    if (duration_ms > SLOW_MS) this.markSlow(slot);
    else this.#slow.delete(slot.receiver);
    add(slot.is_slow ? this.#slow_count : this.#quick_count, slot, -1);
    const taken = this.#taken.get(slot.receiver);
    if (taken === undefined) return;
    add(taken, slot, -1);
    if (taken.all === 0) this.#taken.delete(slot.receiver);
  }

  #remember(receiver: string): void {
    this.#slow.add(receiver);
    for (const known of this.#slow) {
      if (this.#slow.size <= SLOW_RECEIVERS_KEPT) break;
      if (!this.#taken.has(known)) this.#slow.delete(known);
    }
  }
}

function isFull({ all, retries }: Count, is_first: boolean, limit: number): boolean {
  return all >= limit || (!is_first && retries >= limit * RETRIES_SHARE);
}

function add(count: Count, { is_first }: Slot, change: 1 | -1): void {
  count.all += change;
  if (!is_first) count.retries += change;
}
