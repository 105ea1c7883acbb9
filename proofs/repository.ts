import { z } from 'zod';
import { parseSource, type Source } from './syntax.ts';
import { readTextFiles, type TextFile } from './text-file.ts';

export interface Repository {
  /** Every text file that git tracks or does not ignore. */
  readonly files: readonly TextFile[];
  /** The parsed TypeScript and JavaScript files. */
  readonly sources: readonly Source[];
  /** `imports` of package.json, such as `#spec`. */
  readonly imports: ReadonlyMap<string, string>;
}

const PACKAGE = z.looseObject({ imports: z.record(z.string(), z.string()).default({}) });

/** Reads and parses the project in `root`. */
export function readRepository(root: string): Repository {
  return openRepository(readTextFiles(root));
}

/** A repository of only these files, for the tests of the rules. */
export function openRepository(files: readonly TextFile[]): Repository {
  const manifest = files.find((file) => file.path === 'package.json');
  const { imports } = PACKAGE.parse(JSON.parse(manifest?.text ?? '{}'));
  return {
    files,
    sources: files.filter((file) => /\.(tsx?|js|mjs)$/.test(file.path)).map(parseSource),
    imports: new Map(Object.entries(imports)),
  };
}
