/** A file that cannot hold a world is refused in one sentence that names it, before anything is written. */
import { closeSync, copyFileSync, linkSync, openSync, readdirSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { openStore } from '../store.ts';
import { checkDatabase } from './check-database.ts';
import { DatabaseFileError } from './database-error.ts';
import { useFolder } from '../../../testing/use-folder.ts';

const folder = useFolder();

const PAGE_BYTES = 4096;

function execute(name: string, statements: string): void {
  using database = new DatabaseSync(join(folder, name));
  database.exec(statements);
}

/** Damages a file from a position on. */
function overwrite(name: string, position: number, bytes: Uint8Array): void {
  const file = openSync(join(folder, name), 'r+');
  writeSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
}

/** Positions of fields: https://www.sqlite.org/fileformat.html#the_database_header. */
const HEADER_FIELDS = { 'magic.db': 0, 'page-size.db': 16, 'free-list.db': 32, 'schema-format.db': 44, 'schema-page.db': 100 };
/** How many bytes are left. */
const TRUNCATED = { 'beginning.db': 50, 'half.db': 20.5 * PAGE_BYTES };

beforeAll(async () => {
  writeFileSync(join(folder, 'letter.db'), 'This is a letter, not a database. '.repeat(100));
  execute('other.db', 'create table letters (id integer primary key)');
  for (const name of ['newer.db', 'older.db', 'damaged.db', 'linked.db']) await (await openStore(join(folder, name))).close();
  execute('newer.db', "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
  execute(
    'older.db',
    `drop table runtime; drop index idempotency_keys_due; drop index tokens_expiring; delete from kysely_migration where name >= '0004';
     alter table deliveries drop column response_body; alter table deliveries drop column is_redelivery; alter table queue drop column trace; alter table origins drop column priced_until;
     create table prices (commodity text, date text); insert into prices values ('canola', '2026-06-05'), ('canola', '2026-06-08');
     insert into origins values ('older', 20);
     insert into deliveries values (1, 'whd_1', 'whk_1', 'evt_1', 'bid.received', 'failed', null, 5, null, '2026-06-10T12:00:00.000Z', null, '{}', '', 1)`,
  );
  overwrite('damaged.db', 5 * PAGE_BYTES, Buffer.alloc(20 * PAGE_BYTES, 0xa5));
  for (const [name, position] of Object.entries(HEADER_FIELDS)) {
    copyFileSync(join(folder, 'linked.db'), join(folder, name));
    overwrite(name, position, Buffer.alloc(4, 0x7f));
  }
  for (const [name, bytes] of Object.entries(TRUNCATED)) {
    copyFileSync(join(folder, 'linked.db'), join(folder, name));
    truncateSync(join(folder, name), bytes);
  }
  linkSync(join(folder, 'linked.db'), join(folder, 'other-name.db'));
});

test.each([
  ['letter.db', 'is not a SQLite database; use another path'],
  ['other.db', 'is a database of another program; use another path'],
  ['newer.db', 'was written by a newer Gristmill; update Gristmill, or use another path'],
  ['damaged.db', 'is damaged; replace it with a copy, or delete it to start with a new world'],
  ['magic.db', 'is not a SQLite database; use another path'],
  ['page-size.db', 'is not a SQLite database; use another path'],
  ['free-list.db', 'is damaged; replace it with a copy, or delete it to start with a new world'],
  ['schema-format.db', 'is damaged; replace it with a copy, or delete it to start with a new world'],
  ['schema-page.db', 'is damaged; replace it with a copy, or delete it to start with a new world'],
  ['beginning.db', 'is damaged; replace it with a copy, or delete it to start with a new world'],
  ['half.db', 'is damaged; replace it with a copy, or delete it to start with a new world'],
  ['.', 'is not a file; use the path of a file'],
  ['no/world.db', 'cannot be created, because the folder {folder}/no does not exist; create it, or use another path'],
  ['letter.db/world.db', 'cannot be created, because {folder}/letter.db is not a folder; use another path'],
  ['other-name.db', 'is one of 2 names of the same file (hard links); remove the other names, or use a copy of the file'],
  [`${'n'.repeat(300)}.db`, 'is too long, because file names have at most 250 characters here; use a shorter name'],
  // The file itself could be created, but not the files beside it.
  [`${'n'.repeat(249)}.db`, 'is too long, because file names have at most 250 characters here; use a shorter name'],
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

test('an older schema is migrated, and its records stay', async () => {
  const store = await openStore(join(folder, 'older.db'));
  // RTY-8: older files have null for an attempt without a response.
  const deliveries = store.reader.selectFrom('deliveries').select(['response_status', 'response_body']);
  expect(await deliveries.execute()).toEqual([{ response_status: 0, response_body: '' }]);
  // Older files have a table of prices up to the day of their creation.
  expect(await store.reader.selectFrom('origins').selectAll().execute()).toEqual([
    { seed: 'older', lots: 20, priced_until: '2026-06-08' },
  ]);
  await store.close();
});

test('a missing file and an empty database have no world', async () => {
  const path = join(folder, 'empty.db');
  expect(checkDatabase(path)).toBe(false);
  await (await openStore(path)).close();
  expect(checkDatabase(path)).toBe(false);
});

/** How many keys a world has in its store. */
async function countKeys(path: string): Promise<number> {
  const store = await openStore(path);
  const keys = await store.reader.selectFrom('oauth_keys').select('name').execute();
  await store.close();
  return keys.length;
}

test('a transaction that a kill interrupted is rolled back, even if the file was not in WAL mode yet', async () => {
  const path = join(folder, 'cut-off.db');
  await (await openStore(path)).close();
  using writer = new DatabaseSync(path);
  // Changed pages go to the file before the commit.
  writer.exec('pragma journal_mode = delete; pragma cache_size = 1; begin');
  const insert = writer.prepare('insert into oauth_keys values (?, ?)');
  for (let key = 0; key < 200; key += 1) insert.run(`key ${key}`, 'x'.repeat(1_000));
  // What a process killed now leaves behind.
  const killed = join(folder, 'killed.db');
  for (const end of ['', '-journal']) copyFileSync(`${path}${end}`, `${killed}${end}`);
  expect(await countKeys(killed)).toBe(0);
});

test('a log that does not belong to the file is ignored', async () => {
  const path = join(folder, 'log.db');
  await (await openStore(path)).close();
  writeFileSync(`${path}-wal`, Buffer.alloc(50_000, 0x5a));
  expect(await countKeys(path)).toBe(0);
  // The file was deleted, and its log was not.
  const gone = join(folder, 'gone.db');
  copyFileSync(path, `${gone}-wal`);
  expect(await countKeys(gone)).toBe(0);
});
