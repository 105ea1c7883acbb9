/** The next world uses the tables of a deleted one, without their old records. */
import { expect, test } from 'vitest';
import { createMock } from '#mock';
import type { World } from '#mock/server/world/world';
import { startPostgres } from '../postgres.ts';

/** Every record of a world except its keys, by table. */
async function readRecords({ store }: World): Promise<Record<string, object[]>> {
  const tables = ['lots', 'bids', 'origins', 'subscriptions', 'tokens', 'idempotency_keys', 'events', 'queue'] as const;
  const records: Record<string, object[]> = {};
  for (const table of tables) {
    const rows = await store.reader.selectFrom(table).selectAll().execute();
    records[table] = rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  return records;
}

test('a world in the tables of a deleted world has the same records as a world in memory', async () => {
  await using postgres = await startPostgres();
  const options = { lots: 20, clock: '2026-06-10T12:00:00.000Z' };
  await using mock = await createMock({ ...options, db: await postgres.createDatabase('spares') });
  await using memory = await createMock(options);
  const first = await mock.worlds.create({ seed: 'first' });
  await first?.store.write((tx) => tx.insertInto('oauth_keys').values({ name: 'secret', value: 'barley-77' }).execute());
  await mock.worlds.delete(first?.id ?? '');
  const spares = await postgres.query('select schema as s from gristmill.spares', 'spares');
  expect(spares).toHaveLength(1);
  const { s: schema } = spares[0] as { s: string }; // the column of the query
  const rest = await postgres.query(
    `select relname from pg_class where relnamespace = '${schema}'::regnamespace and relkind = 'r' and
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', '${schema}', relname), true, true, '')))[1]::text <> '0'`,
    'spares',
  );
  expect(rest).toEqual([]);

  const choices = { seed: 'second', clock: '2026-06-11T12:00:00.000Z' };
  const [second, expected] = [await mock.worlds.create(choices), await memory.worlds.create(choices)];
  if (second === undefined || expected === undefined) throw new Error('the worlds were not made');
  expect(await postgres.query(`select 1 from pg_namespace where nspname = '${schema}'`, 'spares')).toEqual([]);
  const fresh = await readRecords(expected);
  expect(fresh['bids']?.length).toBeGreaterThan(10);
  expect(await readRecords(second)).toEqual(fresh);
  // A reset replaces everything.
  await second.store.write((tx) => tx.deleteFrom('lots').execute());
  await mock.worlds.reset(second);
  expect(await readRecords(second)).toEqual(fresh);
});
