/** What --help prints: short lines, a verb first, and examples at the end. */
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from './program.ts';
import { runHere } from './testing/run-here.ts';

const WIDTH = 100;
function listAll(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(listAll)];
}

/** The help as it is printed, with what follows the options. */
function helpOf(command: Command): string {
  const parts: string[] = [];
  command.configureOutput({ ...command.configureOutput(), writeOut: (text) => void parts.push(text) }).outputHelp();
  return parts.join('');
}

const COMMANDS = listAll(await buildProgram());

test.each(COMMANDS.map((command) => [command.name(), command] as const))('help of %s', (_name, command) => {
  const help = helpOf(command);
  const lines = help.trimEnd().split('\n');
  expect(lines.filter((line) => line.length > WIDTH)).toEqual([]);
  // As a command: `Run`, not `Runs`.
  expect(command.description()).toMatch(/^[A-Z][a-z]+[a-rt-z][ ,]/);
  for (const { flags } of command.options) {
    const at = lines.findIndex((line) => line.startsWith(`  ${flags} `));
    expect(lines[at], flags).toMatch(/ {2}\S+.* {2}\S/);
    // A wrapped description continues on an indented line.
    expect(lines[at + 1], flags).toMatch(/^(?: {2}-|$)/);
  }
  const examples = help.slice(help.indexOf('\nExamples:\n')).match(/^ {2}.*\bgristmill .*$/gm) ?? [];
  expect(examples.length).toBeGreaterThanOrEqual(2);
});

test('without a command, the six jobs have an example each', () => {
  const [program] = COMMANDS;
  const help = program === undefined ? '' : helpOf(program);
  for (const job of ['mock', 'conform http', 'receiver http', 'explore http', 'contracts verify'])
    expect(help.match(new RegExp(`^ {2}[A-Z][a-z ]+ {2}gristmill ${job}`, 'm'))).not.toBeNull();
});

test('no help lists the command `help`, and it still works', async () => {
  for (const command of COMMANDS) expect(helpOf(command)).not.toMatch(/^ {2}help /m);
  const { code, out } = await runHere('help', 'doctor');
  expect([code, out.startsWith('Usage: gristmill doctor ')]).toEqual([0, true]);
});
