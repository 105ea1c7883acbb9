/** A file that cannot hold a world is refused in one sentence that names it, before anything is written. */
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { checkDatabase } from './check-database.ts';
import { DatabaseFileError } from './database-error.ts';

const PAGE_BYTES = 4096;

let folder: string;
function execute(name: string, statements: string): void {
  using database = new DatabaseSync(join(folder, name));
  database.exec(statements);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gristmill-check-'));
  writeFileSync(join(folder, 'letter.db'), 'This is a letter, not a database. '.repeat(100));
  execute('other.db', 'create table letters (id integer primary key)');
  for (const name of ['newer.db', 'older.db', 'damaged.db']) await (await openStore(join(folder, name))).close();
  execute('newer.db', "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
  execute(
    'older.db',
    `drop table runtime; drop index idempotency_keys_due; drop index tokens_expiring; delete from kysely_migration where name >= '0004';
     alter table deliveries drop column response_body;
     insert into deliveries values (1, 'whd_1', 'whk_1', 'evt_1', 'bid.received', 'failed', null, 5, null, '2026-06-10T12:00:00.000Z', null, '{}', '', 1)`,
  );
  const damaged = openSync(join(folder, 'damaged.db'), 'r+');
  writeSync(damaged, Buffer.alloc(20 * PAGE_BYTES, 0xa5), 0, 20 * PAGE_BYTES, 5 * PAGE_BYTES);
  closeSync(damaged);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['letter.db', 'is not a SQLite database; use another path'],
  ['other.db', 'is a database of another program; use another path'],
  ['newer.db', 'was written by a newer Gristmill; update Gristmill, or use another path'],
  ['damaged.db', 'is damaged; replace it with a copy, or delete it to start with a new world'],
  ['.', 'is not a file; use the path of a file'],
  ['no/world.db', 'cannot be created, because the folder {folder}/no does not exist; create it, or use another path'],
  ['letter.db/world.db', 'cannot be created, because {folder}/letter.db is not a folder; use another path'],
])('%s', async (name, message) => {
  const path = join(folder, name);
  // Reading a file in WAL mode leaves an empty journal beside it.
  const list = (): string[] => readdirSync(folder).filter((entry) => !/-(?:shm|wal)$/.test(entry));
  const before = list();
  const refused = openStore(path);
  await expect(refused).rejects.toThrow(DatabaseFileError);
  await expect(refused).rejects.toThrow(`'${path}' ${message.replace('{folder}', folder)}`);
  expect(list()).toEqual(before);
});

test('an older schema is migrated, and its contents stay', async () => {
  const store = await openStore(join(folder, 'older.db'));
  // RTY-8: such a file has null for an attempt without a response.
  const deliveries = store.reader.selectFrom('deliveries').select(['response_status', 'response_body']);
  expect(await deliveries.execute()).toEqual([{ response_status: 0, response_body: '' }]);
  await store.close();
});

test('a missing file and a file without a world hold no world', async () => {
  const path = join(folder, 'empty.db');
  expect(checkDatabase(path)).toBe(false);
  await (await openStore(path)).close();
  expect(checkDatabase(path)).toBe(false);
});
