/**
 * Requests share the lock. Replacing the contents of the world (a reset, a restored snapshot) takes it exclusively, so that no request sees a
 * mix of old and new contents.
 */
export class ReadWriteLock {
  #inside = 0;
  #alone: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;
  #is_closed = false;

  /**
   * Runs work that can run at the same time as other shared work. Not reentrant: a nested call would deadlock with a waiting `exclude`.
   * @returns undefined if the lock is closed
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

  /** Runs work exclusively. @returns undefined if the lock is closed */
  async exclude<Result>(work: () => Promise<Result> | Result): Promise<Result | undefined> {
    while (this.#alone !== undefined) await this.#alone;
    if (this.#is_closed) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#alone = promise;
    try {
      await this.#waitUntilEmpty();
      return await work();
    } finally {
      this.#alone = undefined;
      resolve();
    }
  }

  /** Refuses all further work, and resolves when the running work has ended. */
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
