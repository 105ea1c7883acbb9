import { expect, test } from 'vitest';
import type { Tx } from '../../records/tables.ts';
import { openStore } from '../store.ts';
import { MEMORY } from './sqlite.ts';
import { insertRow, prepareQuery, queryCompiler } from './compiled-query.ts';

const TEAM = {
  id: 'tm_1',
  name: 'Elevator',
  type: 'elevator',
  is_verified_elevator: 1,
  has_good_credit: 1,
  created_at: 'now',
} as const;
const findTeam = prepareQuery((id: string) => queryCompiler.selectFrom('teams').select('name').where('id', '=', id).compile());

test('a compiled query outside a transaction waits for it, and sees it as a whole or not at all', async () => {
  const store = await openStore(MEMORY);
  const { promise: has_written, resolve: reportWritten } = Promise.withResolvers<void>();
  const { promise: may_end, resolve: end } = Promise.withResolvers<void>();
  const failing = store.write(async (tx) => {
    await insertRow(tx, 'teams', TEAM);
    expect(await findTeam(tx, 'tm_1')).toEqual([{ name: 'Elevator' }]);
    reportWritten();
    await may_end;
    throw new Error('rolled back');
  });
  await has_written;
  const seen = findTeam(store.reader, 'tm_1');
  end();
  await expect(failing).rejects.toThrow('rolled back');
  expect(await seen).toEqual([]);
  await store.close();
});

test('several reads have no write between them', async () => {
  const store = await openStore(MEMORY);
  const { promise: has_read, resolve: reportRead } = Promise.withResolvers<void>();
  const { promise: may_go_on, resolve: goOn } = Promise.withResolvers<void>();
  const reads = store.read(async (reader) => {
    const before = await findTeam(reader, 'tm_1');
    reportRead();
    await may_go_on;
    return [before, await findTeam(reader, 'tm_1')];
  });
  await has_read;
  const write = store.write((tx) => insertRow(tx, 'teams', TEAM));
  goOn();
  expect(await reads).toEqual([[], []]);
  await write;
  expect(await findTeam(store.reader, 'tm_1')).toEqual([{ name: 'Elevator' }]);
  await store.close();
});

test('a transaction that has ended takes no more queries', async () => {
  const store = await openStore(MEMORY);
  let ended: Tx | undefined;
  await store.write((tx) => {
    ended = tx;
    return Promise.resolve();
  });
  if (ended === undefined) throw new Error('the change was not called');
  await expect(insertRow(ended, 'teams', TEAM)).rejects.toThrow('committed');
  expect(await findTeam(store.reader, 'tm_1')).toEqual([]);
  await store.close();
});
