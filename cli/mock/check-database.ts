import { accessSync, constants, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UsageError } from '../usage-error.ts';

/** Every database of ours has this table beside its own: which migrations it has been through. */
const OUR_TABLES = ['kysely_migration', 'lots'] as const;

/**
 * Whether the file holds a world already.
 * @throws UsageError where none can be kept there: the file is something else, or cannot be written
 */
export function checkDatabase(path: string): boolean {
  const folder = dirname(resolve(path));
  if (!isReachable(folder, constants.W_OK))
    throw new UsageError('--db', `'${path}' cannot be written: there is no folder ${folder}, or it is not yours`);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isFile()) throw new UsageError('--db', `'${path}' is no file; give the path of one, or of one to make`);
  if (!isReachable(path, constants.R_OK | constants.W_OK))
    throw new UsageError('--db', `'${path}' cannot be written; change who may, or give another file`);
  return found.size > 0 && checkContents(path);
}

function isReachable(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function checkContents(path: string): boolean {
  const tables = readTables(path);
  if (tables === undefined) throw new UsageError('--db', `'${path}' is not a database; give another file, or one to make`);
  if (tables.size === 0) return false;
  if (OUR_TABLES.every((name) => tables.has(name))) return true;
  throw new UsageError('--db', `'${path}' is a database of something else; give another file, or one to make`);
}

function readTables(path: string): ReadonlySet<string> | undefined {
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    const rows = database.prepare("select name from sqlite_schema where type = 'table'").all();
    return new Set(rows.map(({ name }) => String(name)));
  } catch {
    return undefined;
  }
}
