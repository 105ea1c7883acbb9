/** Yields to other requests and timers. Long work calls it between slices of a few milliseconds. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
