/** Counts what checks assert: a check that ends without one assertion has checked nothing, and must not pass. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface Counter {
  assertions: number;
}

/** The counter of the check that is running. It follows the check through every call, so that no check has to pass it on. */
const COUNTER = new AsyncLocalStorage<Counter | undefined>();

/** Notes that the running check has asserted something about the target, and that it held. */
export function noteAssertion(): void {
  const counter = COUNTER.getStore();
  if (counter !== undefined) counter.assertions += 1;
}

/** Notes an assertion where it holds. @returns whether it does */
export function holds(condition: boolean): boolean {
  if (condition) noteAssertion();
  return condition;
}

/** Whether a check is running, and not a preparation that it shares with others. */
export function isCounting(): boolean {
  return COUNTER.getStore() !== undefined;
}

/** Runs `action`, and counts its assertions in `counter` as they are made. */
export function countAssertions<Result>(counter: Counter, action: () => Result): Result {
  return COUNTER.run(counter, action);
}

/** Runs `action` without counting: for shared preparations, and for oracles, which do not belong to the running check. */
export function withoutCounting<Result>(action: () => Result): Result {
  return COUNTER.run(undefined, action);
}
