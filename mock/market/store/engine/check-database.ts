import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFileError, explainingFailures } from './database-error.ts';
import { MIGRATION_NAMES } from './schema.ts';

/** Tables of every database that Gristmill has made. */
const MIGRATION_TABLE = 'kysely_migration';
const OUR_TABLES = [MIGRATION_TABLE, 'lots'] as const;

/**
 * Checks that a file can hold a world. Reads the whole file, to find damage before the world is used.
 * @returns whether it already holds one
 * @throws DatabaseFileError if the file is something else, is damaged, or cannot be written
 */
export function checkDatabase(path: string): boolean {
  return explainingFailures(path, () => {
    const folder = dirname(resolve(path));
    const folder_found = statSync(folder, { throwIfNoEntry: false });
    if (folder_found?.isDirectory() !== true) {
      const problem =
        folder_found === undefined ? `the folder ${folder} does not exist; create it, or` : `${folder} is not a folder;`;
      throw new DatabaseFileError(`'${path}' cannot be created, because ${problem} use another path`);
    }
    accessSync(folder, constants.W_OK);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (!found.isFile()) throw new DatabaseFileError(`'${path}' is not a file; use the path of a file`);
    accessSync(path, constants.R_OK | constants.W_OK);
    return found.size > 0 && checkContents(path);
  });
}

function checkContents(path: string): boolean {
  using database = new DatabaseSync(path, { readOnly: true });
  const tables = new Set(readColumn(database, "select name from sqlite_schema where type = 'table'"));
  if (tables.size === 0) return false;
  if (!OUR_TABLES.every((name) => tables.has(name)))
    throw new DatabaseFileError(`'${path}' is a database of another program; use another path`);
  const is_newer = readColumn(database, `select name from ${MIGRATION_TABLE}`).some((name) => !MIGRATION_NAMES.includes(name));
  if (is_newer) throw new DatabaseFileError(`'${path}' was written by a newer Gristmill; update Gristmill, or use another path`);
  const [verdict] = readColumn(database, 'pragma quick_check(1)');
  if (verdict !== 'ok')
    throw new DatabaseFileError(`'${path}' is damaged; replace it with a copy, or delete it to start with a new world`);
  return readColumn(database, 'select id from users limit 1').length > 0;
}

/** The first column of all rows. */
function readColumn(database: DatabaseSync, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row)[0]));
}
