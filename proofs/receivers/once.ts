/** Does the work of a key at most once. Returns whether this call did it. */
export type Once = (key: string, work: () => Promise<void>) => Promise<'done' | 'duplicate'>;

/**
 * SIG-7: an event takes effect once, even if it is delivered several times at once. Its id is stored only after the work succeeded,
 * because a failed event is delivered again with the same id.
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
