import { topFolderOf, type Repository } from '../repository.ts';
import type { Source } from '../syntax.ts';
import { closureOf, edgesOf } from './graph.ts';
import { judgeEach, type Finding, type Rule } from './rule.ts';

/** The one-way street: what each top folder may import of ours besides itself. The root is the files that tools insist on. */
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['spec', []],
  ['fixtures', ['spec']],
  ['mock', ['spec', 'fixtures']],
  ['client', ['spec']],
  ['conformance', ['spec', 'client']],
  ['scenarios', ['spec', 'client', 'conformance']],
  ['contracts', ['spec', 'client', 'conformance']],
  ['cli', ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts']],
  ['proofs', ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts', 'cli', 'bench', 'tools']],
  ['bench', ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts']],
  ['docs', ['spec', 'fixtures', 'mock', 'client', 'conformance', 'scenarios', 'contracts']],
  ['tools', ['spec', 'fixtures', 'mock', 'client', 'conformance']],
  ['', ['tools']],
]);

export const importMatrix: Rule = {
  name: 'the top folders form a one-way street, and a crossing is written #folder',
  examine: (repository) => judgeEach(repository.sources, (source) => judgeImports(repository, source)),
};

function judgeImports(repository: Repository, source: Source): readonly Finding[] {
  const from = topFolderOf(source.path);
  const allowed = MAY_IMPORT.get(from);
  if (allowed === undefined) return [{ path: source.path, message: `lies in ${from}, of which the import matrix knows nothing` }];

  return edgesOf(repository, source).flatMap((edge) => {
    const to = topFolderOf(edge.to);
    const found = (message: string): readonly Finding[] => [{ path: source.path, line: edge.line, message }];
    if (to === from) return edge.specifier.startsWith('#') ? found(`imports its own folder as ${edge.specifier}`) : [];
    if (!allowed.includes(to)) return found(`may not import ${to || 'the root'}: ${edge.specifier}`);
    // Tools have no `#tools`: they are workspaces of their own, and no part of the package.
    return edge.specifier.startsWith('#') || to === 'tools' ? [] : found(`crosses into ${to} by a relative path`);
  });
}

const DOOR_OF_MOCK = 'mock/index.ts';

export const coldCatalogue: Rule = {
  name: 'the mock starts without the clause catalogue',
  examine: (repository) => {
    const loaded = [...closureOf(repository, DOOR_OF_MOCK)];
    return judgeEach(loaded, (path) =>
      path.startsWith('spec/clauses/') ? [{ path, message: `is loaded by ${DOOR_OF_MOCK}: import its types only` }] : [],
    );
  },
};
