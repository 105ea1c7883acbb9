import { collectSamples, type Benchmark } from '../kit/benchmark.ts';
import { openConnection } from '../kit/connection.ts';
import { load } from '../kit/load.ts';
import { readMemory } from '../kit/process-figures.ts';
import { QUERIES } from '../kit/queries.ts';
import { startMock } from '../kit/server-process.ts';

const SAMPLES = 3;
const FEW_REQUESTS = 200;
const MANY_REQUESTS = 160_000;
const FEW_MB_MAX = 110;
const MANY_MB_MAX = 180;

/** The path and query of the n-th request. */
const pathOf = (n: number): string => QUERIES[n % QUERIES.length] ?? '';

export const memory: Benchmark = {
  summary: 'resident memory of a mock server with the default world',
  runs: 'quick',
  run: async ({ report }) => {
    const samples = await collectSamples({ name: 'memory', rounds: SAMPLES, report }, async () => {
      await using server = await startMock();
      await using connection = openConnection(server.base_url);
      for (let index = 0; index < FEW_REQUESTS; index += 1) await connection.get(pathOf(index));
      const after_few = readMemory(server.pid).resident_mb;
      const requests = Array.from({ length: MANY_REQUESTS - FEW_REQUESTS }, (_, index) => ({
        method: 'GET' as const,
        path: pathOf(index),
      }));
      await load(server, { requests, token: 'dev_buyer' });
      return { after_few, after_many: readMemory(server.pid).resident_mb };
    });
    const name = (count: number): string => `after ${count.toLocaleString('en')} requests`;
    return [
      {
        title: 'resident memory',
        columns: ['MB'],
        key: 'MB',
        rows: [
          { name: name(FEW_REQUESTS), figures: { MB: samples['after_few'] ?? [] }, goal: { at_most: FEW_MB_MAX } },
          { name: name(MANY_REQUESTS), figures: { MB: samples['after_many'] ?? [] }, goal: { at_most: MANY_MB_MAX } },
        ],
      },
    ];
  },
};
