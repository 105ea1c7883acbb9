import type { Lane } from '../check/check.ts';

interface Laned {
  readonly lane: Lane;
  readonly group?: string | undefined;
}

export const CHECKS_AT_ONCE = 8;

/** How many more checks of the lane `open` can run while others wait for deliveries of a target that has delivered nothing. */
const ASIDE_MAX = 48;

/** Runs an item. It can call `stepAside` when it begins a long wait, so that another one runs in its place. */
type RunOne<Item> = (item: Item, stepAside: () => void) => Promise<void>;

/**
 * Runs checks by lane: `patient` checks start immediately, and `open` checks run in parallel, up to the limit. Then `quiet` checks and the first `reading`
 * check of each group run one at a time, then the other `reading` checks in parallel. Checks that move the clock run last.
 * @param other_work of the run, which must end before the first `quiet` check begins
 */
export async function runInLanes<Item extends Laned>(
  checks: readonly Item[],
  at_once: number,
  runOne: RunOne<Item>,
  other_work?: Promise<unknown>,
): Promise<void> {
  const checksOf = (lane: Lane): readonly Item[] => checks.filter((check) => check.lane === lane);
  const patient = Promise.all(checksOf('patient').map(async (check) => runOne(check, () => undefined)));
  await Promise.all([other_work, runConcurrently(checksOf('open'), { at_once, aside_max: ASIDE_MAX }, runOne)]);
  await runConcurrently(checksOf('quiet'), ALONE, runOne);
  const reading = checksOf('reading');
  const first = reading.filter(({ group }, i) => reading.findIndex((other) => other.group === group) === i);
  await runConcurrently(first, ALONE, runOne);
  await runConcurrently(
    reading.filter((check) => !first.includes(check)),
    { at_once, aside_max: 0 },
    runOne,
  );
  await patient;
  await runConcurrently(checksOf('clock'), ALONE, runOne);
}

const ALONE = { at_once: 1, aside_max: 0 };

async function runConcurrently<Item>(
  checks: readonly Item[],
  { at_once, aside_max }: { at_once: number; aside_max: number },
  runOne: RunOne<Item>,
): Promise<void> {
  const waiting = [...checks];
  const running = new Set<Promise<void>>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const aside = Promise.withResolvers<void>();
      const ended = runOne(next, () => {
        if (running.size < aside_max) aside.resolve();
      }).finally(() => running.delete(ended));
      running.add(ended);
      await Promise.race([ended, aside.promise]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(at_once, checks.length) }, work));
  await Promise.all(running);
}
