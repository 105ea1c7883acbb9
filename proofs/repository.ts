import { z } from 'zod';
import { parseSource, type Source } from './syntax.ts';
import { readTextFiles, type TextFile } from './text-file.ts';

export { ROOT, isGenerated, isTest, topFolderOf } from './text-file.ts';

export interface Repository {
  /** Every text file that is tracked, or would be if it were added now. */
  readonly files: readonly TextFile[];
  /** Those of them that are TypeScript or JavaScript, parsed. */
  readonly sources: readonly Source[];
  /** `imports` of package.json: what `#spec` and the like stand for. */
  readonly imports: ReadonlyMap<string, string>;
}

const PACKAGE = z.looseObject({ imports: z.record(z.string(), z.string()).default({}) });

/** Reads and parses the project below `root`: what git tracks and what it does not ignore. */
export function readRepository(root: string): Repository {
  return openRepository(readTextFiles(root));
}

/** A repository made of these files alone: what the rules' own tests use. */
export function openRepository(files: readonly TextFile[]): Repository {
  const manifest = files.find((file) => file.path === 'package.json');
  const { imports } = PACKAGE.parse(JSON.parse(manifest?.text ?? '{}'));
  return {
    files,
    sources: files.filter((file) => /\.(tsx?|js|mjs)$/.test(file.path)).map(parseSource),
    imports: new Map(Object.entries(imports)),
  };
}
