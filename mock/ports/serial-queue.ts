/** Runs one piece of work at a time, in order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  async queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const mine = before.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
