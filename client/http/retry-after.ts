import { nowMs, type Machine } from '../clock.ts';

/** The longest single wait, in ms. */
const WAIT_MAX_MS = 30_000;
const WAIT_MIN_MS = 100;
const WAIT_DEFAULT_MS = 1_000;
/** The total time that a run waits for rate limits, in ms. */
export const RATE_LIMIT_WAIT_MAX_MS = 300_000;

/** How often a request is repeated, by status. Checks run in parallel, so one request can lose to others at a rate limit several times. */
const REPEATS_MAX: Readonly<Record<number, number>> = { 429: 10, 503: 5 };

/** The part of a response that can ask to repeat the request. */
interface ResponseHead {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Repeats requests that were rejected for now, and waits before each repetition, within a total per run. Concurrent waits count once. */
export class RetryAfter {
  readonly #machine: Machine;
  #waiting = 0;
  #began_ms = 0;
  #waited_ms = 0;
  #rejections = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /**
   * Sends a request. Repeats it later as long as the response asks for that: a 429, or a 503 with `Retry-After`.
   * @returns the last response, which can be such a one if the limits are used up
   */
  async repeat<Received extends ResponseHead>(send: () => Promise<Received>, signal?: AbortSignal): Promise<Received> {
    for (let tries = 0; ; tries += 1) {
      const response = await send();
      const retry_after = response.headers['retry-after'];
      const asks_to_repeat = response.status === 429 || retry_after !== undefined;
      if (asks_to_repeat && response.status in REPEATS_MAX) this.#rejections += 1;
      if (!asks_to_repeat || tries >= (REPEATS_MAX[response.status] ?? 0)) return response;
      if (!(await this.#wait(retry_after, signal))) return response;
    }
  }

  /** Says how many responses asked to repeat the request, and how long the run waited for them in all. Empty if none did. */
  describe(): readonly string[] {
    if (this.#rejections === 0) return [];
    const times = this.#rejections === 1 ? 'once' : `${this.#rejections.toLocaleString('en')} times`;
    const seconds = Math.round(this.#waited_ms / 1_000).toLocaleString('en');
    return [
      `The target asked ${times} to send a request again later (429, or 503 with Retry-After). The run slowed down, and waited ${seconds} s in all. Raise the limit to make the run faster.`,
    ];
  }

  /** @returns false immediately if the total is used up */
  async #wait(retry_after: string | undefined, signal: AbortSignal | undefined): Promise<boolean> {
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
