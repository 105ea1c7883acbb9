/** The one place where something waits for the machine's clock. */

/** Node's timers hold 31 bits of milliseconds; a longer wait is made in steps by whoever re-arms. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** An alarm that rings once, and can be set anew at any time; it keeps no process alive. */
export class Alarm {
  #timer: NodeJS.Timeout | undefined;
  readonly #ring: () => void;

  constructor(ring: () => void) {
    this.#ring = ring;
  }

  set(delay_ms: number): void {
    this.clear();
    this.#timer = setTimeout(this.#ring, Math.min(Math.max(delay_ms, 0), LONGEST_WAIT_MS));
    this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Resolves after a time, or as soon as the signal says that nobody waits any more. */
export function pause(delay_ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const alarm = new Alarm(resolve);
  alarm.set(delay_ms);
  signal.addEventListener('abort', () => {
    alarm.clear();
    resolve();
  });
  if (signal.aborted) resolve();
  return promise;
}
