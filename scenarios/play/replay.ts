import type { Settings } from '#client';
import type { Shown } from '../findings/counterexample.ts';
import type { CommandData } from '../model/command-data.ts';
import { playScenario } from './explore.ts';
import type { SessionOptions } from '../session/session.ts';
import { openEnvironment } from '../set-up/environment.ts';

interface Replayed {
  /** The number of plays with a finding, of `of` plays. */
  readonly found: number;
  readonly of: number;
  /** The last finding. */
  readonly shown: Shown | undefined;
  readonly calls: number;
}

/**
 * Replays a sequence of commands, each time in a new session.
 * @param commands the sequence, for example `commands` of a counterexample
 * @throws Blocked, Unverifiable if no scenario can run here
 */
export async function replay(
  settings: Settings,
  commands: readonly CommandData[],
  { times = 3, ...options }: SessionOptions & { times?: number } = {},
): Promise<Replayed> {
  const environment = await openEnvironment(settings, options);
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
