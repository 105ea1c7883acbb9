/**
 * The way into a world: any number go in together, or one goes in alone.
 * Requests share; whoever replaces the contents of the world waits until they have left and keeps others out meanwhile, so that nobody sees
 * half of the old world and half of the new one.
 */
export class ReadWriteLock {
  #inside = 0;
  #alone: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;
  #is_closed = false;

  /**
   * Does something among others.
   * Must not be called by somebody who is inside already: one who waits to be alone would never get in.
   * @returns undefined where the gate has been closed for good
   */
  async share<Result>(work: () => Promise<Result> | Result): Promise<Result | undefined> {
    while (this.#alone !== undefined) await this.#alone;
    if (this.#is_closed) return undefined;
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#onEmpty?.();
    }
  }

  /** Does something alone. @returns undefined where the gate has been closed for good */
  async exclude<Result>(work: () => Promise<Result> | Result): Promise<Result | undefined> {
    while (this.#alone !== undefined) await this.#alone;
    if (this.#is_closed) return undefined;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#alone = promise.then(() => undefined);
    try {
      await this.#waitUntilEmpty();
      return await work();
    } finally {
      this.#alone = undefined;
      resolve(undefined);
    }
  }

  /** Lets nobody in any more; resolves when the last one has left. */
  async close(): Promise<void> {
    await this.exclude(() => {
      this.#is_closed = true;
    });
  }

  async #waitUntilEmpty(): Promise<void> {
    if (this.#inside === 0) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    this.#onEmpty = undefined;
  }
}

/** One after the other, in the order of arrival: for whoever moves a clock or takes and restores snapshots. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  async queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const mine = before.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
