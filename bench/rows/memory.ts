import type { Benchmark } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import { load } from '../kit/load.ts';
import { readMemory } from '../kit/process-figures.ts';
import { QUERIES } from '../kit/queries.ts';
import { startMock } from '../kit/server-process.ts';

const SAMPLES = 3;
const FIRST_REQUESTS = 200;
const MANY_REQUESTS = 160_000;
const FIRST_MB_MAX = 110;
const MANY_MB_MAX = 180;

export const memory: Benchmark = {
  summary: 'resident memory of a mock server with the default world',
  runs: 'quick',
  run: async ({ report }) => {
    const fresh: number[] = [];
    const used: number[] = [];
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      report(`${sample} of ${SAMPLES}`);
      await using server = await startMock();
      await using connection = openConnection(server.base_url);
      for (let index = 0; index < FIRST_REQUESTS; index += 1) await connection.get(QUERIES[index % QUERIES.length] ?? '');
      fresh.push(readMemory(server.pid).resident_mb);
      const requests = Array.from({ length: MANY_REQUESTS }, (_, index) => ({
        method: 'GET' as const,
        path: QUERIES[index % QUERIES.length] ?? '',
      }));
      await load(server, { requests, token: 'dev_buyer' });
      used.push(readMemory(server.pid).resident_mb);
    }
    const name = (count: number): string => `after ${count.toLocaleString('en')} requests`;
    return [
      {
        title: 'resident memory',
        columns: ['MB'],
        key: 'MB',
        rows: [
          { name: name(FIRST_REQUESTS), figures: { MB: fresh }, goal: { at_most: FIRST_MB_MAX } },
          { name: name(MANY_REQUESTS), figures: { MB: used }, goal: { at_most: MANY_MB_MAX } },
        ],
      },
    ];
  },
};
