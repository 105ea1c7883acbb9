import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError, messageOf } from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'a file is in the place of a folder',
  ENOTDIR: 'a file is in the place of a folder',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'the file system is read-only',
  ENOENT: 'the folder cannot be created',
};

/**
 * Checks before a run that its output can be written after it. Creates the folder; leaves the content of an existing file.
 * @throws UsageError
 */
export function checkOutput(flag: string, path: string): void {
  if (path === '-') throw new UsageError(flag, "'-' does not mean standard output here; give a path, such as /dev/stdout");
  try {
    makeFolder(dirname(path));
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) throw new Error('it is a folder');
    // Opening a pipe would wait for its reader.
    if (found !== undefined && !found.isFile()) return;
    closeSync(openSync(path, 'a'));
    if (found === undefined) rmSync(path);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? REASONS[String(error.code)] : undefined;
    throw new UsageError(flag, `${path} cannot be written: ${reason ?? messageOf(error)}; give another path`);
  }
}

/** Creates a folder and those above it. Node's own option `recursive` never returns for a folder in /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another command can create it at the same time.
    if (!existsSync(path)) throw error;
  }
}
