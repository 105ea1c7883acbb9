import { LIMITS } from '#spec';
import { stopwatchMs } from '../../ports/clock.ts';
import { yieldToEventLoop } from '../../ports/event-loop.ts';
import { dropUnwanted, findDueFirsts, findDueRetries } from '../../market/store/queue.ts';
import { Alarm, pause } from '../../ports/timer.ts';
import { WorldGoneError } from '../../market/store/postgres/server-error.ts';
import type { DeliveryWorld } from '../ports.ts';
import { makeAttempt } from './attempt.ts';
import { Sender } from './sender.ts';
import type { Slot } from './slots.ts';
import { SLOW_MS, Slots } from './slots.ts';

/** How long a closing world waits for running attempts, in ms of the machine's clock. */
const CLOSING_PATIENCE_MS = 250;
/** How long to wait for the attempts of another process, in ms of the machine's clock. */
const ELSEWHERE_MS = 20;
const NEVER = new AbortController().signal;

/** How many due attempts a round looks up, in addition to known ones. Attempts that cannot start immediately wait for free slots. */
const LOOKED_UP_MAX = 256;

/** An attempt that can start. */
interface Ready {
  seq: number;
  subscription_id: string;
  url: string;
  is_first: boolean;
}

/** A running attempt. */
interface Running {
  stop: AbortController;
  ended: Promise<void>;
}

/**
 * Sends queued deliveries in the background. The queue is in the store. Memory holds only the running attempts.
 *
 * RTY-9: each subscription has at most one running first attempt, in the order of the events. Retries and replays are independent of that
 * order. `slots.ts` limits how many attempts run at the same time, so that retries and slow receivers do not delay first attempts.
 */
export class Dispatcher {
  readonly #world: DeliveryWorld;
  readonly #sender: Sender;
  readonly #slots = new Slots();
  /** By the number of the row in the queue. */
  readonly #running = new Map<number, Running>();
  /** Due attempts that could not start yet, oldest first. */
  #ready: Ready[] = [];
  /** Subscriptions whose attempt could not be recorded. They pause until the next `wake`, because otherwise the attempt would repeat in a loop. */
  readonly #paused = new Set<string>();
  /** Rows of the queue that another process has claimed. */
  readonly #elsewhere = new Set<number>();
  #round: Promise<void> | undefined;
  #is_round_due = false;
  /** Whether the queue can contain attempts that no round has looked up. */
  #is_queue_new = false;
  #halts = 0;
  #is_closed = false;
  #has_warned = false;

  constructor(world: DeliveryWorld) {
    this.#world = world;
    // RTY-5
    this.#sender = new Sender({ timeout_ms: LIMITS.delivery_timeout_ms, is_shared: world.options.is_shared });
  }

  /** Starts sending what is due. Returns immediately and never throws. */
  wake(): void {
    this.#paused.clear();
    this.#is_queue_new = true;
    this.#nudge();
  }

  /** Resolves when no attempt runs and none is due, in any process. */
  async idle(): Promise<void> {
    for (;;) {
      this.lookAgain();
      await this.#waitUntilIdle();
      if (this.#elsewhere.size === 0 || this.#is_stopped) return;
      await pause(ELSEWHERE_MS, NEVER);
    }
  }

  /** Like `wake`, and also takes over the attempts of a process that has died. */
  lookAgain(): void {
    this.#elsewhere.clear();
    this.wake();
  }

  /**
   * Runs work that replaces the contents of the store. Aborts running attempts without recording them, and sends the new queue afterwards.
   */
  async whileHalted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#halts += 1;
    try {
      this.#abortAll();
      await this.#waitUntilIdle();
      this.#ready = [];
      return await work();
    } finally {
      this.#halts -= 1;
      this.wake();
    }
  }

  /** Starts no more attempts. Running ones continue (RTY-10). */
  stop(): void {
    this.#is_closed = true;
  }

  /** Stops sending. Running attempts that do not end soon are aborted and stay queued (RTY-10). */
  async close(): Promise<void> {
    this.#is_closed = true;
    const patience = new Alarm(() => {
      this.#abortAll();
    });
    patience.set(CLOSING_PATIENCE_MS);
    await this.#waitUntilIdle();
    patience.clear();
    this.#sender.close();
  }

  async #waitUntilIdle(): Promise<void> {
    while (this.#round !== undefined || this.#running.size > 0) {
      await this.#round;
      await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    }
  }

  #abortAll(): void {
    for (const { stop } of this.#running.values()) stop.abort();
  }

  get #is_stopped(): boolean {
    return this.#is_closed || this.#halts > 0;
  }

  #nudge(): void {
    if (this.#is_stopped) return;
    this.#is_round_due = true;
    this.#round ??= this.#runRounds();
  }

  /** Starts due attempts. Repeats if `#nudge` was called in between. */
  async #runRounds(): Promise<void> {
    try {
      // Lets the request that woke the dispatcher respond first, and finds everything that it queued in one round.
      await yieldToEventLoop();
      while (this.#is_round_due && !this.#is_stopped) {
        this.#is_round_due = false;
        // Fills slots of ended attempts with those found before, which needs no query. New attempts are looked up when they are queued.
        if (this.#startReady() > 0 && !this.#is_queue_new) continue;
        this.#is_queue_new = false;
        const found = await this.#findReady();
        this.#ready = [...this.#ready, ...found].toSorted((a, b) => a.seq - b.seq);
        const started = this.#startReady();
        // The queue can have more than one look-up returns.
        if (found.length >= LOOKED_UP_MAX && started > 0) this.#is_round_due = true;
      }
    } catch (error) {
      this.#warnOnce(error);
    } finally {
      this.#round = undefined;
    }
  }

  /** Starts known attempts while there are free slots. @returns how many it started */
  #startReady(): number {
    const before = this.#ready.length;
    this.#ready = this.#ready.filter((ready) => !this.#start(ready));
    return before - this.#ready.length;
  }

  async #findReady(): Promise<Ready[]> {
    const { store, clock } = this.#world;
    const found: Ready[] = [];
    const known = new Set(this.#ready.map(({ seq }) => seq));
    let has_unwanted = false;
    for (const is_first of [true, false]) {
      if (!this.#slots.hasRoom(is_first)) continue;
      const find = is_first ? findDueFirsts : findDueRetries;
      const blocked = this.#slots.listBlocked(is_first);
      for (const { url, ...due } of await find(store.reader, {
        now: clock.now(),
        blocked,
        // A first attempt stays queued until it is recorded, so the next one of its subscription has to wait (RTY-9).
        limit: LOOKED_UP_MAX + this.#running.size + this.#ready.length + this.#elsewhere.size,
      })) {
        if (url === null) has_unwanted = true;
        else if (!known.has(due.seq) && !this.#isTaken(due)) found.push({ ...due, url, is_first });
      }
    }
    // RTY-8
    if (has_unwanted) {
      await store.write(dropUnwanted);
      this.#is_round_due = true;
    }
    return found;
  }

  /** Whether the attempt runs already, here or in another process, or its subscription is paused. */
  #isTaken({ seq, subscription_id }: Pick<Ready, 'seq' | 'subscription_id'>): boolean {
    return this.#running.has(seq) || this.#elsewhere.has(seq) || this.#paused.has(subscription_id);
  }

  /** @returns false if it has to wait for a slot */
  #start(ready: Ready): boolean {
    if (this.#is_stopped || this.#running.has(ready.seq) || this.#elsewhere.has(ready.seq)) return true;
    const slot = this.#slots.take(ready.url, ready.is_first);
    if (slot === undefined) return false;
    const stop = new AbortController();
    this.#running.set(ready.seq, { stop, ended: this.#run(ready, slot, stop) });
    return true;
  }

  async #run({ seq, subscription_id }: Ready, slot: Slot, stop: AbortController): Promise<void> {
    const begun_ms = stopwatchMs();
    const { claims } = this.#world.store;
    const slow = new Alarm(() => {
      this.#slots.markSlow(slot);
      this.#nudge();
    });
    slow.set(SLOW_MS);
    try {
      const made = await makeAttempt(this.#world, this.#sender, seq, stop);
      if (made === 'elsewhere') {
        this.#elsewhere.add(seq);
        return;
      }
      if (made === undefined) {
        await claims.release(seq);
        return;
      }
      this.#world.bus.publish({ kind: 'delivery', delivery: made.delivery });
      if (made.has_next && !this.#is_stopped) await this.#world.schedule.afterCommit();
    } catch (error) {
      this.#paused.add(subscription_id);
      this.#warnOnce(error);
    } finally {
      slow.clear();
      this.#slots.release(slot, stopwatchMs() - begun_ms);
      this.#running.delete(seq);
      this.#nudge();
    }
  }

  /** Warns about the first internal error. Unsent deliveries stay in the queue. */
  #warnOnce(error: unknown): void {
    // Another process has deleted the world.
    if (this.#has_warned || error instanceof WorldGoneError) return;
    this.#has_warned = true;
    process.emitWarning(error instanceof Error ? error : String(error), 'DeliveryWarning');
  }
}
