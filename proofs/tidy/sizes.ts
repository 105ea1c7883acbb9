import { matchesGlob } from 'node:path';
import { isTest } from '../repository.ts';
import { lineOf, nodesOf, ts, type Node, type Source } from '../syntax.ts';
import { judgeEach, listTypeScript, type Finding, type Rule } from './rule.ts';

const FILE_LINES_MAX = 300;
const FILE_LINES_P90 = 200;
const FUNCTION_LINES_MAX = 70;

/** Files that may be longer, being rows and nothing else. */
export const DATA_TABLES: readonly string[] = ['fixtures/people/last-names.ts'];

export const fileSizes: Rule = {
  name: `no file is longer than ${FILE_LINES_MAX} lines, but for pure data tables`,
  examine: (repository) =>
    judgeEach(listTypeScript(repository), (source) => {
      const lines = countLines(source);
      if (lines <= FILE_LINES_MAX) return [];
      if (!isDataTable(source.path)) return [{ path: source.path, message: `has ${lines} lines` }];
      return nodesOf(source)
        .filter((node) => isFunction(node))
        .map((node) => ({ path: source.path, line: startOf(source, node), message: 'is a data table and declares a function' }));
    }),
};

export const dataTables: Rule = {
  name: 'every exemption of a data table is needed',
  examine: (repository) => {
    const long = listTypeScript(repository).filter((source) => countLines(source) > FILE_LINES_MAX);
    return judgeEach(DATA_TABLES, (glob) =>
      long.some((source) => matchesGlob(source.path, glob)) ? [] : [{ path: glob, message: 'names no file that is too long' }],
    );
  },
};

export const typicalFileSize: Rule = {
  name: `nine files in ten have at most ${FILE_LINES_P90} lines`,
  examine: (repository) => {
    const sources = listTypeScript(repository).filter((source) => !isDataTable(source.path));
    const long = sources.filter((source) => countLines(source) > FILE_LINES_P90);
    const findings = long.map((source) => ({ path: source.path, message: `has ${countLines(source)} lines` }));
    return { examined: sources.length, findings: long.length > sources.length / 10 ? findings : [] };
  },
};

export const functionSizes: Rule = {
  name: `no function is longer than ${FUNCTION_LINES_MAX} lines`,
  examine: (repository) => judgeEach(listTypeScript(repository), judgeFunctions),
};

function judgeFunctions(source: Source): readonly Finding[] {
  return nodesOf(source)
    .filter((node) => isFunction(node) && !(isTest(source.path) && isGroupOfTests(node)))
    .flatMap((node) => {
      const lines = lineOf(source, node.getEnd()) - startOf(source, node) + 1;
      if (lines <= FUNCTION_LINES_MAX) return [];
      return [{ path: source.path, line: startOf(source, node), message: `is a function of ${lines} lines` }];
    });
}

function isFunction(node: Node): boolean {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** The callback of `describe` holds functions and does nothing itself. */
function isGroupOfTests(node: Node): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText());
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
