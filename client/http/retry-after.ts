import type { Machine } from '../clock.ts';
import { nowMs } from '../clock.ts';

/** The longest single wait, in ms. */
const WAIT_MAX_MS = 30_000;
const WAIT_MIN_MS = 100;
const WAIT_DEFAULT_MS = 1_000;
/** The total time that a run waits for rate limits, in ms. */
export const RATE_LIMIT_WAIT_MAX_MS = 300_000;

/** How often a request is repeated, by status. Checks run in parallel, so one request can lose to others at a rate limit several times. */
const REPEATS_MAX: Readonly<Record<number, number>> = { 429: 10, 503: 5 };

/**
 * Whether a response asks to repeat the request later: a rate limit, or a server that is away for a moment. A 503 without `Retry-After` does not.
 * @param tries how often the request was repeated
 */
export function shouldRepeat(status: number, retry_after: string | undefined, tries: number): boolean {
  return (status === 429 || retry_after !== undefined) && tries < (REPEATS_MAX[status] ?? 0);
}

/** Waits after a 429 or 503, within a total per run. Concurrent waits count once. */
export class RateLimit {
  readonly #machine: Machine;
  #waiting = 0;
  #began_ms = 0;
  #waited_ms = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** @returns false immediately if the total is used up */
  async wait(retry_after: string | undefined, signal: AbortSignal | undefined): Promise<boolean> {
    const ongoing_ms = this.#waiting === 0 ? 0 : this.#machine.elapsedMs() - this.#began_ms;
    const left_ms = RATE_LIMIT_WAIT_MAX_MS - this.#waited_ms - ongoing_ms;
    if (left_ms <= 0) return false;
    if (this.#waiting === 0) this.#began_ms = this.#machine.elapsedMs();
    this.#waiting += 1;
    try {
      await this.#machine.wait(Math.min(readRetryAfter(retry_after), left_ms), signal);
      return true;
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#waited_ms += this.#machine.elapsedMs() - this.#began_ms;
    }
  }
}

/** `Retry-After` in ms: seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(value: string | undefined): number {
  const seconds = Number(value ?? Number.NaN);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value ?? '') - nowMs();
  return Math.min(Math.max(Number.isFinite(ms) ? ms : WAIT_DEFAULT_MS, WAIT_MIN_MS), WAIT_MAX_MS);
}
