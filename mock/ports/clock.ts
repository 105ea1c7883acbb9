/** The time of a world. This file, random.ts and timer.ts are the only ones that may ask the machine for time or chance. */

const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** FMT-6, FMT-10: ISO 8601 UTC with milliseconds: the one form in which instants are stored and compared. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

export function toMs(instant: string): number {
  return Date.parse(instant);
}

/** An instant some seconds later. */
export function later(instant: string, seconds: number): string {
  return toInstant(toMs(instant) + seconds * 1000);
}

/** Whole seconds of the machine's own clock: what receivers compare signatures with (SIG-9). */
export function wallClockSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Milliseconds that only go forward, for measuring how long something took. */
export function stopwatchMs(): number {
  return performance.now();
}

export type ClockMode = 'real' | 'frozen';

export interface ClockState {
  mode: ClockMode;
  /** The instant at which it stands (frozen), or by how many ms it differs from the machine's clock (real). */
  frozen_at_ms: number;
  offset_ms: number;
}

/** A clock that runs with the machine's, ahead of it or behind it, or stands still until it is moved. */
export class Clock {
  #state: ClockState;

  /** `start` is `real`, `frozen` (at the machine's time), or an ISO instant to stand still at. */
  constructor(start: 'real' | 'frozen' | (string & {}) = 'real') {
    const fixed = start === 'real' || start === 'frozen' ? Date.now() : toMs(start);
    this.#state = { mode: start === 'real' ? 'real' : 'frozen', frozen_at_ms: fixed, offset_ms: 0 };
  }

  get state(): ClockState {
    return { ...this.#state };
  }

  /** Takes over the state of another clock, as a restored snapshot does. */
  resume(state: ClockState): void {
    this.#state = { ...state };
  }

  now_ms(): number {
    return this.#state.mode === 'frozen' ? this.#state.frozen_at_ms : Date.now() + this.#state.offset_ms;
  }

  now(): string {
    return toInstant(this.now_ms());
  }

  freeze(): void {
    const now = this.now_ms();
    this.#state = { mode: 'frozen', frozen_at_ms: now, offset_ms: 0 };
  }

  run(): void {
    const now = this.now_ms();
    this.#state = { mode: 'real', frozen_at_ms: now, offset_ms: now - Date.now() };
  }

  /** Puts the clock at an instant, in ms since the epoch; it keeps running or standing as before. */
  set(ms: number): void {
    const bounded = Math.min(Math.max(ms, 0), LAST_INSTANT_MS);
    this.#state =
      this.#state.mode === 'frozen'
        ? { ...this.#state, frozen_at_ms: bounded }
        : { ...this.#state, offset_ms: bounded - Date.now() };
  }
}
