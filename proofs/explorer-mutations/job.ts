/** One exploration of a world with one violation or variant, over HTTP. */
import { resolveConfig } from '#conformance/config/resolve-config';
import type { Settings } from '#client';
import { explore } from '#scenarios';
import { runRaces } from '#scenarios/races/index';
import type { Mock } from '#mock';
import { withWorld } from '../worlds.ts';
import { ROWS, type Row } from './rows.ts';

export interface Job {
  readonly kind: 'violation' | 'control';
  /** The name of the violation or variant; `clean` for the unchanged mock. */
  readonly name: string;
  readonly seed: number;
  /** How many scenarios, or tries of a race. */
  readonly runs: number;
}

export interface Outcome {
  readonly job: Job;
  /** `another`: an invariant found something that is not in the row of the violation, so it proves nothing. */
  readonly verdict: 'found' | 'another' | 'nothing' | 'inconclusive';
  /** Scenarios until the finding. */
  readonly runs: number;
  readonly calls: number;
  /** The finding, or why the exploration could not run. */
  readonly message: string;
}

/**
 * What a complete run explores: the seeds of each violation, the scenarios from each of them, and the scenarios of each control. With ten
 * times as many, a run takes over an hour.
 */
export const SIZE = { seeds: 2, runs: 50, control_runs: 20 };

/** Enough for pages of two, as in the worlds of the scenarios. */
export const LOTS = 20;

export async function runJob(mock: Mock, job: Job): Promise<Outcome> {
  const row = ROWS.find(({ violation }) => violation === job.name);
  const deviation = job.kind === 'violation' ? { violations: [job.name] } : job.name === 'clean' ? {} : { variants: [job.name] };
  return withWorld(mock, deviation, async (target) => {
    const settings = await resolveConfig({ target, ledger: false, seed: 'explorer' }, '/', {});
    return row?.race === undefined ? play(settings, job, row) : race(settings, job, row.race);
  });
}

async function play(settings: Settings, job: Job, row: Row | undefined): Promise<Outcome> {
  const { runs, seed } = job;
  const explored = await explore(settings, { runs, seed, shrink: { plays: 0, replays: 0 } });
  const { verdict, reason = '', counterexample, calls_to_find = explored.calls } = explored;
  const tried = { job, runs: explored.sizes.length, calls: calls_to_find };
  if (verdict === 'inconclusive') return { ...tried, verdict, message: reason };
  if (counterexample === undefined) return { ...tried, verdict: 'nothing', message: '' };
  const { invariant, clause, message } = counterexample.finding;
  const is_meant = row?.invariants.includes(invariant) === true;
  return { ...tried, verdict: is_meant ? 'found' : 'another', message: `${invariant}, ${clause}: ${message}` };
}

async function race(settings: Settings, job: Job, id: string): Promise<Outcome> {
  const [result] = await runRaces(settings, { tries: job.runs, only: [id] });
  if (result === undefined) return { job, verdict: 'inconclusive', runs: 0, calls: 0, message: `there is no race ${id}` };
  const { tries, finding } = result;
  // The requests of a race are not counted.
  return { job, verdict: finding === undefined ? 'nothing' : 'found', runs: tries, calls: 0, message: finding?.message ?? '' };
}
