import { matchesGlob } from 'node:path';
import { lineOf, nodesOf, ts, type Node, type Source } from '../syntax.ts';
import { examineEach, listTypeScript, type Rule } from './rule.ts';

const FILE_LINES_MAX = 300;
const FILE_LINES_P90 = 200;

/** Files that can be longer, because they contain only data. */
export const DATA_TABLES: readonly string[] = ['fixtures/people/last-names.ts'];

export const fileSizes: Rule = {
  name: `no file except pure data tables has more than ${FILE_LINES_MAX} lines`,
  examine: (repository) =>
    examineEach(listTypeScript(repository), (source) => {
      const lines = countLines(source);
      if (lines <= FILE_LINES_MAX) return [];
      if (!isDataTable(source.path)) return [{ path: source.path, message: `has ${lines} lines` }];
      return nodesOf(source)
        .filter((node) => isFunction(node))
        .map((node) => ({ path: source.path, line: startOf(source, node), message: 'is a data table and declares a function' }));
    }),
};

export const dataTables: Rule = {
  name: 'every data table is too long for the limit',
  examine: (repository) => {
    const long = listTypeScript(repository).filter((source) => countLines(source) > FILE_LINES_MAX);
    return examineEach(DATA_TABLES, (glob) =>
      long.some((source) => matchesGlob(source.path, glob))
        ? []
        : [{ path: glob, message: 'is not too long: remove it from DATA_TABLES' }],
    );
  },
};

export const typicalFileSize: Rule = {
  name: `nine in ten files have at most ${FILE_LINES_P90} lines`,
  examine: (repository) => {
    const sources = listTypeScript(repository).filter((source) => !isDataTable(source.path));
    const long = sources.filter((source) => countLines(source) > FILE_LINES_P90);
    const findings = long.map((source) => ({ path: source.path, message: `has ${countLines(source)} lines` }));
    return { examined: sources.length, findings: long.length > sources.length / 10 ? findings : [] };
  },
};

function isFunction(node: Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function isDataTable(path: string): boolean {
  return DATA_TABLES.some((glob) => matchesGlob(path, glob));
}

function countLines(source: Source): number {
  return source.text.trimEnd().split('\n').length;
}

function startOf(source: Source, node: Node): number {
  return lineOf(source, node.getStart(source.tree));
}
