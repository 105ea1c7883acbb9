import type { Command } from 'commander';
import { collect } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import type { MergeFlags } from './merge-flags.ts';

/** `gristmill merge` */
export function addMergeCommand(program: Command): void {
  program
    .command('merge')
    .description('Put the JSON reports of the shards of a run together, and judge the whole: exit codes as of conform.')
    .argument('<reports...>', 'what conform --shard i/n --report json=… wrote')
    .option('--require <ids>', 'clauses or areas that must be verified, or all that are stated: else exit code 3', collect)
    .option('--report <format=path>', 'json, junit, html, markdown, badge or text; repeatable', collect)
    .option('--verbose', 'say which readings were seen as well')
    .option('--quiet', 'print nothing')
    .action(async (paths: readonly string[], flags: MergeFlags) => {
      const { runMerge } = await import('./run-merge.ts');
      throw new ExitCode(runMerge(paths, flags));
    });
}
