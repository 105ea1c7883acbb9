import { dateFromToday, deliveryWindow, instantFromNow, nowMs } from '../clock.ts';

/** The target's clock, as far as a run knows it. It is ahead of this machine's clock if someone moved it. */
export class TargetClock {
  /** Start of the run on this machine's clock, in ms since 1970. */
  readonly began_ms = nowMs();
  /** How many seconds the clock was moved ahead: by this run (including a pending movement), by others, and by earlier runs. */
  moved_seconds = 0;
  /** The part of `moved_seconds` that this run moved. */
  moved_by_run_seconds = 0;
  /** The part of `moved_by_run_seconds` that a failed hook did not confirm. */
  unconfirmed_seconds = 0;
  /** How often and how far others moved the clock during this run, as far as the run noticed. */
  readonly moves_by_others = { count: 0, seconds: 0 };
  readonly #onMoveByOthers: () => void;

  /** @param onMoveByOthers called when others moved the clock, so that what checks share can have expired */
  constructor(onMoveByOthers: () => void) {
    this.#onMoveByOthers = onMoveByOthers;
  }

  /** How far the clock moved since the run began, in seconds. */
  get moved_since_start_seconds(): number {
    return this.moved_by_run_seconds + this.moves_by_others.seconds;
  }

  /** Records a movement by this run. Call this before the movement. @param seconds negative if the target refused the movement */
  move(seconds: number): void {
    this.moved_seconds += seconds;
    this.moved_by_run_seconds += seconds;
  }

  noteMoveByOthers(seconds: number): void {
    this.moved_seconds += seconds;
    this.moves_by_others.count += 1;
    this.moves_by_others.seconds += seconds;
    this.#onMoveByOthers();
  }

  /** The estimated time of the target, in ms since 1970. */
  nowMs(): number {
    return nowMs() + this.moved_seconds * 1_000;
  }

  /** The target's date in `days` days, as `YYYY-MM-DD`. */
  dateFromToday(days: number): string {
    return dateFromToday(days, this.nowMs());
  }

  /** A delivery window, in days from the target's date. */
  deliveryWindow(days: readonly [from: number, to: number]): { from: string; to: string } {
    return deliveryWindow(days, this.nowMs());
  }

  /** The target's time in `seconds` seconds, as ISO 8601. */
  instantFromNow(seconds: number): string {
    return instantFromNow(seconds, this.nowMs());
  }
}
