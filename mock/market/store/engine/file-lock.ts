import { realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFileError, resultCodeOf } from './database-error.ts';

/** SQLITE_BUSY: another process holds the lock. */
const BUSY = 5;
/** SQLITE_IOERR_FSTAT: the file was removed after it was opened. */
const REMOVED = 1802;
/** The maximum number of tries. A try fails if the previous holder removes the lock file at that moment. */
const TRIES_MAX = 10;

/** Another mock uses the database file. Two mocks on one file would both send its queued deliveries. */
export class DatabaseInUseError extends DatabaseFileError {
  override readonly name = 'DatabaseInUseError';

  constructor(path: string) {
    super(`'${path}' is in use by another mock; stop that mock, or use another path`);
  }
}

/** Keep a reference to it: the lock is released when the object is garbage-collected. */
interface FileLock {
  /** Releases the file. */
  release: () => void;
}

/**
 * Locks a database file for one mock. The lock is a transaction on `<path>.lock` that stays open, so the operating system releases it however
 * the process ends.
 * @throws DatabaseInUseError, or the error of SQLite if the lock file cannot be created
 */
export function lockFile(path: string): FileLock {
  const lock_path = `${resolveLinks(path)}.lock`;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const holder = hold(path, lock_path);
    if (holder !== undefined) return { release: () => release(holder, lock_path) };
  }
  throw new DatabaseInUseError(path);
}

/** @returns undefined if the file was created or removed in the meantime: a lock on a file that is no longer at the path locks nothing */
function hold(path: string, lock_path: string): DatabaseSync | undefined {
  const before = inodeOf(lock_path);
  let holder: DatabaseSync | undefined;
  try {
    holder = new DatabaseSync(lock_path, { timeout: 0 });
    holder.exec('begin exclusive');
  } catch (error) {
    holder?.close();
    if (resultCodeOf(error) === REMOVED) return undefined;
    throw resultCodeOf(error) === BUSY ? new DatabaseInUseError(path) : error;
  }
  const held = inodeOf(lock_path);
  if (held !== undefined && before === held) return holder;
  holder.close();
  return undefined;
}

function release(holder: DatabaseSync, lock_path: string): void {
  try {
    // Removed while it is locked, because afterward it could belong to another mock.
    rmSync(lock_path, { force: true });
  } catch {
    // A leftover lock file does no harm.
  }
  holder.close();
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** All symbolic links to a file share one lock. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}
