import type { Repository } from '../repository.ts';
import { isTest, topFolderOf } from '../text-file.ts';
import { edgesOf, mentionsOf } from './graph.ts';
import { examineEach, listTypeScript, type Rule } from './rule.ts';

/** Files that are neither imported nor named in configuration: vitest finds its own. */
const ENTRIES: readonly string[] = ['vitest.config.ts'];

export const deadFiles: Rule = {
  name: 'every file is imported by a file other than its own test, or is an entry point',
  examine: (repository) => {
    const alive = listAlive(repository);
    const examined = listTypeScript(repository).filter((source) => !isTest(source.path) && !source.path.endsWith('.d.ts'));
    return examineEach(examined, ({ path }) => (alive.has(path) ? [] : [{ path, message: 'is not used' }]));
  },
};

/** The files that are used. The rules of this folder name files without using them. */
function listAlive(repository: Repository): ReadonlySet<string> {
  const imported = repository.sources.flatMap((source) => {
    const ownSubject = source.path.replace(/\.test\.ts$/, '.ts');
    const named = source.path.startsWith('proofs/tidy/') ? [] : mentionsOf(source);
    const used = [...edgesOf(repository, source).map((edge) => edge.to), ...named];
    return used.filter((path) => path !== ownSubject);
  });
  return new Set([...ENTRIES, ...imported, ...listNamedByConfiguration(repository)]);
}

/** Paths that package.json and the files of CI name: programs to run, and what the published package exports. */
function listNamedByConfiguration(repository: Repository): readonly string[] {
  const configuration = repository.files.filter((file) => {
    return /(^|\/)package\.json$/.test(file.path) || topFolderOf(file.path).startsWith('.');
  });
  const named = configuration.flatMap((file) => file.text.match(/[\w./-]+\.(ts|js|mjs)\b/g) ?? []);
  return named.map((path) => path.replace(/^\.\//, '').replace(/^dist\/(.*)\.js$/, '$1.ts'));
}
