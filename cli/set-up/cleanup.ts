import type { Command } from 'commander';
import { addTargetOptions, addTimeOption } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import type { CleanupFlags } from './cleanup-flags.ts';

/** `gristmill cleanup` */
export function addCleanupCommand(program: Command): void {
  const command = program
    .command('cleanup')
    .description('Take back what a run has made and could not: one that was killed, or that lost its target.');
  addTimeOption(addTargetOptions(command))
    .option('--ledger <file>', 'what the run wrote down; all of .gristmill/ledger-*.jsonl here, unless given')
    .option('--yes', 'do not ask')
    .action(async (target: string | undefined, flags: CleanupFlags) => {
      const { runCleanup } = await import('./run-cleanup.ts');
      throw new ExitCode(await runCleanup({ ...flags, target }));
    });
}
