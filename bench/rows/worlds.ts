import type { Benchmark, Goal, Row } from '../kit/benchmark.ts';
import type { Connection } from '../kit/connection.ts';
import { openConnection } from '../kit/connection.ts';
import { startMock } from '../kit/server-process.ts';
import { percentile } from '../kit/statistics.ts';

const SAMPLES = { quick: 60, full: 300 } as const;
const WARM_UP_SAMPLES = 5;
const NEW_MS_MAX = 3;
const RESET_MS_MAX = 2;
const CONTROL = '/_gristmill';

export const worlds: Benchmark = {
  summary: 'creating, resetting, and restoring worlds of the default size through the control plane',
  runs: 'quick',
  run: async ({ size, report }) => {
    await using mock = await startMock();
    await using connection = openConnection(mock.base_url);
    const snapshot_id = await takeSnapshot(connection);
    const operations: Readonly<Record<string, readonly [act: () => Promise<number>, goal?: Goal]>> = {
      'a new world': [() => makeWorld(connection, {}), { at_most: NEW_MS_MAX }],
      'a new world from a snapshot': [() => makeWorld(connection, { snapshot: snapshot_id })],
      'a new world with another seed': [makerWithNewSeeds(connection)],
      reset: [() => timePost(connection, '/reset'), { at_most: RESET_MS_MAX }],
      'restore a snapshot': [() => timePost(connection, `/snapshots/${snapshot_id}/restore`), { at_most: RESET_MS_MAX }],
    };
    const rows: Row[] = [];
    for (const [name, [act, goal]] of Object.entries(operations)) {
      report(name);
      const samples: number[] = [];
      for (let index = -WARM_UP_SAMPLES; index < SAMPLES[size]; index += 1) {
        const duration_ms = await act();
        if (index >= 0) samples.push(duration_ms);
        // Does the work that the operation left to the first request. No row includes its cost, which is the same for all rows.
        await connection.get('/inventory?limit=1');
      }
      rows.push({ name, figures: { ms: samples, 'p99 ms': percentile(samples, 99) }, goal });
    }
    return [{ title: 'control plane', columns: ['ms', 'p99 ms'], key: 'ms', rows }];
  },
};

/** @returns the duration of a POST in ms */
async function timePost(connection: Connection, path: string): Promise<number> {
  return (await connection.send('POST', `${CONTROL}${path}`)).duration_ms;
}

/** @returns the id of the snapshot */
async function takeSnapshot(connection: Connection): Promise<string> {
  // The control plane's response.
  const { id } = JSON.parse((await connection.send('POST', `${CONTROL}/snapshots`, {})).text) as { id: string };
  return id;
}

/** Creates a world, and deletes it again. @returns the duration of the creation in ms */
async function makeWorld(connection: Connection, body: object): Promise<number> {
  const { text, duration_ms } = await connection.send('POST', `${CONTROL}/worlds`, body);
  const { id } = JSON.parse(text) as { id: string }; // the control plane's response
  await connection.send('DELETE', `${CONTROL}/worlds/${id}`);
  return duration_ms;
}

/** @returns a function that creates a world with a new seed each time, which no cache knows */
function makerWithNewSeeds(connection: Connection): () => Promise<number> {
  let made = 0;
  return () => {
    made += 1;
    return makeWorld(connection, { seed: `bench-${made}` });
  };
}
