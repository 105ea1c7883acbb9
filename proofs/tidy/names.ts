import { lineOf, nodesOf, ts, type Node, type Source } from '../syntax.ts';
import { topFolderOf } from '../text-file.ts';
import { examineEach, listTopFolders, listTypeScript, type Finding, type Rule } from './rule.ts';

/** Names that say nothing about their content. */
const EMPTY_WORDS: ReadonlySet<string> = new Set([
  'src',
  'lib',
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'core',
  'misc',
  'shared',
]);

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Suffixes of file names that a tool reads: `x.test.ts`, `vitest.config.ts`, `openapi.types.ts`. One file can have several test files: `bids.race.test.ts`. */
const TOOL_SUFFIX = /((\.[a-z]+(-[a-z]+)*)?\.test|\.(config|types|d))?\.(tsx?|js|mjs|cjs|css|html|svg)$/;

const EMPTY_SUFFIX = /(^|[a-z])(Manager|Factory|Base)$/;
const HUNGARIAN = /^I[A-Z][a-z]/;

export const pathNames: Rule = {
  name: 'folders and files are named in kebab-case after what they hold',
  examine: (repository) => {
    const folders = new Set(listTopFolders(repository));
    const files = repository.files.filter((file) => folders.has(topFolderOf(file.path)) && TOOL_SUFFIX.test(file.path));
    return examineEach(files, ({ path }) => examinePath(path));
  },
};

function examinePath(path: string): readonly Finding[] {
  const words = path.replace(TOOL_SUFFIX, '').split('/');
  return words.flatMap((word) => {
    if (!KEBAB.test(word)) return [{ path, message: `has ${word} in its path, which is not kebab-case` }];
    if (EMPTY_WORDS.has(word)) return [{ path, message: `has ${word} in its path, which says nothing` }];
    return [];
  });
}

export const declaredNames: Rule = {
  name: 'nothing is called a Manager, a Factory, a Base or ISomething',
  examine: (repository) => examineEach(listTypeScript(repository), examineDeclarations),
};

function examineDeclarations(source: Source): readonly Finding[] {
  return nodesOf(source).flatMap((node) => {
    const name = nameOf(node);
    if (name === undefined || !(EMPTY_SUFFIX.test(name) || HUNGARIAN.test(name))) return [];
    return [{ path: source.path, line: lineOf(source, node.getStart(source.tree)), message: `declares ${name}` }];
  });
}

function nameOf(node: Node): string | undefined {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return node.name.text;
  if (ts.isClassLike(node) || ts.isFunctionDeclaration(node)) return node.name?.text;
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) return node.name.text;
  return undefined;
}
