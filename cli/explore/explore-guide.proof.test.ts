/** The command does what docs/explore.md shows. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '#client/testing/command';
import { makeTestFolder } from '#client/testing/folder';
import { COMMANDS_DEFAULT } from '#scenarios';
import { expect, test, vi } from 'vitest';

const GUIDE = readFileSync(new URL('../../docs/explore.md', import.meta.url), 'utf8');
const FOLDER = makeTestFolder();
/** Generous, because other work can slow the machine down. */
vi.setConfig({ testTimeout: 120_000 });

/** The text of the fenced block with that info string. */
function blockOf(info: string): string {
  const [, after = ''] = GUIDE.split(`\`\`\`${info}\n`);
  return after.split('\n```', 1)[0] ?? '';
}

async function run(...args: readonly string[]): Promise<{ code: number; stdout: string }> {
  const env = { ...process.env, NO_COLOR: '1', GRISTMILL_TARGET: '' };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd: FOLDER, env }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

test('the first command prints the scenario that the guide shows', async () => {
  const [first = ''] = blockOf('sh try').split('\n');
  const [, ...args] = first.replace(/#.*/, '').trim().split(/\s+/);
  expect(args.shift()).toBe('gristmill');
  const { code, stdout } = await run(...args);
  expect(code).toBe(1);
  const story = blockOf('text story');
  const paragraphs = story.split('\n\n');
  expect(paragraphs).toHaveLength(5);
  // The seed decides the name of the seller.
  const printed = stdout.replace(/"name":"[^"]+"/, '"name":"Guiseppe Marquardt"');
  for (const paragraph of paragraphs) expect(printed).toContain(paragraph);
});

test('a scenario that was written by hand can be played', async () => {
  writeFileSync(join(FOLDER, 'by-hand.json'), blockOf('json scenario'));
  expect(await run('explore', '--replay', 'by-hand.json')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/The finding did not occur again/),
  });
});

test('the guide lists the flags of the command, and states the length of a scenario', async () => {
  const { stdout } = await run('explore', '--help');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`maximum number of commands per scenario (default: ${COMMANDS_DEFAULT})`);
  expect(GUIDE).toContain(`| \`--commands ${COMMANDS_DEFAULT}\` |`);
  const named = new Set([...GUIDE.matchAll(/(?<=[`\s])--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect(named.size).toBeGreaterThan(10);
  const offered = new Set([...stdout.matchAll(/--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect([...named].filter((flag) => !offered.has(flag))).toEqual([]);
});
