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

/** Looks again and again until `look` finds something, or the time is up: then undefined. */
export async function poll<Found>(
  look: () => Promise<Found | undefined>,
  { within_ms, every_ms = 50, signal }: { within_ms: number; every_ms?: number; signal?: AbortSignal },
): Promise<Found | undefined> {
  const end = elapsedMs() + within_ms;
  for (let pause_ms = every_ms; ; pause_ms = Math.min(pause_ms * 1.5, 1_000)) {
    const found = await look();
    if (found !== undefined) return found;
    const left_ms = end - elapsedMs();
    if (left_ms <= 0) return undefined;
    await wait(Math.min(pause_ms, left_ms), signal);
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
