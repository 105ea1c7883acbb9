/** One exploration of a world that is broken or different in one way, over HTTP like anybody's deployment. */
import { resolveConfig } from '#conformance/config/resolve-config';
import type { Settings } from '#client';
import { createMock } from '#mock';
import { explore } from '#scenarios';
import { runRaces } from '#scenarios/races/index';
import type { Row } from './rows.ts';
import { ROWS } from './rows.ts';

export interface Job {
  readonly kind: 'tooth' | 'control';
  /** Of the violation or the variant; `clean` is the mock as it is. */
  readonly name: string;
  readonly seed: number;
  /** Scenarios, or tries of a race. */
  readonly runs: number;
}

export interface Outcome {
  readonly job: Job;
  /** Found by an invariant that may find it; by `another`, which says nothing of the violation. */
  readonly verdict: 'found' | 'another' | 'nothing' | 'inconclusive';
  /** Until then. */
  readonly runs: number;
  readonly calls: number;
  /** What was found, or why nothing could be. */
  readonly said: string;
}

/** Worlds of one mock. */
export interface Arena {
  explore: (job: Job) => Promise<Outcome>;
  close: () => Promise<void>;
}

/** Enough for pages of two; the worlds of the scenarios are as small. */
const LOTS = 20;

export async function openArena(): Promise<Arena> {
  const mock = await createMock({ port: 0, lots: LOTS });
  const ask = async (method: string, path: string, body?: object): Promise<Readonly<Record<string, string>>> => {
    const response = await fetch(`${mock.control_url}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    // A border: the control plane's own answer.
    return (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, string>>;
  };
  return {
    explore: async (job) => {
      const row = ROWS.find(({ violation }) => violation === job.name);
      const deviation = job.kind === 'tooth' ? { violations: [job.name] } : job.name === 'clean' ? {} : { variants: [job.name] };
      const { id = '', base_url = '' } = await ask('POST', '/worlds', deviation);
      try {
        const settings = await resolveConfig({ target: base_url, ledger: false, seed: 'explore-teeth' }, '/', {});
        return row?.race === undefined ? await play(settings, job, row) : await race(settings, job, row.race);
      } finally {
        await ask('DELETE', `/worlds/${id}`);
      }
    },
    close: async () => mock.close(),
  };
}

async function play(settings: Settings, job: Job, row: Row | undefined): Promise<Outcome> {
  const { runs, seed } = job;
  const explored = await explore(settings, { runs, seed, shrink: { plays: 0, replays: 0 } });
  const { verdict, reason = '', counterexample, calls_to_find = explored.calls } = explored;
  const tried = { job, runs: explored.sizes.length, calls: calls_to_find };
  if (verdict === 'inconclusive') return { ...tried, verdict, said: reason };
  if (counterexample === undefined) return { ...tried, verdict: 'nothing', said: '' };
  const { invariant, clause, message } = counterexample.finding;
  const is_meant = row?.invariants.includes(invariant) === true;
  return { ...tried, verdict: is_meant ? 'found' : 'another', said: `${invariant}, ${clause}: ${message}` };
}

async function race(settings: Settings, job: Job, id: string): Promise<Outcome> {
  const [result] = await runRaces(settings, { tries: job.runs, only: [id] });
  if (result === undefined) return { job, verdict: 'inconclusive', runs: 0, calls: 0, said: `there is no race ${id}` };
  const { tries, finding } = result;
  // What a race costs in requests is not counted.
  return { job, verdict: finding === undefined ? 'nothing' : 'found', runs: tries, calls: 0, said: finding?.message ?? '' };
}
