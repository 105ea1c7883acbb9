/** The one file of the judge that asks the machine for the time, or to be woken: a deployment is judged in real time. */

/** The time of day, in ms since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** The time of day as ISO 8601. */
export function nowIso(): string {
  return new Date().toISOString();
}

/** Time that never goes back, in ms, to measure with. */
export function elapsedMs(): number {
  return performance.now();
}

/** Waits. Ends early, and throws the reason, when `signal` is aborted. */
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

/** A signal that aborts after `ms`, and when one of `others` does. Its timer keeps nothing alive. */
export function timeLimit(ms: number, others: readonly AbortSignal[] = []): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(ms), ...others]);
}

/** What waiting is made of: the machine's own, unless a test brings another. */
export interface Machine {
  elapsedMs: () => number;
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const THIS_MACHINE: Machine = { elapsedMs, wait };

/** Whoever is woken later than this was not let run: the machine is busy, or it was asleep. */
const STALL_MS = 250;
/** After a stall what has come in the meantime is read first. */
const READING_MS = 1_000;
/** So much time is given back at most: on a machine that never lets anybody run, looking ends all the same. */
const GIVEN_BACK_MS_MAX = 30_000;
/** Who takes longer to answer was kept from it, and is asked once more a while later: so often. */
const SLOW_LOOK_MS = 1_000;
const SLOW_LOOKS_MAX = 2;

/**
 * Looks again and again until `look` finds something, or the time is up: then undefined. The last look is begun when the time is up, and not
 * before. Time in which this machine did not let the judge run is not counted: whatever was to be seen then is only read afterwards.
 */
export async function poll<Found>(
  look: () => Promise<Found | undefined>,
  { within_ms, every_ms = 50, signal }: { within_ms: number; every_ms?: number; signal?: AbortSignal },
  machine: Machine = THIS_MACHINE,
): Promise<Found | undefined> {
  let end = machine.elapsedMs() + within_ms;
  let most_ms = GIVEN_BACK_MS_MAX;
  let slow_looks = 0;
  for (let pause_ms = every_ms; ; pause_ms = Math.min(pause_ms * 1.5, 1_000)) {
    const began = machine.elapsedMs();
    const found = await look();
    if (found !== undefined) return found;
    const looked = machine.elapsedMs();
    if (looked - began >= SLOW_LOOK_MS && slow_looks < SLOW_LOOKS_MAX) {
      slow_looks += 1;
      end = Math.max(end, looked + READING_MS);
    } else if (began >= end) {
      return undefined;
    }
    const sleep_ms = Math.min(pause_ms, Math.max(end - looked, 0));
    await machine.wait(sleep_ms, signal);
    const stalled_ms = machine.elapsedMs() - looked - sleep_ms;
    if (stalled_ms < STALL_MS) continue;
    const given_ms = Math.min(Math.max(stalled_ms, READING_MS), most_ms);
    most_ms -= given_ms;
    end += given_ms;
  }
}

const TICK_MS = 100;

/** Notices when this machine did not let the judge run, so that what is only read late is not said to have come late. */
export class StallWatch {
  readonly #elapsedMs: () => number;
  readonly #timer: NodeJS.Timeout;
  #ticked_ms: number;
  #stall: { from_ms: number; until_ms: number } | undefined;

  /** @param now time that never goes back, in ms */
  constructor(now: () => number = elapsedMs) {
    this.#elapsedMs = now;
    this.#ticked_ms = now();
    this.#timer = setInterval(() => {
      this.tick();
    }, TICK_MS);
    this.#timer.unref();
  }

  /** Says that the judge runs. */
  tick(): void {
    const now_ms = this.#elapsedMs();
    if (now_ms - this.#ticked_ms > TICK_MS + STALL_MS) this.#stall = { from_ms: this.#ticked_ms, until_ms: now_ms };
    this.#ticked_ms = now_ms;
  }

  /** For how many ms at most something that is noticed now may have lain there; 0 where the judge was let run all the time. */
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

/** A date so many days from today, as `YYYY-MM-DD`. @param now_ms in ms since 1970; the machine's own time unless given */
export function dateFromToday(days: number, now_ms: number = Date.now()): string {
  return new Date(now_ms + days * 86_400_000).toISOString().slice(0, 10);
}

/** An instant so many seconds from now, as ISO 8601. @param now_ms in ms since 1970; the machine's own time unless given */
export function instantFromNow(seconds: number, now_ms: number = Date.now()): string {
  return new Date(now_ms + seconds * 1_000).toISOString();
}
