import type { Command } from 'commander';
import { ExitCode } from './exit-code.ts';

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
      const [{ compareReports, renderComparison }, { readReport }] = await Promise.all([
        import('#conformance/reports/index'),
        import('./rerun-failed.ts'),
      ]);
      const [old, now] = [readReport('compare', before), readReport('compare', after)];
      process.stdout.write(renderComparison(old, now));
      throw new ExitCode(compareReports(old, now).exit_code);
    });
}
