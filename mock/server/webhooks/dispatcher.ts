import { LIMITS } from '#spec';
import { stopwatchMs } from '../../ports/clock.ts';
import type { Lane } from '../../market/store/queue.ts';
import { dropUnwanted, findDueRetries, findLanes } from '../../market/store/queue.ts';
import { Alarm, pause } from '../../ports/timer.ts';
import type { DeliveryWorld } from '../ports.ts';
import { makeAttempt } from './attempt.ts';
import { Sender } from './sender.ts';
import { ATTEMPTS_MAX, ATTEMPTS_PER_RECEIVER_MAX, Slots } from './slots.ts';

/** How long a closing world waits for running attempts, in ms of the machine's clock. */
const CLOSING_PATIENCE_MS = 250;
/** How long to wait for the attempts of another process, in ms of the machine's clock. */
const ELSEWHERE_MS = 20;
const NEVER = new AbortController().signal;

/** A queued attempt that is due. */
interface Due {
  seq: number;
  subscription_id: string;
  url: string;
}

/** A running attempt. */
interface Flight extends Due {
  stop: AbortController;
  landed: Promise<void>;
}

/**
 * Sends queued deliveries in the background. The queue is in the store. Memory holds only the running attempts.
 *
 * RTY-9: each subscription has at most one running first attempt, in the order of the events. Retries and replays are independent of that
 * order. `slots.ts` limits how many attempts run at the same time.
 */
export class Dispatcher {
  readonly #world: DeliveryWorld;
  readonly #sender: Sender;
  readonly #slots = new Slots();
  readonly #flights = new Map<number, Flight>();
  /** Subscriptions whose attempt could not be recorded. They pause until the next `wake`, or the attempt would repeat in a loop. */
  readonly #set_aside = new Set<string>();
  /** Rows that another process has claimed. */
  readonly #elsewhere = new Set<number>();
  #round: Promise<void> | undefined;
  #is_round_due = false;
  #halts = 0;
  #is_closed = false;
  #has_complained = false;

  /** @param timeout_ms of one attempt (RTY-5) */
  constructor(world: DeliveryWorld, timeout_ms: number = LIMITS.delivery_timeout_ms) {
    this.#world = world;
    this.#sender = new Sender({ timeout_ms, is_shared: world.options.is_shared });
  }

  /** Starts sending what is due. Returns at once and never throws. */
  wake(): void {
    this.#set_aside.clear();
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
   * Runs work that replaces the contents of the store. Running attempts are aborted without a record, and afterwards the new queue is sent.
   */
  async whileHalted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#halts += 1;
    try {
      this.#abortAll();
      await this.#waitUntilIdle();
      return await work();
    } finally {
      this.#halts -= 1;
      this.wake();
    }
  }

  /** Starts no more attempts. Running ones go on (RTY-10). */
  stop(): void {
    this.#is_closed = true;
  }

  /** Stops sending. Attempts that do not end soon are aborted and stay queued (RTY-10). */
  async close(): Promise<void> {
    this.#is_closed = true;
    const patience = new Alarm(() => {
      this.#abortAll();
    });
    patience.set(CLOSING_PATIENCE_MS);
    await this.#waitUntilIdle();
    patience.clear();
    await this.#sender.close();
  }

  async #waitUntilIdle(): Promise<void> {
    while (this.#round !== undefined || this.#flights.size > 0) {
      await this.#round;
      await Promise.all([...this.#flights.values()].map(({ landed }) => landed));
    }
  }

  #abortAll(): void {
    for (const { stop } of this.#flights.values()) stop.abort();
  }

  get #is_stopped(): boolean {
    return this.#is_closed || this.#halts > 0;
  }

  #nudge(): void {
    if (this.#is_stopped) return;
    this.#is_round_due = true;
    this.#round ??= this.#goRound();
  }

  /** Starts what is due, and repeats if it was nudged in between. */
  async #goRound(): Promise<void> {
    try {
      // Let the request that woke the dispatcher respond first, and find everything that it queued in one round.
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      while (this.#is_round_due && !this.#is_stopped) {
        this.#is_round_due = false;
        for (const due of await this.#findDue()) this.#start(due);
      }
    } catch (error) {
      this.#complain(error);
    } finally {
      this.#round = undefined;
    }
  }

  async #findDue(): Promise<Due[]> {
    const { store, clock } = this.#world;
    if (this.#flights.size >= ATTEMPTS_MAX) return [];
    const lanes = await findLanes(store.reader);
    // RTY-8
    if (lanes.some(({ url }) => url === null)) await store.write(dropUnwanted);
    const now = clock.now();
    const due: Due[] = [];
    for (const lane of lanes) {
      if (lane.url !== null && !this.#set_aside.has(lane.subscription_id))
        due.push(...(await this.#findDueOf(lane, lane.url, now)));
    }
    return due.toSorted((a, b) => a.seq - b.seq);
  }

  async #findDueOf({ subscription_id, head_seq, head_due_at, retry_due_at }: Lane, url: string, now: string): Promise<Due[]> {
    // The first attempt stays queued until it is recorded, so the next one has to wait (RTY-9).
    const seqs = head_seq !== null && head_due_at !== null && head_due_at <= now ? [head_seq] : [];
    if (retry_due_at !== null && retry_due_at <= now) {
      // As many as may run for one receiver, in addition to those that already do.
      seqs.push(...(await findDueRetries(this.#world.store.reader, subscription_id, now, 2 * ATTEMPTS_PER_RECEIVER_MAX)));
    }
    return seqs.map((seq) => ({ seq, subscription_id, url }));
  }

  #start(due: Due): void {
    if (this.#is_stopped || this.#flights.has(due.seq) || this.#elsewhere.has(due.seq) || !this.#slots.take(due.url)) return;
    const stop = new AbortController();
    this.#flights.set(due.seq, { ...due, stop, landed: this.#fly(due, stop) });
  }

  async #fly({ seq, subscription_id, url }: Due, stop: AbortController): Promise<void> {
    const begun_ms = stopwatchMs();
    const { claims } = this.#world.store;
    try {
      if (!(await claims.take(seq))) {
        this.#elsewhere.add(seq);
        return;
      }
      const made = await makeAttempt(this.#world, this.#sender, seq, stop);
      if (made === undefined) {
        await claims.drop(seq);
        return;
      }
      this.#world.bus.publish({ kind: 'delivery', delivery: made.delivery });
      if (made.has_next && !this.#is_stopped) await this.#world.rearm();
    } catch (error) {
      this.#set_aside.add(subscription_id);
      this.#complain(error);
    } finally {
      this.#slots.release(url, stopwatchMs() - begun_ms);
      this.#flights.delete(seq);
      this.#nudge();
    }
  }

  /** Warns about an internal error, once. The queue keeps what was not sent. */
  #complain(error: unknown): void {
    if (this.#has_complained) return;
    this.#has_complained = true;
    process.emitWarning(error instanceof Error ? error : String(error), 'DeliveryWarning');
  }
}
