import { THIS_MACHINE, type Machine } from '../clock.ts';

const SECOND_MS = 1_000;
/** The rate after a rejection, as a share of the one before. */
const SLOWER = 0.75;
const GAP_MAX_MS = SECOND_MS;
/** The least rate before the first rejection, per second: a second with few requests does not show what the target allows. */
const RATE_MIN = 20;
/** After this time without a rejection, the rate grows again by a fraction. */
const RECOVERY_MS = 10_000;
const FASTER = 1.2;

/** Limits the number of concurrent requests, and of requests per second. */
export class RateLimiter {
  readonly #machine: Machine;
  readonly #max_in_flight: number;
  readonly #gap_min_ms: number;
  #gap_ms: number;
  #gap_changed_at_ms = -Infinity;
  /** When the requests of the last second began. */
  #began_ms: number[] = [];
  /** Each lets one waiting request start. In order of arrival. */
  readonly #waiting = new Set<() => void>();
  #in_flight = 0;
  #next_at_ms = 0;

  /** @param machine clock and timers. Tests can replace them */
  constructor(max_in_flight: number, per_second: number, machine: Machine = THIS_MACHINE) {
    this.#machine = machine;
    this.#max_in_flight = max_in_flight;
    this.#gap_min_ms = Number.isFinite(per_second) ? SECOND_MS / per_second : 0;
    this.#gap_ms = this.#gap_min_ms;
  }

  /**
   * Lowers the rate, because the target has rejected a request as one too many. At most once a second, since the rejections of one second have one cause.
   * Without this, all rejected requests would come back at the same moment.
   */
  slowDown(): void {
    const now = this.#machine.elapsedMs();
    if (now < this.#gap_changed_at_ms + SECOND_MS) return;
    this.#gap_changed_at_ms = now;
    const per_second = this.#began_ms.filter((at) => at > now - SECOND_MS).length;
    const gap_ms = this.#gap_ms === 0 ? SECOND_MS / Math.max(RATE_MIN, per_second) : this.#gap_ms;
    this.#gap_ms = Math.min(gap_ms / SLOWER, Math.max(GAP_MAX_MS, this.#gap_min_ms));
  }

  /** Runs an action in its turn. @throws the reason of `signal` if it aborts before */
  async run<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#enter(signal);
    try {
      await this.#keepDistance(signal);
      return await action();
    } finally {
      // The next request takes over the slot.
      const [next] = this.#waiting;
      if (next === undefined) this.#in_flight -= 1;
      else {
        this.#waiting.delete(next);
        next();
      }
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.#in_flight < this.#max_in_flight) {
      this.#in_flight += 1;
      return;
    }
    const slot = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#waiting.delete(slot.resolve);
      slot.reject(signal?.reason);
    };
    this.#waiting.add(slot.resolve);
    signal?.addEventListener('abort', leave, { once: true });
    await slot.promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  async #keepDistance(signal: AbortSignal | undefined): Promise<void> {
    const now = this.#machine.elapsedMs();
    if (this.#gap_ms > this.#gap_min_ms && now > this.#gap_changed_at_ms + RECOVERY_MS) {
      this.#gap_changed_at_ms = now;
      this.#gap_ms = Math.max(this.#gap_min_ms, this.#gap_ms / FASTER);
    }
    const at = Math.max(now, this.#next_at_ms);
    this.#began_ms = [...this.#began_ms.filter((began) => began > now - SECOND_MS), at];
    if (this.#gap_ms === 0) return;
    this.#next_at_ms = at + this.#gap_ms;
    if (at > now) await this.#machine.wait(at - now, signal);
  }
}
