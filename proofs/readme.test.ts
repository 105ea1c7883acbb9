/** The commands of the README work when pasted, and every link in the documentation leads to a file. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '#client';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { pasteWithMock, readBlocks } from './guides.ts';
import { ROOT, readTextFiles } from './text-file.ts';

/** The maximum duration of a script. */
const PATIENCE_MS = 60_000;
const blockOf = readBlocks('README.md');

test('TRD-6 PRIV-4 the walkthrough of the README, pasted into a shell, ends with the name of the seller', async () => {
  await using mock = await createMock();
  const stdout = await pasteWithMock(blockOf('sh story'), mock.auth_url);
  const [lot, received, before, after, ...rest] = stdout.trim().split('\n');
  expect(rest).toEqual([]);
  expect(JSON.parse(lot ?? '')).toMatchObject({ data: { location: { nearest_city: expect.any(String) as string } } });
  expect(received).toContain('"buyer_label":"Buyer"');
  expect(before).toBe('null');
  expect(after).toMatch(/^\{ name: '.+' \}$/);
});

test('the first bid of the README is placed', async () => {
  await using mock = await createMock();
  const placed = await pasteWithMock(blockOf('sh first'), mock.auth_url);
  expect(JSON.parse(placed)).toMatchObject({ data: { status: 'pending', counterparty: null } });
});

test('the first requests of the guide to the control plane move the clock, and add and remove a fault', async () => {
  await using mock = await createMock({ clock: '2026-06-10T12:00:00.000Z' });
  const printed = await pasteWithMock(readBlocks('docs/control-plane.md')('sh control'), mock.auth_url);
  expect(printed).toMatch(/"now":"2026-06-10T13:00:00.000Z".*"effect":"drop".*\{"deleted":1\}$/s);
});

test('the script of the README starts a mock, waits for it, and stops it', async () => {
  const port = await findFreePort();
  const script = blockOf('sh start');
  const here = script.replaceAll('4010', String(port)).replace('# …', `curl -s http://127.0.0.1:${port}/`);
  // Without the environment of npm, as in a terminal.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', here], {
    cwd: ROOT,
    env,
    timeout: PATIENCE_MS,
  });
  expect(JSON.parse(stdout)).toMatchObject({ base_url: `http://127.0.0.1:${port}/v1` });
  await expect
    .poll(async () => fetch(`http://127.0.0.1:${port}/`).then(String, String), { timeout: PATIENCE_MS })
    .toContain('fetch failed');
});

test('the test snippet works with the exports of the package', async () => {
  expect(blockOf('ts')).toContain("import { createMock } from 'gristmill';");
  await using mock = await createMock({ clock: '2026-06-10T12:00:00.000Z' });
  expect((await mock.as('buyer').GET('/inventory')).data?.total).toBeGreaterThan(0);
  await mock.clock.advance('7 days');
  expect(await mock.clock.now()).toBe('2026-06-17T12:00:00.000Z');
});

test('the first commands work in a clone, because the package is not published', () => {
  const readme = readTextFiles(ROOT, 'README.md')[0]?.text ?? '';
  const commands = [...readme.matchAll(/^(?:npm|npx) .*$/gm)].map(([line]) => line);
  expect(commands.slice(0, 2)).toEqual(['npm ci', 'npx gristmill mock']);
  expect(readme.slice(0, readme.indexOf('npm ci'))).toContain('not on npm yet');
  const guide = readTextFiles(ROOT, 'docs/create-mock.md')[0]?.text ?? '';
  expect(guide.slice(0, guide.indexOf("from 'gristmill'"))).toContain('npm run build');
});

test('every link of every page leads to an existing file', () => {
  const pages = readTextFiles(ROOT, '*.md');
  expect(pages.length).toBeGreaterThan(5);
  const dead = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(dead).toEqual([]);
});
