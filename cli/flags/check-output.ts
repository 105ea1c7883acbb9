import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** What the system says of a path, in words. */
const WORDS: Readonly<Record<string, string>> = {
  EEXIST: 'a file stands where a folder has to be',
  ENOTDIR: 'a file stands where a folder has to be',
  EACCES: 'it may not be written by you',
  EPERM: 'it may not be written by you',
  EROFS: 'nothing can be written there',
  ENOENT: 'nothing can be made there',
};

/**
 * Before anything is sent: what has nowhere to go would be lost at the end of a run. Makes the folder, and looks whether the file can be opened; what it
 * holds stays.
 * @throws UsageError that names the flag and the path
 */
export function checkOutput(flag: string, path: string): void {
  if (path === '-') throw new UsageError(flag, "'-' would be a file of that name; give a path, such as /dev/stdout");
  try {
    mkdirSync(dirname(path), { recursive: true });
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isDirectory() === true) throw new Error('it is a folder');
    // A pipe would wait for its reader.
    if (found !== undefined && !found.isFile()) return;
    closeSync(openSync(path, 'a'));
    if (found === undefined) rmSync(path);
  } catch (error) {
    throw new UsageError(flag, `${path} cannot be written: ${explain(error)}; give another path`);
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return ('code' in error ? WORDS[String(error.code)] : undefined) ?? error.message;
}
