import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { insertRow, prepareQuery, queryCompiler } from './compiled-query.ts';

const selectNext = prepareQuery((next: number, kind: string) =>
  queryCompiler
    .selectFrom('counters')
    .selectAll()
    .where('kind', '=', kind)
    .where('next', '>', next)
    .where('next', '<', 100)
    .compile(),
);

test('a prepared query gets its values in the order of its parameters, not of its text', async () => {
  const store = await openStore(':memory:');
  await store.write((tx) => insertRow(tx, 'counters', { kind: 'bid', next: 7 }));
  expect(await selectNext(store.reader, 6, 'bid')).toEqual([{ kind: 'bid', next: 7 }]);
  expect(await selectNext(store.reader, 7, 'bid')).toEqual([]);
  expect(await selectNext(store.reader, 6, 'lot')).toEqual([]);
  await store.close();
});

test('a prepared query keeps nothing of the world, the rows, or the values of an earlier run', async () => {
  const [one, other] = [await openStore(':memory:'), await openStore(':memory:')];
  await one.write((tx) => insertRow(tx, 'counters', { kind: 'bid', next: 7 }));
  expect(await selectNext(one.reader, 0, 'bid')).toHaveLength(1);
  expect(await selectNext(other.reader, 0, 'bid')).toEqual([]);
  await one.write(async (tx) => {
    await tx.updateTable('counters').set({ next: 8 }).execute();
    // Inside the transaction that wrote.
    expect(await selectNext(tx, 7, 'bid')).toEqual([{ kind: 'bid', next: 8 }]);
  });
  await one.close();
  await other.close();
});

test('a query with a list is prepared for each length', async () => {
  const store = await openStore(':memory:');
  const selectKinds = prepareQuery((...kinds: string[]) =>
    sql<{ kind: string }>`select kind from counters where kind in (${sql.join(kinds)}) order by kind`.compile(queryCompiler),
  );
  for (const kind of ['a', 'b', 'c']) await store.write((tx) => insertRow(tx, 'counters', { kind, next: 1 }));
  expect(await selectKinds(store.reader, 'c', 'a')).toEqual([{ kind: 'a' }, { kind: 'c' }]);
  expect(await selectKinds(store.reader, 'b', 'b')).toEqual([{ kind: 'b' }]);
  expect(await selectKinds(store.reader, 'b')).toEqual([{ kind: 'b' }]);
  expect(await selectKinds(store.reader, 'a', 'b', 'c')).toHaveLength(3);
  await store.close();
});
