import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { UsageError } from '../usage-error.ts';

const NAME = 'gristmill.config.yaml';

/** `gristmill init` */
export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description(`Write a ${NAME} in which every key is explained.`)
    .option('--force', 'write over the one that is there')
    .action(writeTemplate);
}

async function writeTemplate({ force }: { force?: boolean }): Promise<void> {
  const { CONFIG_TEMPLATE } = await import('#client/config/template');
  const { CONFIG_FILES } = await import('#client/config/load');
  const there = CONFIG_FILES.find((name) => existsSync(name));
  if (there !== undefined && !(force === true && there === NAME)) {
    const remedy = there === NAME ? '--force writes over it' : 'move it away first: one file is read, not two';
    throw new UsageError('init', `there is a ${there} already; ${remedy}`);
  }
  try {
    writeFileSync(NAME, CONFIG_TEMPLATE, { flag: force === true ? 'w' : 'wx' });
  } catch (error) {
    throw new UsageError('init', `${NAME} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  process.stdout.write(`Wrote ${NAME}. Next: fill in the actors, and look at the set-up with gristmill doctor.\n`);
}
