import { Registry } from '#mock/market/store/postgres/registry';
import { readPostgresUrl } from '#mock/market/store/postgres/url';
import { createSharedSpend } from '#mock/server/tenants/shared-rate';
import { startPostgres } from '#proofs/postgres';
import type { Benchmark, Row } from '../kit/benchmark.ts';

const REQUESTS = 500;
const AT_ONCE = 50;
/** So high that no request is refused. */
const RATE = 100_000;

/** The time of each request in ms. With several at once, that of all of them divided by their number. */
async function measure(at_once: number, spend: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let sent = 0; sent < REQUESTS; sent += at_once) {
    const started_ms = performance.now();
    await Promise.all(Array.from({ length: at_once }, spend));
    durations.push((performance.now() - started_ms) / at_once);
  }
  return durations;
}

export const ratesOnPostgres: Benchmark = {
  summary: 'what a rate limit over all processes adds to a request on PostgreSQL',
  runs: 'named',
  run: async ({ report }) => {
    await using postgres = await startPostgres();
    const registry = await Registry.open(readPostgresUrl(await postgres.createDatabase('rates')));
    const { rates } = registry;
    const tenant = createSharedSpend(rates, RATE, () => Promise.reject(new Error('the database is unavailable')));
    const rows: Row[] = [];
    try {
      for (const [name, at_once, spend] of [
        ['requests_per_second of a tenant', 1, () => tenant('tenant')],
        [`the same, ${AT_ONCE} at once`, AT_ONCE, () => tenant('tenant')],
        ['--rate-limit of a caller', 1, () => rates.countInMinute('caller')],
        [`the same, ${AT_ONCE} at once`, AT_ONCE, () => rates.countInMinute('callers')],
      ] as const) {
        report(name);
        await measure(at_once, spend);
        rows.push({ name: `${rows.length + 1}. ${name}`, figures: { 'ms per request': await measure(at_once, spend) } });
      }
    } finally {
      await registry.close();
    }
    return [{ title: 'Rate limits on PostgreSQL', columns: ['ms per request'], key: 'ms per request', rows }];
  },
};
