/** The time of the target: real time, plus what the clock hook adds. */
import { nowMs, signedAtSeconds, type Arrival } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

interface Movement {
  begun_ms: number;
  ended_ms: number;
  seconds: number;
}

/** A range of seconds: an event during a clock movement has no exact time. */
export interface Span {
  low: number;
  high: number;
}

/** The times of an attempt. */
type Attempt = Pick<Arrival, 'at_ms' | 'stalled_ms' | 'headers'>;

/** Signature times are whole seconds, so the difference between two can be too large by about this much. */
const SIGNED_WITHIN_SECONDS = 0.5;

/** How long to wait for a due delivery: at first, at least, and at most. */
const LISTEN_AT_FIRST_MS = 400;
const LISTEN_MIN_MS = 60;
const LISTEN_MAX_MS = 500;

export class TargetTime {
  readonly is_moved: boolean;
  readonly #t: CheckContext;
  readonly #movements: Movement[] = [];
  #listen_ms = LISTEN_AT_FIRST_MS;

  /** @param is_moved whether a hook moves the target's clock; otherwise time passes by waiting */
  constructor(t: CheckContext, is_moved: boolean) {
    this.#t = t;
    this.is_moved = is_moved;
  }

  /** How long to wait for a due delivery: some targets send before the clock hook returns, some a while later. */
  get listen_ms(): number {
    return this.#listen_ms;
  }

  /** Adapts `listen_ms` to how long after a clock movement a delivery arrived. */
  learnFrom({ at_ms }: Pick<Arrival, 'at_ms'>): void {
    const ended_ms = this.#movements.findLast((movement) => movement.ended_ms <= at_ms)?.ended_ms;
    const is_inside = this.#movements.some((movement) => movement.begun_ms <= at_ms && at_ms < movement.ended_ms);
    const lag_ms = ended_ms === undefined || is_inside ? 0 : at_ms - ended_ms;
    this.#listen_ms = Math.min(Math.max(lag_ms * 3, LISTEN_MIN_MS), LISTEN_MAX_MS);
  }

  /** Moves the target's clock with the hook, or waits. */
  async advance(seconds: number): Promise<void> {
    if (seconds <= 0) return;
    if (!this.is_moved) return this.#t.wait(seconds * 1_000);
    const movement: Movement = { begun_ms: nowMs(), ended_ms: Number.POSITIVE_INFINITY, seconds };
    this.#movements.push(movement);
    await this.#t.arrange.advanceClock(seconds);
    movement.ended_ms = nowMs();
  }

  /** The time between two attempts, from their arrivals, or from their signatures if one was delayed in transit. */
  between(from: Attempt, to: Attempt): Span {
    const [early, late] = [from.at_ms - from.stalled_ms, to.at_ms - to.stalled_ms];
    const [t1, t2] = [signedAtSeconds(from), signedAtSeconds(to)];
    const signed = t1 === undefined || t2 === undefined ? 0 : t2 - t1 - SIGNED_WITHIN_SECONDS;
    const sum = (movements: readonly Movement[]): number => movements.reduce((total, { seconds }) => total + seconds, 0);
    const whole = this.#movements.filter(({ begun_ms, ended_ms }) => begun_ms >= from.at_ms && ended_ms <= to.at_ms);
    const touched = this.#movements.filter(({ begun_ms, ended_ms }) => ended_ms >= from.at_ms && begun_ms <= to.at_ms);
    return {
      low: (late - from.at_ms) / 1_000 + sum(whole),
      high: Math.max((to.at_ms - early) / 1_000 + sum(touched), signed),
    };
  }

  /** The time since an attempt. */
  since(from: Attempt): Span {
    return this.between(from, { at_ms: nowMs(), stalled_ms: 0, headers: {} });
  }
}
