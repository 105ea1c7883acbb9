/**
 * The only file of the client that reads the machine's clock or sets timers. It imports nothing: partners import `gristmill/webhooks`, which uses it,
 * in any JavaScript runtime.
 */

/** The time of day, in ms since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** The time of day as ISO 8601. */
export function nowIso(): string {
  return new Date().toISOString();
}

/** Monotonic time in ms, for measuring durations. */
export function elapsedMs(): number {
  return performance.now();
}

/** Waits `ms` milliseconds. @throws the reason of `signal` if it is aborted */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** A signal that aborts after `ms` milliseconds, or when one of `others` aborts. Does not keep the process alive. */
export function timeLimit(ms: number, others: readonly AbortSignal[] = []): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(ms), ...others]);
}

/**
 * Runs `action` with a signal like {@link timeLimit}, whose timer and listener end with it. For actions that are frequent and short.
 * @throws the reason of the signal as soon as it aborts
 */
export async function withTimeLimit<Result>(
  ms: number,
  other: AbortSignal | undefined,
  action: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  other?.throwIfAborted();
  const controller = new AbortController();
  const aborted = Promise.withResolvers<never>();
  const abort = (reason: unknown): void => {
    controller.abort(reason);
    aborted.reject(reason);
  };
  const onAbort = (): void => {
    abort(other?.reason);
  };
  const timer = setTimeout(() => {
    abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, ms);
  other?.addEventListener('abort', onAbort, { once: true });
  try {
    // Not every action ends with its signal: undici does not while it opens a connection.
    return await Promise.race([action(controller.signal), aborted.promise]);
  } finally {
    clearTimeout(timer);
    other?.removeEventListener('abort', onAbort);
  }
}

/** Clock and timers. Tests can replace them. */
export interface Machine {
  elapsedMs: () => number;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const THIS_MACHINE: Machine = { elapsedMs, wait };

/** A longer delay of a timer, in ms, means that this process was stalled: the machine is busy or was asleep. */
const STALL_MS = 250;
/** After a stall, wait this long, in ms, so that pending input is read first. */
const READING_MS = 1_000;
/** The maximum stall time to add to a time limit, so that polling ends even on an overloaded machine. */
const EXTRA_MS_MAX = 30_000;
/** A call of `look` that takes this long, in ms, is repeated even if the time is up, at most `SLOW_LOOKS_MAX` times. */
const SLOW_LOOK_MS = 1_000;
const SLOW_LOOKS_MAX = 2;

/**
 * Calls `look` repeatedly until it returns a value or the time is up. The last call starts when the time is up. Time in which this process was stalled does
 * not count.
 * @returns undefined if the time is up
 */
export async function poll<Found>(
  look: () => Promise<Found | undefined>,
  { within_ms, every_ms = 50, signal }: { within_ms: number; every_ms?: number; signal?: AbortSignal | undefined },
  machine: Machine = THIS_MACHINE,
): Promise<Found | undefined> {
  let end = machine.elapsedMs() + within_ms;
  let extra_left_ms = EXTRA_MS_MAX;
  let slow_looks = 0;
  for (let pause_ms = every_ms; ; pause_ms = Math.min(pause_ms * 1.5, 1_000)) {
    const began = machine.elapsedMs();
    const found = await look();
    if (found !== undefined) return found;
    const returned = machine.elapsedMs();
    if (returned - began >= SLOW_LOOK_MS && slow_looks < SLOW_LOOKS_MAX) {
      slow_looks += 1;
      end = Math.max(end, returned + READING_MS);
    } else if (began >= end) {
      return undefined;
    }
    const sleep_ms = Math.min(pause_ms, Math.max(end - returned, 0));
    await machine.wait(sleep_ms, signal);
    const stalled_ms = machine.elapsedMs() - returned - sleep_ms;
    if (stalled_ms < STALL_MS) continue;
    const extra_ms = Math.min(Math.max(stalled_ms, READING_MS), extra_left_ms);
    extra_left_ms -= extra_ms;
    end += extra_ms;
  }
}

/** How long a change can take to be visible everywhere, in ms. */
export const CONSISTENCY_MS = 2_000;
/** A target can keep times in whole seconds, and the order of two equal times is open. After this pause, in ms, they differ. */
export const NEXT_SECOND_MS = 1_100;

/** Reads again until a change shows, which can take a moment. @returns what was read last, whether it shows or not */
export async function readUntil<Read>(
  read: () => Promise<Read>,
  shows: (last: Read) => boolean,
  signal?: AbortSignal,
  within_ms: number = CONSISTENCY_MS,
): Promise<Read> {
  let last = await read();
  await poll(
    async () => {
      if (shows(last)) return true;
      last = await read();
      return undefined;
    },
    { within_ms, signal },
  );
  return last;
}

const TICK_MS = 100;

/** Detects stalls of this process, so that a delivery that was only read late does not count as late. */
export class StallWatch {
  readonly #elapsedMs: () => number;
  readonly #timer: NodeJS.Timeout;
  #ticked_ms: number;
  #stall: { from_ms: number; until_ms: number } | undefined;

  /** @param now monotonic time in ms */
  constructor(now: () => number = elapsedMs) {
    this.#elapsedMs = now;
    this.#ticked_ms = now();
    this.#timer = setInterval(() => {
      this.tick();
    }, TICK_MS);
    this.#timer.unref();
  }

  /** Records that the process is running. */
  tick(): void {
    const now_ms = this.#elapsedMs();
    if (now_ms - this.#ticked_ms > TICK_MS + STALL_MS) this.#stall = { from_ms: this.#ticked_ms, until_ms: now_ms };
    this.#ticked_ms = now_ms;
  }

  /** How long, in ms, input that is read now can have been pending; 0 without a stall. */
  behindMs(): number {
    this.tick();
    const now_ms = this.#elapsedMs();
    const stall = this.#stall;
    return stall === undefined || now_ms - stall.until_ms > READING_MS ? 0 : now_ms - stall.from_ms;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** The date in `days` days, as `YYYY-MM-DD`. @param now_ms in ms since 1970. Default: now */
export function dateFromToday(days: number, now_ms: number = Date.now()): string {
  return new Date(now_ms + days * 86_400_000).toISOString().slice(0, 10);
}

/** A delivery window of two dates. A target can reject one that spans New Year (BID-39), so such a window starts on 1 January instead. @param days from and to, both from today */
export function deliveryWindow([from, to]: readonly [from: number, to: number], now_ms?: number): { from: string; to: string } {
  const window = { from: dateFromToday(from, now_ms), to: dateFromToday(to, now_ms) };
  const new_year = `${window.to.slice(0, 4)}-01-01`;
  if (window.from >= new_year) return window;
  return { from: new_year, to: dateFromToday(to - from, Date.parse(new_year)) };
}

/** The time in `seconds` seconds, as ISO 8601. @param now_ms in ms since 1970. Default: now */
export function instantFromNow(seconds: number, now_ms: number = Date.now()): string {
  return new Date(now_ms + seconds * 1_000).toISOString();
}
