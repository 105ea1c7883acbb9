import { existsSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { UsageError, messageOf } from './errors.ts';
import { addExamples, addOptions } from './flags/options.ts';

const CONFIG_FILE = 'gristmill.config.yaml';

export function configure(command: Command): void {
  addOptions(command, [['--force', `replace an existing ${CONFIG_FILE}`]]).action(writeTemplate);
  addExamples(command, ['gristmill init', 'gristmill init --force']);
}

async function writeTemplate({ force }: { force?: boolean }): Promise<void> {
  const { CONFIG_TEMPLATE } = await import('#client/config/template');
  const { CONFIG_FILES } = await import('#client/config/load');
  const existing = CONFIG_FILES.find((name) => existsSync(name));
  if (existing !== undefined && !(force === true && existing === CONFIG_FILE)) {
    const remedy =
      existing === CONFIG_FILE
        ? 'add --force to replace it'
        : 'move it away first, because Gristmill reads only one configuration file';
    throw new UsageError('init', `${existing} already exists; ${remedy}`);
  }
  try {
    writeFileSync(CONFIG_FILE, CONFIG_TEMPLATE, { flag: force === true ? 'w' : 'wx' });
  } catch (error) {
    throw new UsageError('init', `${CONFIG_FILE} cannot be written: ${messageOf(error)}`);
  }
  process.stdout.write(`Wrote ${CONFIG_FILE}. Next: fill in the actors, then run gristmill doctor to check the setup.\n`);
}
