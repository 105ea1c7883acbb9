import type { Lane } from '../check/check.ts';

/** What has a place among others that run. */
interface Laned {
  readonly lane: Lane;
}

/** How many checks run beside each other. */
export const CHECKS_AT_ONCE = 8;

/**
 * Runs checks, each in its lane: the patient ones at once, the open ones so many at a time, then the quiet ones one by one, and when all have
 * ended those that move the clock.
 */
export async function runInLanes<Item extends Laned>(
  checks: readonly Item[],
  at_once: number,
  judge: (check: Item) => Promise<void>,
): Promise<void> {
  const of = (lane: Lane): readonly Item[] => checks.filter((check) => check.lane === lane);
  const patient = Promise.all(of('patient').map(judge));
  await runBeside(of('open'), at_once, judge);
  await runBeside(of('quiet'), 1, judge);
  await patient;
  await runBeside(of('clock'), 1, judge);
}

async function runBeside<Item>(checks: readonly Item[], at_once: number, judge: (check: Item) => Promise<void>): Promise<void> {
  const waiting = [...checks];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await judge(next);
  };
  await Promise.all(Array.from({ length: Math.min(at_once, checks.length) }, work));
}
