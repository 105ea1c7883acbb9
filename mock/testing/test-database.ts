/** The database of test worlds: in memory, or on PostgreSQL if TEST_POSTGRES has the URL of an empty database. The same tests run on both. */
import { Registry } from '../market/store/postgres/registry.ts';
import { openPostgresStore } from '../market/store/postgres/store.ts';
import { readPostgresUrl } from '../market/store/postgres/url.ts';
import { MEMORY } from '../market/store/engine/sqlite.ts';
import type { Store } from '../market/store/store.ts';
import { openStore } from '../market/store/store.ts';
import { logLimitsOf } from '../server/world/shared-parts.ts';
import { Clock } from '../ports/clock.ts';
import { generateEpoch, generateSeed } from '../ports/random.ts';

/** The path or URL of a new database. On PostgreSQL, it names an unused schema. */
export function testDatabase(): string {
  const url = process.env['TEST_POSTGRES'];
  return url === undefined ? MEMORY : `${url}?schema=t${generateSeed()}&max=6`;
}

/** A store without records. @param clock as `--clock` takes it */
export async function openTestStore(clock = 'real'): Promise<Store> {
  const db = testDatabase();
  if (db === MEMORY) return openStore(MEMORY);
  const registry = await Registry.open(readPostgresUrl(db));
  const empty = await openStore(MEMORY);
  const id = 'test';
  const state = { options: '{}', sellers: null, ttl_seconds: null, epoch: generateEpoch(), secrets_used: 0, next_due_ms: null };
  const deviations = { violations: '[]', variants: '[]' };
  const made = { id, ...state, ...deviations, clock_start: clock, ...new Clock(clock).state };
  await registry.create(made, await empty.snapshot(), 1);
  await empty.close();
  const row = await registry.find(id);
  if (row === undefined) throw new Error('the world of the test was not created');
  return { ...openPostgresStore(registry, row, logLimitsOf({})), close: () => registry.close() };
}
