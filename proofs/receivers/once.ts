/** Does the work of a key at most once, and tells whether this call was the one that did it. */
export type Once = (key: string, work: () => Promise<void>) => Promise<'done' | 'duplicate'>;

/**
 * SIG-7: an event takes effect once, however often and in however many requests at once it comes. It is remembered only after the
 * work succeeded: what failed comes again, with the same id, and must then be done.
 */
export function makeOnce(): Once {
  const done = new Set<string>();
  const running = new Map<string, Promise<void>>();
  return async (key, work) => {
    for (let other = running.get(key); other !== undefined; other = running.get(key)) await other.catch(() => undefined);
    if (done.has(key)) return 'duplicate';

    const mine = work();
    running.set(key, mine);
    try {
      await mine;
      done.add(key);
    } finally {
      running.delete(key);
    }
    return 'done';
  };
}
