import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { makeTestFolder } from '#client/testing/folder';
import { createMock } from '#mock';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readSettings } from './flags/settings.ts';
import { runHere } from './testing/run-here.ts';

const NAME = 'gristmill.config.yaml';
const home = process.cwd();
let dir = '';
beforeEach(() => {
  dir = makeTestFolder(onTestFinished);
  process.chdir(dir);
});
afterEach(() => {
  process.chdir(home);
});

test('the written configuration works as it is', async () => {
  expect(await runHere('init')).toEqual({ code: 0, out: expect.stringContaining(`Wrote ${NAME}`), complaint: '' });
  await using mock = await createMock({ lots: 20 });
  const settings = await readSettings({ target: mock.base_url }, { env: {} });
  expect([settings.is_mock, settings.actors.has('buyer')]).toEqual([true, true]);
});

test('an existing file is replaced only with --force', async () => {
  writeFileSync(NAME, 'mine: true');
  const refused = await runHere('init');
  expect([refused.code, refused.complaint]).toEqual([2, `gristmill: init: ${NAME} already exists; add --force to replace it\n`]);
  expect(readFileSync(NAME, 'utf8')).toBe('mine: true');
  expect((await runHere('init', '--force')).code).toBe(0);
  expect(readFileSync(NAME, 'utf8')).toContain('base_url: http://127.0.0.1:4010/v1');
});

test('a configuration in another format is reported, even with --force', async () => {
  writeFileSync('gristmill.config.json', '{}');
  const { code, complaint } = await runHere('init', '--force');
  expect([code, complaint]).toEqual([2, expect.stringContaining('gristmill.config.json already exists; move it away first')]);
  expect(existsSync(NAME)).toBe(false);
});
