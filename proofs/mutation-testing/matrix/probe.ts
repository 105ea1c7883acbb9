/** One check in a clean world, with the deviations as its shadows. */
import type { CheckResult } from '#conformance/check/verdicts';
import type { Exchange, Run } from '#client';
import { withoutCounting } from '#client';
import { conform } from '#conformance';
import type { Mock } from '#mock';
import type { Deviation, Infection } from '../infection/shadows.ts';
import { Shadows } from '../infection/shadows.ts';
import { withWorld } from '../../worlds.ts';
import { resolve } from './row.ts';

export interface Probe {
  check: string;
  /** The verdict in the clean world. */
  verdict: CheckResult['verdict'];
  /** The deviations that were infected before the check began, by what the run does for every check. */
  early: readonly (readonly [name: string, infection: Infection])[];
  /** The deviations that the check infects. In the world of any other, the check gets the same and has the same verdict. */
  infected: readonly string[];
}

/** A check that sends writes at the same time does not always see the same one win, so it is probed several times. */
const RACES_PROBED = 6;

/** @throws Error if the check has no verdict */
export async function probe(mock: Mock, check: string, deviations: readonly Deviation[]): Promise<Probe> {
  const first = await probeOnce(mock, check, deviations);
  const infected = new Set(first.infected);
  for (let times = 1; times < RACES_PROBED && hasRace(first.exchanges); times += 1)
    for (const name of (await probeOnce(mock, check, deviations)).infected) infected.add(name);
  const { verdict, early } = first;
  return { check, verdict, early, infected: [...infected] };
}

/** The times of requests are whole milliseconds. */
const ROUNDING_MS = 1;

/** Whether two writes to the same record overlap. */
export function hasRace(exchanges: readonly Pick<Exchange, 'method' | 'url' | 'sent_at_ms' | 'duration_ms'>[]): boolean {
  const writes = exchanges.flatMap((exchange) => {
    const id = /\/[a-z]+_\w+/.exec(exchange.url)?.[0];
    return exchange.method === 'GET' || id === undefined ? [] : [{ ...exchange, id }];
  });
  return writes.some((one) =>
    writes.some(
      (other) =>
        other !== one &&
        other.id === one.id &&
        other.sent_at_ms >= one.sent_at_ms &&
        other.sent_at_ms + ROUNDING_MS < one.sent_at_ms + one.duration_ms,
    ),
  );
}

async function probeOnce(
  mock: Mock,
  check: string,
  deviations: readonly Deviation[],
): Promise<Probe & { exchanges: readonly Exchange[] }> {
  return withWorld(mock, {}, async (base_url, world) => {
    const shadows = new Shadows(deviations);
    Object.defineProperty(world, 'seams', { value: shadows.seams });
    const settings = await resolve(base_url, [check]);
    const exchanges: Exchange[] = [];
    let run: Run | undefined;
    let early: Probe['early'] = [];
    const report = await conform(settings, {
      onExchange: (exchange, current_run) => {
        run = current_run;
        exchanges.push(exchange);
      },
      onEvent: ({ type }) => {
        if (type !== 'check_started') return;
        early = [...shadows.endPreparations()];
        if (run !== undefined) forgetPreparations(run);
      },
    });
    const result = report.checks.find(({ id }) => id === check);
    if (result === undefined) throw new Error(`${check} has no verdict`);
    return { check, verdict: result.verdict, early, infected: [...shadows.infected.keys()], exchanges };
  });
}

/** The check repeats the preparations that it needs, so that what they infect counts as its own. */
function forgetPreparations(run: Run): void {
  const shared = new Map<string, Promise<unknown>>();
  run.once = async <Result>(name: string, action: () => Promise<Result>): Promise<Result> => {
    const made = shared.get(name) ?? withoutCounting(action);
    shared.set(name, made);
    // Each name always has the same action, so also the same result type.
    return made as Promise<Result>;
  };
  run.hasStarted = (name) => shared.has(name);
}
