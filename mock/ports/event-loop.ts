/**
 * Lets everything else that is ready have its turn: requests to other worlds, answers, timers. Long work calls it between slices that take a few
 * milliseconds each.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
