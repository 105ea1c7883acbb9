/** Runs the commands and the pact of docs/contracts.md and compares its failure with the real one. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, runCli } from '../conform/run-cli.ts';
import { readBlocks } from '../guides.ts';

const blockOf = readBlocks('docs/contracts.md');

test('the commands of the guide work with the pact of the guide', async () => {
  using folder = makeFolder();
  mkdirSync(join(folder.path, 'pacts'));
  writeFileSync(join(folder.path, 'pacts/desk.json'), blockOf('json pact'));
  const commands = blockOf('sh run')
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().split(/\s+/));
  expect(commands).toHaveLength(4);
  for (const [npx, gristmill, ...args] of commands) {
    expect([npx, gristmill]).toEqual(['npx', 'gristmill']);
    const { code, stdout, stderr } = await runCli(args, folder.path);
    expect(stderr, args.join(' ')).toBe('');
    expect(code, stdout).toBe(0);
    if (args[1] === 'verify' && !args.includes('--json')) expect(stdout).toBe('desk → grain-marketplace: 2 verified\n');
  }
});

test('the guide shows the failure as it is printed', async () => {
  using folder = makeFolder();
  const path = join(folder.path, 'desk.json');
  writeFileSync(path, blockOf('json pact').replace('"data": { "quantity_mt": 120 }', '"data": { "quantity_mt": 150 }'));
  const { code, stdout } = await runCli(['contracts', 'verify', path], folder.path);
  expect(code).toBe(1);
  const shown = blockOf('text failure');
  expect(shown).toContain('FAILED  desk: a look at a lot');
  const blank = (text: string): string => text.replaceAll(/inv_[0-9a-f]{16}/g, 'inv_…');
  expect(blank(stdout)).toContain(blank(shown));
});
