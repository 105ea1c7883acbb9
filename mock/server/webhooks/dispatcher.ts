import { LIMITS } from '#spec';
import { stopwatchMs } from '../../ports/clock.ts';
import type { Lane } from '../../market/store/queue.ts';
import { dropUnwanted, findDueRetries, findLanes } from '../../market/store/queue.ts';
import { Alarm } from '../../ports/timer.ts';
import type { DeliveryWorld } from '../ports.ts';
import { makeAttempt } from './attempt.ts';
import { Sender } from './sender.ts';
import { ATTEMPTS_MAX, ATTEMPTS_PER_RECEIVER_MAX, Slots } from './slots.ts';

/** How long a closing world waits for the attempts under way, in ms of the machine's clock. */
const CLOSING_PATIENCE_MS = 250;

/** A row of the queue whose time has come. */
interface Due {
  seq: number;
  subscription_id: string;
  url: string;
}

/** An attempt under way. */
interface Flight extends Due {
  stop: AbortController;
  landed: Promise<void>;
}

/**
 * Sends what is queued, off the path of the requests. The queue is in the store, and nothing but what is under way is kept here.
 *
 * RTY-9: of one subscription one first attempt is under way at a time, in the order of the events; retries and replays go by themselves;
 * every subscription moves on its own, within the bounds of `slots.ts`.
 */
export class Dispatcher {
  readonly #world: DeliveryWorld;
  readonly #sender: Sender;
  readonly #slots = new Slots();
  readonly #flights = new Map<number, Flight>();
  /** Subscriptions whose attempt could not be written down, until the next `wake`: else it would be made again and again. */
  readonly #set_aside = new Set<string>();
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

  /** Tells that there may be something to send. Returns at once and never throws. */
  wake(): void {
    this.#set_aside.clear();
    this.#nudge();
  }

  /** Resolves when nothing is under way and nothing that is due waits to be sent. */
  async idle(): Promise<void> {
    this.wake();
    await this.#waitUntilIdle();
  }

  /**
   * Puts another content into the store (a reset, a restored snapshot) while nothing is sent: attempts under way are aborted and leave no
   * trace, and afterwards whatever the new queue holds is sent.
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

  /** Sends nothing more. Attempts that do not end within a moment are aborted; they stay queued (RTY-10). */
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

  /** Starts what is due, until nothing has changed meanwhile. */
  async #goRound(): Promise<void> {
    try {
      // Whoever woke the dispatcher answers first, and what is queued in one breath is found in one round.
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
    // The head stays queued until its attempt is written down: as long as it is under way, nobody comes after it (RTY-9).
    const seqs = head_seq !== null && head_due_at !== null && head_due_at <= now ? [head_seq] : [];
    if (retry_due_at !== null && retry_due_at <= now) {
      // As many as a receiver may have under way, besides those that are.
      seqs.push(...(await findDueRetries(this.#world.store.reader, subscription_id, now, 2 * ATTEMPTS_PER_RECEIVER_MAX)));
    }
    return seqs.map((seq) => ({ seq, subscription_id, url }));
  }

  #start(due: Due): void {
    if (this.#is_stopped || this.#flights.has(due.seq) || !this.#slots.take(due.url)) return;
    const stop = new AbortController();
    this.#flights.set(due.seq, { ...due, stop, landed: this.#fly(due, stop) });
  }

  async #fly({ seq, subscription_id, url }: Due, stop: AbortController): Promise<void> {
    const begun_ms = stopwatchMs();
    try {
      const made = await makeAttempt(this.#world, this.#sender, seq, stop);
      if (made === undefined) return;
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

  /** A fault of ours is told once; the queue keeps what could not be sent. */
  #complain(error: unknown): void {
    if (this.#has_complained) return;
    this.#has_complained = true;
    process.emitWarning(error instanceof Error ? error : String(error), 'DeliveryWarning');
  }
}
