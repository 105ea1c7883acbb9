import { elapsedMs, wait } from '../clock.ts';

/** Limits the number of concurrent requests, and of requests per second. */
export class RateLimiter {
  readonly #max_in_flight: number;
  readonly #gap_ms: number;
  readonly #waiting: (() => void)[] = [];
  #in_flight = 0;
  #next_at_ms = 0;

  constructor(max_in_flight: number, per_second: number) {
    this.#max_in_flight = max_in_flight;
    this.#gap_ms = Number.isFinite(per_second) ? 1_000 / per_second : 0;
  }

  async run<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#enter();
    try {
      await this.#keepDistance(signal);
      return await action();
    } finally {
      // Hand the slot to the next waiter directly.
      const next = this.#waiting.shift();
      if (next === undefined) this.#in_flight -= 1;
      else next();
    }
  }

  async #enter(): Promise<void> {
    if (this.#in_flight < this.#max_in_flight) {
      this.#in_flight += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  async #keepDistance(signal: AbortSignal | undefined): Promise<void> {
    if (this.#gap_ms === 0) return;
    const now = elapsedMs();
    const at = Math.max(now, this.#next_at_ms);
    this.#next_at_ms = at + this.#gap_ms;
    if (at > now) await wait(at - now, signal);
  }
}
