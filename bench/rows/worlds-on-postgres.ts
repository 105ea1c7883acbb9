import { pause } from '#mock/ports/timer';
import { startPostgres } from '#proofs/postgres';
import type { Benchmark, Row } from '../kit/benchmark.ts';
import { startMock } from '../kit/server-process.ts';

const ROUNDS = 20;
/** Created without deleting any, so that there are no tables to use again. */
const IN_A_ROW = 10;
const PAUSE_MS = 4_000;
type Work = 'create the first' | 'create' | 'reset' | 'delete';

const LIMITS_MS: Readonly<Record<string, number>> = { create: 100, reset: 40 };

interface World {
  id: string;
  control_url: string;
}

async function send<Answer>(method: 'POST' | 'DELETE', url: string): Promise<Answer> {
  const response = await fetch(url, { method });
  if (!response.ok) throw new Error(`${method} ${url} responded ${response.status}: ${await response.text()}`);
  // The control plane's response.
  return (await response.json()) as Answer;
}

/** Adds the duration to the samples. */
async function time<Result>(samples_ms: number[], work: () => Promise<Result>): Promise<Result> {
  const started_ms = performance.now();
  const result = await work();
  samples_ms.push(performance.now() - started_ms);
  return result;
}

/** @returns the durations of each kind of work */
async function measureOn(db: string, report: (progress: string) => void): Promise<Readonly<Record<string, readonly number[]>>> {
  await using server = await startMock(['--db', db]);
  const control_url = server.base_url.replace(/\/v1$/, '/_gristmill');
  const create = (): Promise<World> => send<World>('POST', `${control_url}/worlds`);
  const remove = ({ id }: World): Promise<unknown> => send('DELETE', `${control_url}/worlds/${id}`);
  const never = new AbortController().signal;

  const durations: Record<Work, number[]> = { 'create the first': [], create: [], reset: [], delete: [] };
  const made: World[] = [];
  for (let round = 1; round <= IN_A_ROW; round += 1) {
    report(`world ${round} of ${IN_A_ROW}`);
    made.push(await time(durations['create the first'], create));
  }
  for (const world of made) await remove(world);
  // The next worlds are prepared in the background.
  await pause(PAUSE_MS, never);
  for (let round = 1; round <= ROUNDS; round += 1) {
    report(`round ${round} of ${ROUNDS}`);
    const world = await time(durations.create, create);
    await time(durations.reset, () => send('POST', `${world.control_url}/reset`));
    await time(durations.delete, () => remove(world));
  }
  return durations;
}

export const worldsOnPostgres: Benchmark = {
  summary: 'worlds of the default size on PostgreSQL with durable commits: create, reset, delete',
  runs: 'full',
  run: async ({ report }) => {
    await using postgres = await startPostgres({ is_durable: true });
    const durations = await measureOn(await postgres.createDatabase('worlds'), report);
    const rows: Row[] = Object.entries(durations).map(([name, samples]) => {
      const at_most = LIMITS_MS[name];
      return { name, figures: { ms: samples }, ...(at_most === undefined ? {} : { goal: { at_most } }) };
    });
    return [{ title: 'worlds on PostgreSQL', columns: ['ms'], key: 'ms', rows }];
  },
};
