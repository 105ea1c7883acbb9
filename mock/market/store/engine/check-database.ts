import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFileError, damaged, explainDatabaseFailure, explainFailures, resultCodeOf } from './database-error.ts';
import { MIGRATIONS } from './schema.ts';

const MIGRATION_TABLE = 'kysely_migration';
/** Every database that Gristmill created has these tables. */
const OUR_TABLES = [MIGRATION_TABLE, 'lots'] as const;

/**
 * Checks that a file can hold a world. Reads the whole file, to find damage before the world is used.
 * @returns whether it already holds one
 * @throws DatabaseFileError if the file is something else, is damaged, or cannot be written
 */
export function checkDatabase(path: string): boolean {
  return explainFailures(path, () => {
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
    // SQLite's journal is named after the file. A mock that opens the file by another name misses the journal and damages the file.
    if (found.nlink > 1) {
      const names = `'${path}' is one of ${found.nlink} names of the same file (hard links)`;
      throw new DatabaseFileError(`${names}; remove the other names, or use a copy of the file`);
    }
    return found.size > 0 && checkContents(path);
  });
}

/** SQLITE_READONLY_ROLLBACK: the process that wrote the file was killed, and its last transaction must be rolled back first. */
const NEEDS_ROLLBACK = 776;

function checkContents(path: string): boolean {
  try {
    return readContents(path, { readOnly: true });
  } catch (error) {
    if (resultCodeOf(error) === NEEDS_ROLLBACK) return readContents(path, { readOnly: false });
    // The statements are valid, so the file causes the error, for example by an unknown format in its header.
    throw resultCodeOf(error) === undefined || explainDatabaseFailure(error, path) !== undefined
      ? error
      : new DatabaseFileError(damaged(path), { cause: error });
  }
}

function readContents(path: string, options: { readOnly: boolean }): boolean {
  using database = new DatabaseSync(path, options);
  const tables = new Set(readColumn(database, "select name from sqlite_schema where type = 'table'"));
  if (tables.size === 0) return false;
  if (!OUR_TABLES.every((name) => tables.has(name)))
    throw new DatabaseFileError(`'${path}' is a database of another program; use another path`);
  const is_newer = readColumn(database, `select name from ${MIGRATION_TABLE}`).some((name) => !Object.hasOwn(MIGRATIONS, name));
  if (is_newer) throw new DatabaseFileError(`'${path}' was written by a newer Gristmill; update Gristmill, or use another path`);
  const [verdict] = readColumn(database, 'pragma quick_check(1)');
  if (verdict !== 'ok') throw new DatabaseFileError(damaged(path));
  return readColumn(database, 'select id from users limit 1').length > 0;
}

/** The first column of all rows. */
function readColumn(database: DatabaseSync, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row)[0]));
}
