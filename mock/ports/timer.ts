/** The only file that sets timers. */

/** The longest delay of a Node timer, in ms. For a longer wait, set the alarm again when it fires. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** A timer that fires once and can be set again at any time. It does not keep the process alive. */
export class Alarm {
  #timer: NodeJS.Timeout | undefined;
  readonly #onFire: () => void;

  constructor(onFire: () => void) {
    this.#onFire = onFire;
  }

  set(delay_ms: number): void {
    this.clear();
    this.#timer = setTimeout(this.#onFire, Math.min(Math.max(delay_ms, 0), LONGEST_WAIT_MS));
    this.#timer.unref();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** Resolves after `delay_ms`, or when the signal aborts. */
export async function pause(delay_ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => {
    resolve();
  };
  const alarm = new Alarm(end);
  alarm.set(delay_ms);
  signal.addEventListener('abort', end);
  await promise;
  alarm.clear();
  // Signals that live as long as the process would collect listeners.
  signal.removeEventListener('abort', end);
}
