import { nowMs, wait } from '#client';

/** The time that receivers live in. */
export interface Time {
  /** In ms since 1970. */
  readonly now_ms: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What the attack runs against: a receiver that answers after eleven seconds takes eleven seconds. */
export const MACHINE_TIME: Time = { now_ms: nowMs, wait };

/** A time that passes only where somebody waits, so that an hour takes no time. */
export interface VirtualTime extends Time {
  /** Nobody's wait ends until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Fulfilled when nobody waits any more. */
  readonly idle: () => Promise<void>;
}

interface Sleeper {
  readonly until_ms: number;
  readonly wake: () => void;
}

export function makeVirtualTime(): VirtualTime {
  const sleepers: Sleeper[] = [];
  let now_ms = nowMs();
  let held = false;

  // One sleeper a turn of the event loop, the earliest first: whoever it wakes may lie down again before the next.
  const pump = (): void => {
    if (held || sleepers.length === 0) return;
    sleepers.sort((one, other) => one.until_ms - other.until_ms);
    const first = sleepers.shift();
    if (first === undefined) return;
    now_ms = Math.max(now_ms, first.until_ms);
    first.wake();
    setImmediate(pump);
  };

  return {
    now_ms: () => now_ms,
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      await new Promise<void>((wake) => {
        sleepers.push({ until_ms: now_ms + ms, wake });
        setImmediate(pump);
      });
      signal.throwIfAborted();
    },
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      setImmediate(pump);
    },
    idle: async () => {
      do await pauseTurns(3);
      while (sleepers.length > 0);
    },
  };
}

/** Lets so many turns of the event loop pass, in each of which everything that has arrived is read. */
export async function pauseTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
}
