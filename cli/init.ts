import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { UsageError, messageOf } from './errors.ts';
import { addExamples, addOptions } from './flags/options.ts';

const NAME = 'gristmill.config.yaml';

export function configure(command: Command): void {
  addOptions(command, [['--force', `replace an existing ${NAME}`]]).action(writeTemplate);
  addExamples(command, ['gristmill init', 'gristmill init --force']);
}

async function writeTemplate({ force }: { force?: boolean }): Promise<void> {
  const { CONFIG_TEMPLATE } = await import('#client/config/template');
  const { CONFIG_FILES } = await import('#client/config/load');
  const there = CONFIG_FILES.find((name) => existsSync(name));
  if (there !== undefined && !(force === true && there === NAME)) {
    const remedy = there === NAME ? 'add --force to replace it' : 'move it away first, since only one file is read';
    throw new UsageError('init', `${there} already exists; ${remedy}`);
  }
  try {
    writeFileSync(NAME, CONFIG_TEMPLATE, { flag: force === true ? 'w' : 'wx' });
  } catch (error) {
    throw new UsageError('init', `${NAME} cannot be written: ${messageOf(error)}`);
  }
  process.stdout.write(`Wrote ${NAME}. Next: fill in the actors, then run gristmill doctor to check the setup.\n`);
}
