/** One check in a clean world, with all deviations as its shadows. */
import type { CheckResult } from '#conformance/check/verdicts';
import type { Run } from '#client';
import { withoutCounting } from '#client';
import { conform } from '#conformance';
import type { Mock } from '#mock';
import type { Deviation, Infection } from '../infection/shadows.ts';
import { Shadows } from '../infection/shadows.ts';
import { resolve, withWorld } from './worlds.ts';

export interface Probe {
  check: string;
  /** The verdict in the clean world. */
  verdict: CheckResult['verdict'];
  /** The deviations that were infected before the check began, by what the run does for every check. */
  early: readonly (readonly [name: string, infection: Infection])[];
  /** The deviations that the check infects. In the world of any other, the check gets the same and has the same verdict. */
  infected: readonly string[];
}

/** @throws Error if the check has no verdict */
export async function probe(mock: Mock, check: string, deviations: readonly Deviation[]): Promise<Probe> {
  return withWorld(mock, {}, async (world, base_url) => {
    const shadows = new Shadows(deviations);
    Object.defineProperty(world, 'seams', { value: shadows.seams });
    const settings = await resolve(base_url, [check]);
    let run: Run | undefined;
    let early: Probe['early'] = [];
    const report = await conform(settings, {
      onExchange: (_exchange, its) => {
        run = its;
      },
      onEvent: ({ type }) => {
        if (type !== 'check_started') return;
        early = [...shadows.endPreparations()];
        if (run !== undefined) forgetPreparations(run);
      },
    });
    const result = report.checks.find(({ id }) => id === check);
    if (result === undefined) throw new Error(`${check} has no verdict`);
    return { check, verdict: result.verdict, early, infected: [...shadows.infected.keys()] };
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
  run.isAsked = (name) => shared.has(name);
}
