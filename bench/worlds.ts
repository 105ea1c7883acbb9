import { startPostgres } from '#proofs/postgres';
import type { Benchmark, Row } from './benchmark.ts';
import { startMock } from './server-process.ts';
import { median } from './statistics.ts';

const ROUNDS = 20;
const WARM_UP_ROUNDS = 3;
const CREATE_MS_MAX = 100;
const RESET_MS_MAX = 40;

interface World {
  id: string;
  control_url: string;
}

async function post<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url, { method: 'POST' });
  if (!response.ok) throw new Error(`${url} responded ${response.status}: ${await response.text()}`);
  // The control plane's response.
  return (await response.json()) as Answer;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started_ms = performance.now();
  await work();
  return performance.now() - started_ms;
}

/** Creates, resets, and deletes worlds, one at a time. */
async function measure(name: string, db: string, report: (progress: string) => void): Promise<readonly Row[]> {
  await using server = await startMock(['--db', db]);
  const control_url = server.base_url.replace(/\/v1$/, '/_gristmill');
  const [created, reset, deleted]: [number[], number[], number[]] = [[], [], []];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    report(`${name}, round ${round + 1} of ${ROUNDS}`);
    let world: World | undefined;
    const times = [
      await time(async () => {
        world = await post<World>(`${control_url}/worlds`);
      }),
      await time(() => post(`${world?.control_url ?? ''}/reset`)),
      await time(() => fetch(`${control_url}/worlds/${world?.id ?? ''}`, { method: 'DELETE' })),
    ] as const;
    if (round < 0) continue;
    for (const [index, list] of [created, reset, deleted].entries()) list.push(times[index] ?? Number.NaN);
  }
  const figures = (list: readonly number[]): Row['figures'] => ({ 'median ms': median(list), 'best ms': Math.min(...list) });
  const is_limited = db.startsWith('postgres');
  const limit = (at_most: number): Pick<Row, 'limit'> => (is_limited ? { limit: { column: 'median ms', at_most } } : {});
  return [
    { name: `${name}: create`, figures: figures(created), ...limit(CREATE_MS_MAX) },
    { name: `${name}: reset`, figures: figures(reset), ...limit(RESET_MS_MAX) },
    { name: `${name}: delete`, figures: figures(deleted) },
  ];
}

export const worlds: Benchmark = {
  summary: 'worlds of the standard size: create, reset, delete, over HTTP, in memory and on PostgreSQL with durable commits',
  is_long: true,
  run: async (report) => {
    await using postgres = await startPostgres({ is_durable: true });
    const rows = [
      ...(await measure('in memory', ':memory:', report)),
      ...(await measure('on PostgreSQL', await postgres.createDatabase('worlds'), report)),
    ];
    return [{ title: `worlds (median of ${ROUNDS})`, columns: ['median ms', 'best ms'], rows }];
  },
};
