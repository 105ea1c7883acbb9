import type { Command } from 'commander';
import { addTargetOptions, addTimeOption, collect } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import { addWithoutOption } from '../flags/without-option.ts';
import type { ExploreFlags } from './explore-flags.ts';

/** `gristmill explore` */
export function addExploreCommand(program: Command): void {
  const command = program
    .command('explore')
    .description(
      'Play stories that nobody wrote, and look for what breaks: exit code 0 nothing was found, 1 a violation, 2 wrong usage, 3 inconclusive.',
    );
  addTimeOption(addWithoutOption(addTargetOptions(command)))
    .option('--runs <number>', 'how many scenarios are played; 100 unless given, and as many as the time allows with --time')
    .option('--seed <number>', 'the same seed draws the same scenarios; 1 unless given')
    .option('--time <time>', 'no scenario is begun after that: 90, 90s, 10m, 1h')
    .option('--commands <number>', 'the longest scenario; 45 unless given')
    .option('--max-calls <number>', 'no scenario is begun after so many requests')
    .option('--replay <seed:path|file>', 'one scenario again: as it was drawn, or from a file that was saved')
    .option('--no-shrink', 'leave what was found as long as it is')
    .option('--no-regressions', 'do not begin with the scenarios that showed something before')
    .option('--violate <name>', 'without a target: break a clause of the mock that is started; repeatable', collect)
    .option('--script <file>', 'write what was found as a shell script of curl lines')
    .option('--story <file>', 'write what was found in words')
    .option('--save <file>', 'write what was found as JSON, for --replay')
    .option('--json', 'print the outcome as JSON, and nothing else')
    .option('--list', 'show the commands that scenarios are made of, and send nothing')
    .option('--ledger <file>', 'where what is made is written down before it is made, but on the mock')
    .option('--no-ledger', 'write nothing down')
    .option('--no-cleanup', 'leave what was made')
    .option('--no-doctor', 'do not look at the set-up first')
    .option('--verbose', 'say how often each command was played, and what each invariant has seen')
    .option('--quiet', 'print nothing')
    .action(async (target: string | undefined, flags: ExploreFlags) => {
      const { runExplore } = await import('./run-explore.ts');
      throw new ExitCode(await runExplore(target === undefined ? flags : { ...flags, target }));
    });
}
