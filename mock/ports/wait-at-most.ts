import { Alarm } from './timer.ts';

/**
 * Runs work that depends on DNS or a database, and waits for it at most `timeout_ms` of the machine's clock.
 * @returns undefined if the work fails or takes longer. Late work is not aborted
 */
export async function waitAtMost<Result>(timeout_ms: number, work: () => Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const alarm = new Alarm(() => {
    resolve(undefined);
  });
  alarm.set(timeout_ms);
  try {
    return await Promise.race([work(), late]);
  } catch {
    return undefined;
  } finally {
    alarm.clear();
  }
}
