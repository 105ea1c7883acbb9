/** Counts the assertions of checks. A check that makes no assertion has checked nothing, and must not pass. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Counter {
  assertions: number;
}

/** The counter of the running check, as async context, so that no check has to pass it on. */
const COUNTER = new AsyncLocalStorage<Counter | undefined>();

/** Records that the running check made an assertion about the target, and that it held. */
export function noteAssertion(): void {
  const counter = COUNTER.getStore();
  if (counter !== undefined) counter.assertions += 1;
}

/** Records an assertion if it holds. @returns whether it does */
export function holds(condition: boolean): boolean {
  if (condition) noteAssertion();
  return condition;
}

/** Whether a check is running, rather than an oracle or a preparation that several checks share. */
export function isCheckRunning(): boolean {
  return COUNTER.getStore() !== undefined;
}

/** Runs `action` and counts its assertions in `counter`. */
export function countAssertions<Result>(counter: Counter, action: () => Result): Result {
  return COUNTER.run(counter, action);
}

/** Runs `action` without counting: for shared preparations, and for oracles, which do not belong to the running check. */
export function withoutCounting<Result>(action: () => Result): Result {
  return COUNTER.run(undefined, action);
}
