/** Decides when a request can begin, so that a flood from one tenant does not block the others. */
import { stopwatchMs } from '../../ports/clock.ts';

interface AdmissionLimits {
  /** Per key, with a burst of one second. */
  requests_per_second: number;
  /** Requests of one key that run at the same time. */
  concurrent: number;
  /** Requests of one key that wait. More are refused. */
  waiting: number;
  /** Requests of all keys that run at the same time. */
  total: number;
}

/** Marks a request as ended. Calling it again does nothing. */
export type Leave = () => void;

/** Why a request is refused: the rate limit, or too many waiting requests. */
export interface Refused {
  limit: 'requests_per_second' | 'concurrent_requests';
  retry_after_seconds: number;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
  /** How many requests can still begin in this second. Refilled continuously. */
  tokens: number;
  filled_ms: number;
}

/** Keys without a request for this long are forgotten, in ms. */
const IDLE_MS = 60_000;
const LANES_KEPT = 1_000;

/** A fair queue: each key has a rate and a share, and keys with waiting requests take turns. */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #lanes = new Map<string, Lane>();
  /** The keys with waiting requests, in the order of their turns. */
  readonly #turns: string[] = [];
  readonly #defer: (work: () => void) => void;
  #running = 0;
  #is_deferred = false;

  /** @param defer runs work in the next turn of the event loop */
  constructor(limits: AdmissionLimits, defer: (work: () => void) => void = setImmediate) {
    this.#limits = limits;
    this.#defer = defer;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0);
  }

  /** Counts one request toward the rate limit of a key. @returns a refusal if the limit is reached */
  spend(key: string): Refused | undefined {
    const { requests_per_second: rate } = this.#limits;
    const lane = this.#laneOf(key);
    const now_ms = stopwatchMs();
    lane.tokens = Math.min(rate, lane.tokens + ((now_ms - lane.filled_ms) / 1000) * rate);
    lane.filled_ms = now_ms;
    if (lane.tokens < 1) return { limit: 'requests_per_second', retry_after_seconds: Math.ceil((1 - lane.tokens) / rate) };
    lane.tokens -= 1;
    return undefined;
  }

  /** How many requests of a key are left in this second. */
  remaining(key: string): number {
    return Math.floor(this.#laneOf(key).tokens);
  }

  /** Begins a request now, or when it is its turn. @param go gets the function that marks it as ended */
  enter(key: string, proceed: (leave: Leave) => void): Refused | undefined {
    const lane = this.#laneOf(key);
    if (lane.waiting.length >= this.#limits.waiting) return { limit: 'concurrent_requests', retry_after_seconds: 1 };
    if (lane.waiting.length === 0) this.#turns.push(key);
    lane.waiting.push(() => {
      proceed(this.#begin(lane));
    });
    this.#runTurns();
    return undefined;
  }

  #begin(lane: Lane): Leave {
    lane.running += 1;
    this.#running += 1;
    let is_inside = true;
    return () => {
      if (!is_inside) return;
      is_inside = false;
      lane.running -= 1;
      this.#running -= 1;
      this.#runTurns();
    };
  }

  /** Begins one request per turn of the event loop, so that a new request waits for only a few others. */
  #runTurns(): void {
    if (this.#is_deferred) return;
    const next = this.#takeNext();
    if (next === undefined) return;
    this.#is_deferred = true;
    this.#defer(() => {
      this.#is_deferred = false;
      this.#runTurns();
    });
    next();
  }

  /** Takes the next request of the key whose turn it is. */
  #takeNext(): (() => void) | undefined {
    if (this.#running >= this.#limits.total) return undefined;
    for (const [index, key] of this.#turns.entries()) {
      const lane = this.#lanes.get(key);
      if (lane === undefined || lane.running >= this.#limits.concurrent) continue;
      const next = lane.waiting.shift();
      this.#turns.splice(index, 1);
      if (lane.waiting.length > 0) this.#turns.push(key);
      return next;
    }
    return undefined;
  }

  #laneOf(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    if (this.#lanes.size >= LANES_KEPT) this.#forgetIdle();
    const lane = { running: 0, waiting: [], tokens: this.#limits.requests_per_second, filled_ms: stopwatchMs() };
    this.#lanes.set(key, lane);
    return lane;
  }

  #forgetIdle(): void {
    const since_ms = stopwatchMs() - IDLE_MS;
    for (const [key, { running, waiting, filled_ms }] of this.#lanes) {
      if (running === 0 && waiting.length === 0 && filled_ms < since_ms) this.#lanes.delete(key);
    }
  }
}
