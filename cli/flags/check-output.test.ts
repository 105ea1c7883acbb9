import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from '#client/testing/folder';
import { beforeAll, expect, test } from 'vitest';
import { checkOutput } from './check-output.ts';

const folder = makeTestFolder();
beforeAll(() => {
  mkdirSync(join(folder, 'dir'));
  writeFileSync(join(folder, 'kept.txt'), 'kept');
});

test('an existing file keeps its contents, and a new file is not created yet', () => {
  checkOutput('--report', join(folder, 'kept.txt'));
  expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('kept');
  checkOutput('--report', join(folder, 'new', 'deep', 'report.json'));
  expect(existsSync(join(folder, 'new', 'deep'))).toBe(true);
  expect(readdirSync(join(folder, 'new', 'deep'))).toEqual([]);
  checkOutput('--report', '/dev/null');
});

test.each([
  ['dir', 'it is a folder'],
  ['kept.txt/report.json', 'a file is in the place of a folder'],
])('%s cannot be written', (path, why) => {
  const full = join(folder, path);
  expect(() => {
    checkOutput('--save', full);
  }).toThrow(`--save: ${full} cannot be written: ${why}; give another path`);
});

test('a dash means neither standard output nor a file with that name', () => {
  expect(() => {
    checkOutput('--report', '-');
  }).toThrow("--report: '-' does not mean standard output here; give a path, such as /dev/stdout");
});

test('a path that cannot have files is reported', () => {
  expect(() => {
    checkOutput('--report', '/proc/gristmill/report.json');
  }).toThrow(/^--report: \/proc\/gristmill\/report\.json cannot be written: .*; give another path$/);
});
