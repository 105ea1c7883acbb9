import type { Command } from 'commander';
import { addTargetOptions, addTimeOption, collect } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import { addWithoutOption } from '../flags/without-option.ts';
import type { RunConformFlags } from './conform-flags.ts';

/** `gristmill conform` */
export function addConformCommand(program: Command): void {
  const command = program
    .command('conform')
    .description(
      'Judge a deployment, clause by clause: exit code 0 conformant or partial, 1 not, 2 wrong usage, 3 inconclusive.',
    );
  addTimeOption(addWithoutOption(addTargetOptions(command)))
    .option('--only <patterns>', 'these checks, clauses or areas: BID-4, WHK-2/secret-shown-once, PRIV, "EVT-1*"', collect)
    .option('--skip <patterns>', 'all but these', collect)
    .option('--clause <ids>', 'the checks of these clauses', collect)
    .option('--shard <i/n>', 'the i-th of n parts, for machines that share the work')
    .option('--rerun-failed <report.json>', 'what did not pass in that report')
    .option('--list', 'show the checks, and send nothing')
    .option('--dry-run', 'show what would run and what could not be verified, and send no more than that takes')
    .option('--seed <text>', 'what the run is called in what it makes')
    .option(
      '--patience <quick|standard|full>',
      'how many attempts of the retry schedule are waited for: 2 (15 s), 3 (75 s), 5 (37 min)',
    )
    .option('--strict', 'what would be a warning is a failure')
    .option('--require <ids>', 'clauses or areas that must be verified, or all that are stated: else exit code 3', collect)
    .option('--baseline <file>', 'failures that are known and accepted for a time')
    .option('--update-baseline <file>', 'write what fails now as accepted for 30 days')
    .option('--report <format=path>', 'json, junit, html, markdown, har, badge or text; repeatable', collect)
    .option('--ledger <file>', 'where what is made is written down before it is made')
    .option('--no-ledger', 'write nothing down')
    .option('--no-cleanup', 'leave what was made')
    .option('--no-doctor', 'do not look at the set-up first')
    .option('--verbose', 'say which readings were seen as well')
    .option('--quiet', 'print nothing')
    .action(async (target: string | undefined, flags: RunConformFlags) => {
      const { runConform } = await import('./run-conform.ts');
      throw new ExitCode(await runConform({ ...flags, target }));
    });
}
