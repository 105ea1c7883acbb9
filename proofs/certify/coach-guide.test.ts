/** docs/coach.md: its commands and its code run as they stand, and its table has every rule. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RULES, coach } from '#certify/coach/index';
import { createMock } from '#mock';
import { expect, test } from 'vitest';
import { paste, readBlocks } from '../guides.ts';
import { ROOT } from '../text-file.ts';

const blockOf = readBlocks('docs/coach.md');

test('the commands print what the guide shows', async () => {
  await using mock = await createMock({ coach });
  const stdout = await paste(blockOf('sh coach'), { GRISTMILL_MOCK: mock.auth_url });
  expect(stdout.trim().replaceAll(/inv_(\w{3})\w+/g, 'inv_$1…')).toBe(blockOf('text').trim());
});

test('the example for tests works', async () => {
  const folder = await mkdtemp(join(ROOT, 'certify/coach/guide-'));
  try {
    const code = blockOf('ts coach').replace("'gristmill'", "'#mock'").replace("'gristmill/coach'", "'#certify/coach/index'");
    await writeFile(join(folder, 'example.ts'), code);
    await promisify(execFile)(process.execPath, [join(folder, 'example.ts')]);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(blockOf('ts coach')).toContain('createMock({ coach })');
});

test('the table of the guide has every rule', () => {
  const rows = RULES.map(({ id, level, source, title }) => [`\`${id}\``, level, source, title].join(' | '));
  const [, table = ''] = readFileSync(join(ROOT, 'docs/coach.md'), 'utf8').split('## What it looks for');
  const shown = [...table.matchAll(/^\| (`[^`]+`.*) \|$/gm)].map(([, row = '']) => row.replaceAll(/ +\| +/g, ' | ').trim());
  expect(shown).toEqual(rows);
});
