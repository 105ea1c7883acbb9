import type { Command } from 'commander';
import { collect } from './conform-settings.ts';

/** The flag of every command that takes its callers from a configuration. */
export function addWithoutOption(command: Command): Command {
  return command.option('--without <actors>', 'as if these actors were not configured: buyer,rival', collect);
}
