import { expect, test } from 'vitest';
import { openRepository } from '../repository.ts';
import type { TextFile } from '../text-file.ts';
import { catalogNotLoaded, namedClauses } from './catalog.ts';
import { deadFiles } from './dead-files.ts';
import { RULES } from './index.ts';
import { layers } from './layers.ts';
import { machines } from './machines.ts';
import { declaredNames, pathNames } from './names.ts';
import type { Rule } from './rule.ts';
import { folderSizes, readmes, typicalFileSize } from './sizes.ts';

const MANIFEST: TextFile = {
  path: 'package.json',
  text: JSON.stringify({
    imports: { '#spec': './spec/index.ts', '#spec/*': './spec/*.ts', '#mock': './mock/index.ts', '#mock/*': './mock/*.ts' },
    bin: { gristmill: 'dist/cli/launch.js' },
    scripts: { trace: 'node proofs/trace/main.ts --check' },
  }),
};

/** What a rule finds in a repository of these files, as `path:line message`. */
function examine(rule: Rule, files: Readonly<Record<string, string>>): readonly string[] {
  const repository = openRepository([MANIFEST, ...Object.entries(files).map(([path, text]) => ({ path, text }))]);
  return rule.examine(repository).findings.map(({ path, line, message }) => [path, line, message].join(' '));
}

/** This many short files in one folder. */
function nameFiles(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`mock/a${index}.ts`, 'f();']));
}

function repeat(line: string, times: number): string {
  return `${line}\n`.repeat(times);
}

test('typicalFileSize', () => {
  const short = nameFiles(9);
  expect(examine(typicalFileSize, { ...short, 'mock/long.ts': repeat('f();', 201) })).toEqual([]);
  const long = { 'mock/long.ts': repeat('f();', 201), 'mock/b.ts': repeat('f();', 201) };
  expect(examine(typicalFileSize, { ...short, ...long })).toHaveLength(2);
});

test('layers: imports go down, and only listed types go up', () => {
  const rules = 'mock/market/rules/bids.ts';
  expect(examine(layers, { [rules]: "import { a } from '../store/bids.ts';" })).toEqual([
    `${rules} 1 market/rules cannot import market/store, which is a higher layer`,
  ]);
  expect(examine(layers, { [rules]: "import type { A } from '../store/bids.ts';" })).toHaveLength(1);
  expect(examine(layers, { [rules]: "import type { A } from '../records/tables.ts';" })).toEqual([]);
  expect(examine(layers, { 'mock/market/store/bids.ts': "import { a } from '../rules/bids.ts';" })).toEqual([]);
  expect(examine(layers, { 'client/arrange/a.ts': "import type { A } from '../session/a.ts';" })).toEqual([]);
  expect(examine(layers, { 'client/arrange/a.ts': "import { a } from '../session/a.ts';" })).toHaveLength(1);
  expect(examine(layers, { 'mock/drawer/a.ts': '' })).toEqual([
    'mock/drawer/a.ts  does not belong to a layer: add it to LAYERS in proofs/tidy/layers.ts',
  ]);
});

test('folderSizes', () => {
  const files = nameFiles(21);
  expect(examine(folderSizes, files)).toEqual(['mock  holds 21 source files: split it by concept']);
  expect(examine(folderSizes, { ...files, 'mock/a.test.ts': '' })).toHaveLength(1);
  expect(examine(folderSizes, nameFiles(20))).toEqual([]);
});

test('catalogNotLoaded', () => {
  const catalog = { 'spec/clauses/index.ts': 'export const CLAUSES = [];', 'mock/index.ts': "import './server/server.ts';" };
  const through = (text: string): readonly string[] => examine(catalogNotLoaded, { ...catalog, 'mock/server/server.ts': text });

  expect(through("import { CLAUSES } from '#spec/clauses/index';")).toEqual([
    'spec/clauses/index.ts  is loaded by mock/index.ts: import its types only',
  ]);
  expect(through("import { type ClauseId } from '#spec/clauses/index';")).toHaveLength(1);
  expect(through("import type { ClauseId } from '#spec/clauses/index';")).toEqual([]);
  expect(through("await import('#spec/clauses/index');")).toEqual([]);
});

test('deadFiles', () => {
  const files = {
    'mock/index.ts': "import './a.ts';\nnew Worker(new URL('./worker.ts', import.meta.url));",
    'mock/a.ts': '',
    'mock/worker.ts': '',
    'mock/dead.ts': '',
    'mock/dead.test.ts': "import './dead.ts';\nimport './samples.ts';",
    'mock/samples.ts': '',
    'cli/launch.ts': "import '#mock';",
    'proofs/trace/main.ts': '',
  };
  expect(examine(deadFiles, files)).toEqual(['mock/dead.ts  is not used']);
  expect(examine(deadFiles, { ...files, 'cli/other.ts': "import '#mock/dead';", '.ci/run': 'node cli/other.ts' })).toEqual([]);
});

test('pathNames', () => {
  expect(examine(pathNames, { 'mock/http/cash-bids.test.ts': '', 'mock/README.md': '', 'vitest.config.ts': '' })).toEqual([]);
  for (const path of ['mock/cashBids.ts', 'mock/CashBids.ts', 'mock/cash_bids.ts', 'mock/Http/a.ts', 'mock/a-.ts']) {
    expect(examine(pathNames, { [path]: '' })).toHaveLength(1);
  }
  for (const path of ['mock/utils/a.ts', 'mock/helpers.ts', 'mock/common/a.ts', 'lib/a.ts', 'mock/core/a.ts', 'src/a.ts']) {
    expect(examine(pathNames, { [path]: '' })).toHaveLength(1);
  }
});

test('declaredNames', () => {
  expect(examine(declaredNames, { 'mock/a.ts': 'interface IdempotencyKey {}\nconst base = 1;\nclass JSONReader {}' })).toEqual(
    [],
  );
  for (const text of [
    'class StoreManager {}',
    'const makeFactory = 1;',
    'type CheckBase = 1;',
    'interface IStore {}',
    'function runManager() {}',
  ]) {
    expect(examine(declaredNames, { 'mock/a.ts': text })).toHaveLength(1);
  }
});

test('readmes', () => {
  expect(examine(readmes, { 'mock/README.md': repeat('a', 60), '.ci/run': '' })).toEqual([]);
  expect(examine(readmes, { 'mock/README.md': repeat('a', 61) })).toEqual(['mock/README.md  has 61 lines']);
  expect(examine(readmes, { 'mock/a.ts': '' })).toEqual(['mock/README.md  does not exist']);
});

test('namedClauses', () => {
  expect(examine(namedClauses, { 'docs/a.md': 'WHK-2 and WHK-99' })).toEqual([
    'docs/a.md  names WHK-99, and there is no such clause',
  ]);
});

test('machines', () => {
  const folder = ['', 'work', ''].join('/');
  const host = ['registry', 'npmjs', 'org'].join('.');
  expect(examine(machines, { 'docs/a.md': `https://example.com${folder} mock${folder} registry.get(1)` })).toEqual([]);
  expect(examine(machines, { 'docs/a.md': `\ncd ${folder}a` })).toEqual([`docs/a.md 2 has ${folder}`]);
  expect(examine(machines, { '.npmrc': host })).toEqual([`.npmrc 1 has ${host}`]);
  expect(examine(machines, { '.npmrc': ['https:', '', 'nexus.example.com'].join('/') })).toHaveLength(1);
});

test('a rule that examined nothing fails', () => {
  const nothing = openRepository([]);
  const blind = RULES.filter((rule) => rule.examine(nothing).examined > 0);
  expect(blind).toEqual([]);
});
