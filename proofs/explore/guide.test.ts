/** The command does what docs/explore.md shows. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS_DEFAULT } from '#scenarios';
import { expect, test } from 'vitest';
import { makeFolder, runCli, type Finished } from '../conform/run-cli.ts';
import { readBlocks } from '../guides.ts';
import { ROOT } from '../text-file.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/explore.md'), 'utf8');
const blockOf = readBlocks('docs/explore.md');

async function explore(...args: readonly string[]): Promise<Finished> {
  using folder = makeFolder();
  writeFileSync(join(folder.path, 'by-hand.json'), blockOf('json scenario'));
  return await runCli(['explore', ...args], folder.path, { NO_COLOR: '1', GRISTMILL_TARGET: '' });
}

test('the first command prints the scenario that the guide shows', async () => {
  const [first = ''] = blockOf('sh try').split('\n');
  const [npx, gristmill, command, ...args] = first.replace(/#.*/, '').trim().split(/\s+/);
  expect([npx, gristmill, command]).toEqual(['npx', 'gristmill', 'explore']);
  const { code, stdout } = await explore(...args);
  expect(code).toBe(1);
  const story = blockOf('text story');
  const paragraphs = story.split('\n\n');
  expect(paragraphs).toHaveLength(5);
  // The seed decides the name of the seller.
  const printed = stdout.replace(/"name":"[^"]+"/, '"name":"Guiseppe Marquardt"');
  for (const paragraph of paragraphs) expect(printed).toContain(paragraph);
});

test('a scenario that was written by hand can be played', async () => {
  expect(await explore('--replay', 'by-hand.json')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/The finding did not occur again/),
  });
});

test('the guide lists the flags of the command, and states the length of a scenario', async () => {
  const { stdout } = await explore('--help');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`maximum number of commands per scenario (default: ${COMMANDS_DEFAULT})`);
  expect(GUIDE).toContain(`| \`--commands ${COMMANDS_DEFAULT}\` |`);
  const named = new Set([...GUIDE.matchAll(/(?<=[`\s])--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect(named.size).toBeGreaterThan(10);
  const offered = new Set([...stdout.matchAll(/--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect([...named].filter((flag) => !offered.has(flag))).toEqual([]);
});
