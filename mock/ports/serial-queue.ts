import { Alarm } from './timer.ts';

/** Runs one piece of work at a time, in order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  async queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const mine = before.then(work, work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** Like `queue`, but if the work has not begun within `patience_ms`, rejects with the error of `explain` and never runs it. */
  async queueFor<Result>(patience_ms: number, explain: () => Error, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let is_late = false;
    const alarm = new Alarm(() => {
      is_late = true;
      reject(explain());
    });
    alarm.set(patience_ms);
    const mine = this.queue(async () => {
      alarm.clear();
      if (!is_late) resolve(await work());
    });
    mine.catch(reject);
    return promise;
  }
}
