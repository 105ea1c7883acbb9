import { pause } from '#mock/ports/timer';
import { startPostgres } from '#proofs/postgres';
import type { Benchmark, Goal, ReportProgress } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import { startMock } from '../kit/server-process.ts';

const ROUNDS = 20;
/** Worlds to create without deleting any, so that no tables can be reused. */
const IN_A_ROW = 10;
const PAUSE_MS = 4_000;
type Work = 'create the first' | 'create' | 'reset' | 'delete';

const GOALS_MS: Readonly<Record<string, Goal>> = { create: { at_most: 100 }, reset: { at_most: 40 } };

/** @returns the durations of each kind of work */
async function measureOn(db: string, report: ReportProgress): Promise<Readonly<Record<string, readonly number[]>>> {
  await using server = await startMock(['--db', db]);
  await using connection = openConnection(server.base_url);
  const durations: Record<Work, number[]> = { 'create the first': [], create: [], reset: [], delete: [] };
  /** Sends a request and keeps its duration. @returns the body of the response */
  const time = async (work: Work, method: 'POST' | 'DELETE', path: string): Promise<string> => {
    const { text, duration_ms } = await connection.send(method, path);
    durations[work].push(duration_ms);
    return text;
  };
  /** @returns the id of the new world */
  const create = async (work: Work): Promise<string> => {
    // The control plane's response.
    const { id } = JSON.parse(await time(work, 'POST', '/_gristmill/worlds')) as { id: string };
    return id;
  };

  const made: string[] = [];
  for (let round = 1; round <= IN_A_ROW; round += 1) {
    report(`world ${round} of ${IN_A_ROW}`);
    made.push(await create('create the first'));
  }
  for (const id of made) await connection.send('DELETE', `/_gristmill/worlds/${id}`);
  // Leaves time for preparing the next worlds in the background.
  await pause(PAUSE_MS, new AbortController().signal);
  for (let round = 1; round <= ROUNDS; round += 1) {
    report(`round ${round} of ${ROUNDS}`);
    const id = await create('create');
    await time('reset', 'POST', `/worlds/${id}/_gristmill/reset`);
    await time('delete', 'DELETE', `/_gristmill/worlds/${id}`);
  }
  return durations;
}

export const worldsOnPostgres: Benchmark = {
  summary: 'worlds of the default size on PostgreSQL with durable commits: create, reset, delete',
  runs: 'full',
  run: async ({ report }) => {
    await using postgres = await startPostgres({ is_durable: true });
    const durations = await measureOn(await postgres.createDatabase('worlds'), report);
    const rows = Object.entries(durations).map(([name, samples]) => ({ name, figures: { ms: samples }, goal: GOALS_MS[name] }));
    return [{ title: 'worlds on PostgreSQL', columns: ['ms'], key: 'ms', rows }];
  },
};
