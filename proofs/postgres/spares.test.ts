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

/** At most this many worlds use up the spares, of which the mock prepares two. */
const WORLDS_MAX = 10;

test('a world in the tables of a deleted world has the same records as a world in memory', async () => {
  await using postgres = await startPostgres();
  const options = { lots: 20, clock: '2026-06-10T12:00:00.000Z' };
  await using mock = await createMock({ ...options, db: await postgres.createDatabase('spares') });
  await using memory = await createMock(options);
  // The oids of schemas, which stay the same when they are renamed.
  const readOids = async (condition: string): Promise<readonly unknown[]> => {
    const rows = await postgres.query(`select oid::int as oid from pg_namespace where ${condition}`, 'spares');
    return (rows as { oid: number }[]).map(({ oid }) => oid); // the column of the query
  };
  const IS_SPARE = 'nspname in (select schema from gristmill.spares)';

  const first = await mock.worlds.create({ seed: 'first' });
  await first?.store.write((tx) => tx.insertInto('oauth_keys').values({ name: 'secret', value: 'barley-77' }).execute());
  const [used] = await readOids(`nspname like '%' || '${first?.id ?? ''}'`);
  await mock.worlds.delete(first?.id ?? '');
  // The mock can have prepared other spares.
  expect(await readOids(IS_SPARE)).toContain(used);
  const rest = await postgres.query(
    `select relname from pg_class where relnamespace = ${String(used)} and relkind = 'r' and
      (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', relnamespace::regnamespace, relname), true, true, '')))[1]::text <> '0'`,
    'spares',
  );
  expect(rest).toEqual([]);

  const choices = { seed: 'second', clock: '2026-06-11T12:00:00.000Z' };
  const expected = await memory.worlds.create(choices);
  const fresh = expected === undefined ? {} : await readRecords(expected);
  expect(fresh['bids']?.length).toBeGreaterThan(10);
  let second: World | undefined;
  for (let n = 0; n < WORLDS_MAX && (await readOids(IS_SPARE)).includes(used); n += 1) second = await mock.worlds.create(choices);
  expect(await readOids(IS_SPARE)).not.toContain(used);
  if (second === undefined) throw new Error('no world was made');
  expect(await readRecords(second)).toEqual(fresh);
  // A reset replaces everything.
  await second.store.write((tx) => tx.deleteFrom('lots').execute());
  await mock.worlds.reset(second);
  expect(await readRecords(second)).toEqual(fresh);
});
