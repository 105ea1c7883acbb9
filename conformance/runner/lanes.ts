import type { Lane } from '../check/check.ts';

/** Anything that runs in a lane. */
interface Laned {
  readonly lane: Lane;
}

/** How many checks run concurrently. */
export const CHECKS_AT_ONCE = 8;

/**
 * Runs checks by lane: `patient` ones start immediately, `open` ones run in parallel up to the limit, then `quiet` ones one at a time, and last those
 * that move the clock.
 */
export async function runInLanes<Item extends Laned>(
  checks: readonly Item[],
  at_once: number,
  runOne: (check: Item) => Promise<void>,
): Promise<void> {
  const of = (lane: Lane): readonly Item[] => checks.filter((check) => check.lane === lane);
  const patient = Promise.all(of('patient').map(runOne));
  await runBeside(of('open'), at_once, runOne);
  await runBeside(of('quiet'), 1, runOne);
  await patient;
  await runBeside(of('clock'), 1, runOne);
}

async function runBeside<Item>(checks: readonly Item[], at_once: number, runOne: (check: Item) => Promise<void>): Promise<void> {
  const waiting = [...checks];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await runOne(next);
  };
  await Promise.all(Array.from({ length: Math.min(at_once, checks.length) }, work));
}
