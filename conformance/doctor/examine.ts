/** Checks the setup before a run, because most failures come from it. Read-only, and takes seconds. */
import type { Check } from '../check/check.ts';
import { CHECKS } from '../checks/index.ts';
import { NO_LEDGER, Run, examineTokens, openReader, type ActorName, type Settings } from '#client';
import type { Oracle } from '../oracles/oracle.ts';
import { ORACLES } from '../oracles/index.ts';
import { explainWrongAddress } from '../runner/explain-wrong-address.ts';
import { estimate, type Estimate } from '../runner/estimate.ts';
import { measurePace, type Pace } from '../runner/measure-pace.ts';
import { listNeededActors } from './needed-actors.ts';
import { SelectionError, select } from '../runner/select.ts';
import { examineActors } from './examine-actors.ts';
import {
  examineAuthServer,
  examineFixtures,
  examineHooks,
  examinePublicSecrets,
  examineReceiver,
  examineWrites,
} from './examine-surroundings.ts';
import { bad, ok, type Finding } from './finding.ts';
import { probe } from './probe.ts';

/** How long to wait for the receiver. */
const PROBE_TIMEOUT_MAX_MS = 10_000;

/** @returns the findings. A `bad` one means that a run would prove nothing about the target, so it does not begin. If the target does not respond like the API, there are no others */
export async function examine(settings: Settings): Promise<readonly Finding[]> {
  return settings.redactor.redactValue(await findAll(settings), FINDING);
}

/** Findings that do not depend on the target. */
const FINDING = { own: new Set(['level', 'about', 'config_key']), named_by_others: new Set<string>() };

async function findAll(given: Settings): Promise<readonly Finding[]> {
  const found = await probe(given.base_url, Math.min(given.request_timeout_ms, PROBE_TIMEOUT_MAX_MS));
  if (found.some(({ level, about }) => level === 'bad' && about === 'target')) return found;

  const wrong_address = await findWrongAddress(given, found);
  if (wrong_address !== undefined) return wrong_address;
  const settings = given.identities === undefined ? { ...given, ...(await examineTokens(given)) } : given;
  const read = openReader(settings);
  const { checks: able, all, requests, seconds, allowed_per_second, needed } = await estimateRun(settings);
  const some = able === all ? '' : `${able.toLocaleString('en')} of `;
  return [
    ...found,
    examineWrites(settings),
    ...examineActors(settings, { run_seconds: seconds, needed }),
    ...examinePublicSecrets(settings),
    ...(await examineFixtures(settings, read)),
    await examineReceiver(settings),
    ...examineHooks(settings),
    ...examineAuthServer(settings),
    ok(
      'run',
      `${some}${all.toLocaleString('en')} ${all === 1 ? 'check' : 'checks'} can run: about ${requests.toLocaleString('en', ABOUT)} requests in ${describeDuration(seconds, settings, allowed_per_second)}`,
    ),
  ];
}

/** If the API is at another address, that is the only problem. @param found the findings of {@link probe} */
async function findWrongAddress(settings: Settings, found: readonly Finding[]): Promise<readonly Finding[] | undefined> {
  const isDoubt = ({ level, about }: Finding): boolean => level === 'warn' && about === 'target';
  if (!found.some(isDoubt)) return undefined;
  const run = new Run(settings, NO_LEDGER);
  try {
    const wrong_address = await explainWrongAddress(run, AbortSignal.timeout(PROBE_TIMEOUT_MAX_MS));
    if (wrong_address === undefined) return undefined;
    return [bad('target', wrong_address, 'target.base_url')];
  } finally {
    await run.close();
  }
}

const ABOUT = { maximumSignificantDigits: 2 };

/** A limit that the target states can count each token separately, so the duration at this rate is an upper bound. */
function describeDuration(seconds: number, { requests_per_second }: Settings, allowed_per_second: number): string {
  if (allowed_per_second >= requests_per_second) return describeSeconds(seconds);
  const rate = allowed_per_second.toLocaleString('en', ABOUT);
  return `up to ${describeSeconds(seconds)}, because the target allows ${rate} requests per second`;
}

function describeSeconds(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

interface Forecast extends Estimate, Pick<Pace, 'allowed_per_second'> {
  /** How many checks are selected. */
  readonly all: number;
  readonly needed: ReadonlySet<ActorName>;
}

/** The estimated size of a run: nearly 0 if nothing is selected, which the run reports. */
async function estimateRun(settings: Settings): Promise<Forecast> {
  const run = new Run(settings, NO_LEDGER);
  try {
    const chosen = select<Check | Oracle>([...CHECKS, ...ORACLES], settings.selection);
    const checks = chosen.filter((item) => 'run' in item);
    const pace = await measurePace(run.http);
    const forecast = estimate(checks, run, pace);
    // Oracles need nothing else.
    const needed = listNeededActors(checks, settings);
    return { ...forecast, ...pace, checks: forecast.checks + chosen.length - checks.length, all: chosen.length, needed };
  } catch (error) {
    if (error instanceof SelectionError)
      return { checks: 0, all: 0, requests: 0, seconds: 1, allowed_per_second: Infinity, needed: new Set() };
    throw error;
  } finally {
    await run.close();
  }
}
