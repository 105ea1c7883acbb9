import type { Settings } from '#client';
import type { Shown } from '../findings/counterexample.ts';
import type { Description } from '../model/description.ts';
import { playScenario } from './explore.ts';
import type { TheatreOptions } from '../set-up/environment.ts';
import { openTheatre } from '../set-up/environment.ts';

export interface Replayed {
  /** How often it showed something, of how many times it was played. */
  readonly found: number;
  readonly of: number;
  /** What the last of these showed. */
  readonly shown: Shown | undefined;
  readonly calls: number;
}

/**
 * Plays a sequence of commands again.
 * @param times how often
 * @throws Blocked, Unverifiable where it cannot be played at all
 */
export async function replay(
  settings: Settings,
  commands: readonly Description[],
  { times = 3, ...options }: TheatreOptions & { times?: number } = {},
): Promise<Replayed> {
  const environment = await openTheatre(settings, options);
  let found = 0;
  let calls = 0;
  let shown: Shown | undefined;
  for (let n = 0; n < times; n += 1) {
    const outcome = await playScenario(environment, commands);
    calls += outcome.calls;
    if (outcome.finding === undefined) continue;
    found += 1;
    ({ shown } = outcome);
  }
  return { found, of: times, shown, calls };
}
