/** The clock of a world. Only this file, random.ts, and timer.ts may use the machine's time or randomness. */

const LAST_INSTANT_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** FMT-6, FMT-10: ISO 8601 UTC with milliseconds. Instants are stored and compared as such texts. */
export function toInstant(ms: number): string {
  return new Date(ms).toISOString();
}

export function toMs(instant: string): number {
  return Date.parse(instant);
}

/** The instant `seconds` later. */
export function later(instant: string, seconds: number): string {
  return toInstant(toMs(instant) + seconds * 1000);
}

/** The machine's clock in whole seconds. Receivers compare signatures with it (SIG-9). */
export function wallClockSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Monotonic milliseconds for measuring durations. */
export function stopwatchMs(): number {
  return performance.now();
}

/** Milliseconds since 1970 on a clock that never goes back within a process. Values of different processes can be compared. */
export function steadyEpochMs(): number {
  return performance.timeOrigin + performance.now();
}

/** Rounds a measured duration to tenths of a millisecond. */
export function roundMs(duration_ms: number): number {
  return Math.round(duration_ms * 10) / 10;
}

export type ClockMode = 'real' | 'frozen';

export interface ClockState {
  mode: ClockMode;
  /** The time of a frozen clock. A real clock uses `offset_ms`, its difference from the machine's clock. */
  frozen_at_ms: number;
  offset_ms: number;
}

/** A clock that runs with an offset from the machine's clock, or is frozen until it is moved. */
export class Clock {
  #state: ClockState;

  /** @param start `real`, `frozen` (at the machine's time), or an ISO instant to freeze at */
  constructor(start: 'real' | 'frozen' | (string & {}) = 'real') {
    const fixed = start === 'real' || start === 'frozen' ? Date.now() : toMs(start);
    this.#state = { mode: start === 'real' ? 'real' : 'frozen', frozen_at_ms: fixed, offset_ms: 0 };
  }

  get state(): ClockState {
    return { ...this.#state };
  }

  /** Continues from the state of another clock, such as that of a restored snapshot. */
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

  /** Sets the time, in ms since the epoch. The mode stays. */
  set(ms: number): void {
    const bounded = Math.min(Math.max(ms, 0), LAST_INSTANT_MS);
    this.#state =
      this.#state.mode === 'frozen'
        ? { ...this.#state, frozen_at_ms: bounded }
        : { ...this.#state, offset_ms: bounded - Date.now() };
  }
}
