import type { Command } from 'commander';
import { ExitCode } from '../exit-code.ts';

/** `gristmill compare` */
export function addCompareCommand(program: Command): void {
  program
    .command('compare')
    .description(
      'Say what got worse and what got better between two JSON reports: exit code 1 where something got worse or vanished.',
    )
    .argument('<before>', 'the older report')
    .argument('<after>', 'the newer one')
    .action(async (before: string, after: string) => {
      const { runCompare } = await import('./run-compare.ts');
      throw new ExitCode(runCompare(before, after));
    });
}
