import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFileError, explainingFailures } from './database-error.ts';
import { MIGRATION_NAMES } from './schema.ts';

/** Every database of ours has these tables: which migrations it has been through, and the lots. */
const MIGRATION_TABLE = 'kysely_migration';
const OUR_TABLES = [MIGRATION_TABLE, 'lots'] as const;

/**
 * Whether the file holds a world already. It reads all of the file, to find damage before anybody relies on it.
 * @throws DatabaseFileError where no world can be kept there: the file is something else, is damaged, or cannot be written
 */
export function checkDatabase(path: string): boolean {
  return explainingFailures(path, () => {
    const folder = dirname(resolve(path));
    const folder_found = statSync(folder, { throwIfNoEntry: false });
    if (folder_found === undefined)
      throw new DatabaseFileError(`'${path}' cannot be made: there is no folder ${folder}; make it, or give another file`);
    if (!folder_found.isDirectory())
      throw new DatabaseFileError(`'${path}' cannot be made: ${folder} is not a folder; give another file`);
    accessSync(folder, constants.W_OK);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (!found.isFile()) {
      const kind = found.isDirectory() ? 'a folder' : 'not a file';
      throw new DatabaseFileError(`'${path}' is ${kind}; give the path of a file, or of one to make`);
    }
    accessSync(path, constants.R_OK | constants.W_OK);
    refuseFurtherNames(path, found.nlink);
    return found.size > 0 && checkContents(path);
  });
}

/** SQLite keeps its journal beside the name by which a file is opened: by another name, what is in the journal is missed, and the file breaks. */
function refuseFurtherNames(path: string, names: number): void {
  if (names <= 1) return;
  throw new DatabaseFileError(
    `'${path}' is one of ${names} names of one file (hard links), and a database is used by one name only; ` +
      `remove the others, or copy the file and give the copy`,
  );
}

function checkContents(path: string): boolean {
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = new Set(readColumn(database, "select name from sqlite_schema where type = 'table'"));
  if (tables.size === 0) return false;
  if (!OUR_TABLES.every((name) => tables.has(name)))
    throw new DatabaseFileError(`'${path}' is a database of something else; give another file, or one to make`);
  const is_newer = readColumn(database, `select name from ${MIGRATION_TABLE}`).some((name) => !MIGRATION_NAMES.includes(name));
  if (is_newer) throw new DatabaseFileError(`'${path}' was written by a newer Gristmill; update this one, or give another file`);
  const [verdict] = readColumn(database, 'pragma quick_check(1)');
  if (verdict !== 'ok')
    throw new DatabaseFileError(`'${path}' is damaged; put a copy in its place, or delete it to begin with a new world`);
  return readColumn(database, 'select id from users limit 1').length > 0;
}

/** The first column of all rows. */
function readColumn(database: DatabaseSync, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row)[0]));
}
