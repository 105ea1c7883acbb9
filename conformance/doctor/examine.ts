/** Looks at the set-up before a run: most red reports come from there. Reads only, and takes seconds. */
import { CHECKS } from '../checks/index.ts';
import type { Settings } from '../config/settings.ts';
import { SelectionError, select } from '../runner/select.ts';
import { examineActors } from './examine-actors.ts';
import { examineFixtures, examineHooks, examineReceiver, examineWrites } from './examine-surroundings.ts';
import type { Finding } from './finding.ts';
import { probe } from './probe.ts';
import { openReader } from './reader.ts';

/** What is not there in this time will not be there for the run. */
const PROBE_TIMEOUT_MAX_MS = 10_000;
const REQUESTS_A_CHECK = 10;
/** On this machine requests take no time, and waiting for deliveries does. */
const LOCAL_RUN_SECONDS = 60;

/**
 * @returns one finding a line, the worst of them `bad`: with such a one a run says nothing of the target, and is not begun. Where nobody answers
 * as an API does, there is nothing else
 */
export async function examine(settings: Settings): Promise<readonly Finding[]> {
  const found = await probe(settings.base_url, Math.min(settings.request_timeout_ms, PROBE_TIMEOUT_MAX_MS));
  if (found.some(({ level, about }) => level === 'bad' && about === 'target')) return found;

  const read = openReader(settings);
  const { requests, seconds } = estimate(settings);
  return [
    ...found,
    examineWrites(settings),
    ...(await examineActors(settings, read, seconds)),
    ...(await examineFixtures(settings, read)),
    await examineReceiver(settings),
    ...examineHooks(settings),
    { level: 'ok', about: 'run', message: `some ${requests} requests, about ${Math.max(1, Math.round(seconds / 60))} min` },
  ];
}

function estimate(settings: Settings): { requests: number; seconds: number } {
  const requests = countChecks(settings) * REQUESTS_A_CHECK;
  const { requests_per_second } = settings;
  return { requests, seconds: Number.isFinite(requests_per_second) ? requests / requests_per_second : LOCAL_RUN_SECONDS };
}

function countChecks({ selection }: Settings): number {
  try {
    return select(CHECKS, selection).length;
  } catch (error) {
    // Oracles alone may be selected; a selection of nothing at all is told by the run.
    if (error instanceof SelectionError) return 1;
    throw error;
  }
}
