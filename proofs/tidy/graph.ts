import { posix } from 'node:path';
import type { Repository } from '../repository.ts';
import { importsOf, nodesOf, textsOf, type Import, type Source } from '../syntax.ts';

interface Edge extends Import {
  /** The path that the specifier leads to. The file may not exist. */
  readonly to: string;
}

/** The imports of a file that lead to files of this repository, without packages and modules of Node. */
export function edgesOf(repository: Repository, source: Source): readonly Edge[] {
  return importsOf(source).flatMap((found) => {
    const to = resolveSpecifier(repository, source.path, found.specifier);
    return to === undefined ? [] : [{ ...found, to }];
  });
}

function resolveSpecifier(repository: Repository, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (!specifier.startsWith('#')) return undefined;

  const exact = repository.imports.get(specifier);
  if (exact !== undefined) return posix.normalize(exact);
  const slash = specifier.indexOf('/');
  const pattern = repository.imports.get(`${specifier.slice(0, slash)}/*`);
  return pattern === undefined ? specifier.slice(1) : posix.normalize(pattern.replace('*', specifier.slice(slash + 1)));
}

/** Files that a file names without importing them, such as a worker: as a path from its folder, or from the root. */
export function mentionsOf(source: Source): readonly string[] {
  return nodesOf(source)
    .flatMap((node) => textsOf(node))
    .filter((text) => /^\.{0,2}[\w./-]*\.(tsx?|js|mjs)$/.test(text))
    .flatMap((text) => [posix.join(posix.dirname(source.path), text), posix.normalize(text)]);
}

/** Every file that loading `entry` loads: itself and its imports, except type imports and `import()`. */
export function closureOf(repository: Repository, entry: string): ReadonlySet<string> {
  const byPath = new Map(repository.sources.map((source) => [source.path, source]));
  const seen = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const source = byPath.get(path);
    if (source === undefined || seen.has(path)) continue;
    seen.add(path);
    for (const edge of edgesOf(repository, source)) {
      if (edge.kind === 'static') waiting.push(edge.to);
    }
  }
  return seen;
}
