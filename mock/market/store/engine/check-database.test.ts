/** A file that cannot hold a world is refused in one sentence that names it, before anything is written. */
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock } from '../../../server/server.ts';
import { checkDatabase } from './check-database.ts';
import { DatabaseFileError } from './database-error.ts';
import { openStore } from '../store.ts';

const PAGE_BYTES = 4096;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gristmill-check-'));
  writeFileSync(join(folder, 'letter.db'), 'This is a letter, not a database. '.repeat(100));
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'round.db'), join(folder, 'round.db'));
  {
    using other = new DatabaseSync(join(folder, 'other.db'));
    other.exec('create table letters (id integer primary key)');
  }
  for (const name of ['newer.db', 'older.db', 'damaged.db', 'linked.db']) await (await openStore(join(folder, name))).close();
  {
    using newer = new DatabaseSync(join(folder, 'newer.db'));
    newer.exec("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
  }
  {
    using older = new DatabaseSync(join(folder, 'older.db'));
    older.exec(
      `drop table runtime; drop index idempotency_keys_due; drop index tokens_expiring; delete from kysely_migration where name >= '0004';
       insert into deliveries values (1, 'whd_1', 'whk_1', 'evt_1', 'bid.received', 'failed', null, 5, null, '2026-06-10T12:00:00.000Z', null, '{}', '', 1)`,
    );
  }
  const damaged = openSync(join(folder, 'damaged.db'), 'r+');
  writeSync(damaged, Buffer.alloc(20 * PAGE_BYTES, 0xa5), 0, 20 * PAGE_BYTES, 5 * PAGE_BYTES);
  closeSync(damaged);
  linkSync(join(folder, 'linked.db'), join(folder, 'other-name.db'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const ANOTHER = 'give another file, or one to make';

test.each([
  ['letter.db', `is not a SQLite database; ${ANOTHER}`],
  ['other.db', `is a database of something else; ${ANOTHER}`],
  ['newer.db', 'was written by a newer Gristmill; update this one, or give another file'],
  ['damaged.db', 'is damaged; put a copy in its place, or delete it to begin with a new world'],
  ['.', 'is a folder; give the path of a file, or of one to make'],
  ['no/world.db', 'cannot be made: there is no folder {folder}/no; make it, or give another file'],
  ['file/world.db', 'cannot be made: {folder}/file is not a folder; give another file'],
  ['round.db', 'is a symbolic link that leads to itself; give another file'],
  [`${'n'.repeat(300)}.db`, 'is too long: a name has at most 250 characters here; give a shorter one'],
  // It could be made itself, but not what lies beside it.
  [`${'n'.repeat(249)}.db`, 'is too long: a name has at most 250 characters here; give a shorter one'],
  [
    'other-name.db',
    'is one of 2 names of one file (hard links), and a database is used by one name only; remove the others, or copy the file and give the copy',
  ],
])('%s', async (name, said) => {
  const path = join(folder, name);
  // Whoever merely reads a file in WAL mode leaves its journal beside it, empty.
  const list = (): string[] => readdirSync(folder).filter((entry) => !/-(?:shm|wal)$/.test(entry));
  const before = list();
  const refused = openStore(path);
  await expect(refused).rejects.toThrow(DatabaseFileError);
  await expect(refused).rejects.toThrow(`'${path}' ${said.replace('{folder}', folder)}`);
  expect(list()).toEqual(before);
});

test('a file that cannot be made, though it may be, is refused by its name', async () => {
  // A file system of the kernel's own, in which nobody can make a file.
  await expect(openStore('/proc/gristmill.db')).rejects.toThrow(DatabaseFileError);
  await expect(openStore('/proc/gristmill.db')).rejects.toThrow(/^'\/proc\/gristmill.db' cannot be (?:opened|written); /);
});

test('an older schema is brought up to date, and what it held is there', async () => {
  const path = join(folder, 'older.db');
  const store = await openStore(path);
  expect(await store.reader.selectFrom('runtime').selectAll().execute()).toEqual([]);
  // RTY-8: such a file has null for an attempt without a response.
  expect(await store.reader.selectFrom('deliveries').select('response_status').execute()).toEqual([{ response_status: 0 }]);
  await store.close();
});

test('a second name is refused while a mock has the first, and no file is left beside it', async () => {
  const path = join(folder, 'in-use.db');
  await using mock = await createMock({ db: path, lots: 20 });
  linkSync(path, join(folder, 'in-use-too.db'));
  await expect(createMock({ db: join(folder, 'in-use-too.db'), lots: 20 })).rejects.toThrow(/is one of 2 names of one file/);
  expect((await fetch(`${mock.base_url}/inventory`, { headers: { Authorization: 'Bearer dev_buyer' } })).status).toBe(200);
  expect(readdirSync(folder).filter((name) => name.startsWith('in-use-too'))).toEqual(['in-use-too.db']);
});

test('only a file with a world in it holds one', async () => {
  expect(checkDatabase(join(folder, 'none.db'))).toBe(false);
  mkdirSync(join(folder, 'deep'));
  const path = join(folder, 'deep', 'world.db');
  // As a start leaves it that was ended before the world was made.
  await (await openStore(path)).close();
  expect(checkDatabase(path)).toBe(false);
  await (await createMock({ db: path, lots: 20 })).close();
  expect(checkDatabase(path)).toBe(true);
});
