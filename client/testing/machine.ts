import type { Machine } from '../clock.ts';

export interface FakeMachine extends Machine {
  pass: (ms: number) => void;
  /** What was waited for, in ms. */
  readonly waits: readonly number[];
}

/**
 * A machine whose time passes only where somebody waits, or by hand.
 * @param stalls_ms how long it stops at some of its waits, by the number of the wait
 */
export function makeMachine(stalls_ms: Readonly<Record<number, number>> = {}): FakeMachine {
  let now_ms = 0;
  const waits: number[] = [];
  const pass = (ms: number): void => {
    now_ms += ms;
  };
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    pass(ms + (stalls_ms[waits.length] ?? 0));
    return Promise.resolve();
  };
  return { waits, pass, elapsedMs: () => now_ms, wait };
}
