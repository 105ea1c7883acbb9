import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TextFile {
  /** The path from the root of the project, with forward slashes: `mock/server/http/respond.ts`. */
  readonly path: string;
  readonly text: string;
}

/** The root of this project. */
export const ROOT: string = join(import.meta.dirname, '..');

/**
 * Reads the text files below `root` that git tracks or does not ignore, in the order of their paths. Files with a NUL byte count as
 * binary and are left out.
 * @param pathspecs limit the files, as in `git ls-files`
 */
export function readTextFiles(root: string, ...pathspecs: readonly string[]): readonly TextFile[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...pathspecs];
  const paths = execFileSync('git', args, { cwd: root }).toString('utf8').split('\0');
  return [...new Set(paths)]
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter((file) => !file.text.includes('\0'));
}

/** The first segment of a path, or an empty string for a file at the root. */
export function topFolderOf(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Whether a generator wrote the file. If so, no style rule applies, and its citations do not count. */
export function isGenerated(path: string): boolean {
  return path === 'spec/openapi.types.ts';
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}
