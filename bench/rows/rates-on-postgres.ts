import { Registry } from '#mock/market/store/postgres/registry';
import { readPostgresUrl } from '#mock/market/store/postgres/url';
import { createSharedSpend } from '#mock/server/tenants/shared-rate';
import { startPostgres } from '#proofs/postgres';
import type { Benchmark, Row } from '../kit/benchmark.ts';

const REQUESTS = 500;
const CONCURRENCY = 50;
/** So high that no request is refused. */
const RATE = 100_000;

/** Measures the time per request in ms. For concurrent requests, that is their total time divided by their number. */
async function measure(concurrency: number, spend: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let sent = 0; sent < REQUESTS; sent += concurrency) {
    const started_ms = performance.now();
    await Promise.all(Array.from({ length: concurrency }, spend));
    durations.push((performance.now() - started_ms) / concurrency);
  }
  return durations;
}

export const ratesOnPostgres: Benchmark = {
  summary: 'the cost per request of a rate limit that all processes share, on PostgreSQL',
  runs: 'named',
  run: async ({ report }) => {
    await using postgres = await startPostgres();
    const registry = await Registry.open(readPostgresUrl(await postgres.createDatabase('rates')));
    const { rates } = registry;
    const tenant = createSharedSpend(rates, RATE, () => Promise.reject(new Error('the database is unavailable')));
    const rows: Row[] = [];
    try {
      for (const [name, concurrency, spend] of [
        ['requests_per_second of a tenant', 1, () => tenant('tenant')],
        [`the same, ${CONCURRENCY} at once`, CONCURRENCY, () => tenant('tenant')],
        ['--rate-limit of a caller', 1, () => rates.countInMinute('caller')],
        [`the same, ${CONCURRENCY} at once`, CONCURRENCY, () => rates.countInMinute('callers')],
      ] as const) {
        report(name);
        await measure(concurrency, spend);
        rows.push({ name: `${rows.length + 1}. ${name}`, figures: { 'ms per request': await measure(concurrency, spend) } });
      }
    } finally {
      await registry.close();
    }
    return [{ title: 'Rate limits on PostgreSQL', columns: ['ms per request'], key: 'ms per request', rows }];
  },
};
