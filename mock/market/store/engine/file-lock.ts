import { realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFileError } from './database-error.ts';

/** SQLITE_BUSY: somebody else holds the lock. */
const BUSY = 5;
/** SQLITE_IOERR_FSTAT: the file that has just been opened is removed. */
const REMOVED = 1802;
/** The file is replaced while we take it only where its holder ends at that very moment: again so often, and somebody has it. */
const TRIES_MAX = 10;

/** Two processes on one file would each send what is queued there. */
export class DatabaseInUseError extends DatabaseFileError {
  override readonly name = 'DatabaseInUseError';

  constructor(path: string) {
    super(`'${path}' is in use by another mock: one file is for one process; stop that one, or give another file`);
  }
}

/** Held for as long as it is kept: one that nobody refers to any more is let go of when memory is tidied. */
export interface FileLock {
  /** Lets others have the file. */
  release: () => void;
}

/**
 * Takes a database file for this process, or for this mock of several in one process. A file beside it, with `.lock` behind its name, is
 * held by a transaction that never ends: the system lets go of it however the process ends, by kill -9 as well.
 * @throws DatabaseInUseError, and what SQLite says where no file can be made there
 */
export function lockFile(path: string): FileLock {
  const lock_path = `${resolveLinks(path)}.lock`;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const holder = hold(path, lock_path);
    if (holder !== undefined) return { release: () => release(holder, lock_path) };
  }
  throw new DatabaseInUseError(path);
}

/** Undefined where the file that is held has been removed meanwhile by whoever held it before: a lock on it keeps nobody out. */
function hold(path: string, lock_path: string): DatabaseSync | undefined {
  const before = inodeOf(lock_path);
  let holder: DatabaseSync | undefined;
  try {
    holder = new DatabaseSync(lock_path, { timeout: 0 });
    holder.exec('begin exclusive');
  } catch (error) {
    holder?.close();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === REMOVED) return undefined;
    throw code === BUSY ? new DatabaseInUseError(path) : error;
  }
  const held = inodeOf(lock_path);
  // One that this very call has made is taken at the next try, which knows it.
  if (held !== undefined && before === held) return holder;
  holder.close();
  return undefined;
}

function release(holder: DatabaseSync, lock_path: string): void {
  try {
    // While it is still held: afterwards it may be another's. Where an open file cannot be removed it stays, and does no harm.
    rmSync(lock_path, { force: true });
  } catch {
    // As above.
  }
  holder.close();
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** One file has one lock, by whatever name it is opened. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}
