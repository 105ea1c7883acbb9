import type { Reader, Tx } from '../../market/records/tables.ts';
import { nextDue } from '../../market/store/next-due.ts';
import type { Store } from '../../market/store/store.ts';
import type { Clock } from '../../ports/clock.ts';
import { toMs } from '../../ports/clock.ts';
import { Alarm } from '../../ports/timer.ts';

/** How much later the alarm of other processes goes off, so that usually only the process that saved the due time acts. */
const OTHERS_LATER_MS = 200;

/** The next due time of a world, and an alarm that goes off then if the clock runs. */
export class Schedule {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  #due_ms = Number.POSITIVE_INFINITY;
  /** The due time in the database, which other processes read. */
  #stored_ms: number | null = null;
  /** Whether another process saved the due time. */
  #is_of_another = false;

  constructor(store: Store, clock: Clock, onDue: () => void) {
    this.#store = store;
    this.#clock = clock;
    // Timers may fire early, and long waits come in steps. A write sets the alarm again.
    this.#alarm = new Alarm(onDue);
  }

  /** In ms of the world's clock. Infinity if nothing is due. */
  get due_ms(): number {
    return this.#due_ms;
  }

  get is_due(): boolean {
    return this.#clock.now_ms() >= this.#due_ms;
  }

  /** Applies a due time that another process has saved. */
  applySaved(stored_ms: number | null): void {
    this.noteStored(stored_ms);
    this.#is_of_another = true;
    this.#due_ms = stored_ms ?? Number.POSITIVE_INFINITY;
  }

  /** Remembers the due time in the database. */
  noteStored(stored_ms: number | null): void {
    this.#stored_ms = stored_ms;
  }

  /** Finds what is due next, and sets the alarm. */
  async rearm(): Promise<void> {
    if (this.#store.shared === undefined) this.#due_ms = await this.#find(this.#store.reader);
    else await this.#store.write((tx) => this.save(tx));
    this.setAlarm();
  }

  /** In a world that several processes serve, finds the next due time and saves it in the transaction of the change that affects it. */
  async save(tx: Tx): Promise<void> {
    const { shared } = this.#store;
    if (shared === undefined) return;
    this.#due_ms = await this.#find(tx);
    const next_due_ms = Number.isFinite(this.#due_ms) ? this.#due_ms : null;
    if (next_due_ms === this.#stored_ms) return;
    this.#is_of_another = false;
    await shared.save(tx, { next_due_ms });
  }

  /** Call it after each commit that can affect the due time. */
  async afterCommit(): Promise<void> {
    if (this.#store.shared === undefined) await this.rearm();
    else this.setAlarm();
  }

  setAlarm(): void {
    this.clear();
    if (!Number.isFinite(this.#due_ms) || this.#clock.state.mode !== 'real') return;
    this.#alarm.set(this.#due_ms - this.#clock.now_ms() + (this.#is_of_another ? OTHERS_LATER_MS : 0));
  }

  clear(): void {
    this.#alarm.clear();
  }

  async #find(db: Reader): Promise<number> {
    const due = await nextDue(db, this.#clock.now());
    return due === null ? Number.POSITIVE_INFINITY : toMs(due);
  }
}
