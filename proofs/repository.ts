import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseSource, type Source } from './syntax.ts';
import type { TextFile } from './text-file.ts';

export interface Repository {
  /** Every text file that is tracked, or would be if it were added now. */
  readonly files: readonly TextFile[];
  /** Those of them that are TypeScript or JavaScript, parsed. */
  readonly sources: readonly Source[];
  /** `imports` of package.json: what `#spec` and the like stand for. */
  readonly imports: ReadonlyMap<string, string>;
}

const PACKAGE = z.looseObject({ imports: z.record(z.string(), z.string()).default({}) });

/** The root of this project. */
export const ROOT: string = join(import.meta.dirname, '..');

/** Reads the project below `root`: what git tracks and what it does not ignore. Files with a NUL byte count as binary and are left out. */
export function readRepository(root: string): Repository {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const paths = listed.toString('utf8').split('\0');
  const files = [...new Set(paths)]
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter((file) => !file.text.includes('\0'));
  return openRepository(files);
}

/** A repository made of these files alone: what the rules' own tests use. */
export function openRepository(files: readonly TextFile[]): Repository {
  const manifest = files.find((file) => file.path === 'package.json');
  const { imports } = PACKAGE.parse(JSON.parse(manifest?.text ?? '{}'));
  return {
    files,
    sources: files.filter((file) => /\.(ts|js|mjs)$/.test(file.path)).map(parseSource),
    imports: new Map(Object.entries(imports)),
  };
}

/** The first segment of a path, or an empty string for a file at the root. */
export function topFolderOf(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** Written by a generator, so that no rule of style applies and nothing in it is evidence. */
export function isGenerated(path: string): boolean {
  return path === 'spec/openapi.types.ts';
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}
