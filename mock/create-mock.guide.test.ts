/** docs/create-mock.md: its example runs as it stands, and its table has every option. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { OPTION_NAMES } from './server/options.ts';
import { openTestMock } from './testing/open-mock.ts';

const GUIDE = readFileSync(new URL('../docs/create-mock.md', import.meta.url), 'utf8');

test('the example of the guide runs to its end', async () => {
  const [, after = ''] = GUIDE.split('```ts example\n');
  const [example = ''] = after.split('\n```', 1);
  expect(example).toContain("import { createMock } from 'gristmill';");
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gristmill-guide-'));
  const path = join(folder.path, 'example.mts');
  const here = JSON.stringify(new URL('index.ts', import.meta.url).href);
  writeFileSync(path, `${example.replace("'gristmill'", here)}\nconsole.log('done');\n`);
  const { stdout } = await promisify(execFile)(process.execPath, [path]);
  expect(stdout).toBe('done\n');
});

/** The names in the first column of a table. */
function namesBelow(heading: string): string[] {
  const [, section = ''] = GUIDE.split(`\n## ${heading}\n`);
  const rows = [...(section.split('\n## ', 1)[0] ?? '').matchAll(/^\| (`[^|]+) \|/gm)];
  return rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([\w.]+)/g)].map(([, name = '']) => name));
}

test('the guide has every option and every member, and no other', async () => {
  expect(namesBelow('Options').toSorted()).toEqual(OPTION_NAMES.toSorted());
  await using t = await openTestMock({ lots: 20 });
  // The server and the worlds themselves are internal.
  const { clock, worlds: _, server: __, ...members } = t.mock;
  const all = [...Object.keys(members), ...Object.keys(clock).map((name) => `clock.${name}`)];
  expect(namesBelow('The mock object').toSorted()).toEqual(all.toSorted());
});
