/** Concurrency tests: sends requests at the same time. A pass only means that no attempt failed. */
import type { Settings } from '#client';
import { showFinding, type ShownFinding } from '../findings/counterexample.ts';
import { Finding } from '../session/finding.ts';
import { setUp } from '../set-up/set-up.ts';
import type { SessionOptions } from '../session/session.ts';
import { openEnvironment } from '../set-up/environment.ts';
import { RACES } from './races.ts';
import { runRace } from './run-race.ts';

interface RaceResult {
  readonly id: string;
  readonly tries: number;
  /** Undefined if no attempt failed. */
  readonly finding: ShownFinding | undefined;
}

const TRIES = 5;

/**
 * Runs every race several times, or until it fails.
 * @throws Blocked or Unverifiable if no race can run: they need a partner, a rival, and a buyer
 */
export async function runRaces(
  settings: Settings,
  { tries = TRIES, only, ...options }: SessionOptions & { tries?: number; only?: readonly string[] },
): Promise<readonly RaceResult[]> {
  const environment = await openEnvironment(settings, options);
  const results: RaceResult[] = [];
  for (const race of RACES.filter(({ id }) => only?.includes(id) ?? true)) {
    await using session = await environment.open();
    await setUp(session);
    let finding: ShownFinding | undefined;
    let tried = 0;
    while (tried < tries && finding === undefined) {
      tried += 1;
      try {
        await runRace(session, race);
      } catch (error) {
        if (!(error instanceof Finding)) throw error;
        ({ finding } = showFinding(session, error));
      }
    }
    results.push({ id: race.id, tries: tried, finding });
  }
  return results;
}
