import { SetupFault, describeFault } from '#client';
import { joinLines } from '#conformance/reports/text/safe-text';
import type { Option } from 'commander';
import { Command, CommanderError } from 'commander';
import { addCleanupCommand } from './set-up/cleanup.ts';
import { addConformCommand } from './conform/conform.ts';
import { addContractsCommand } from './contracts/contracts.ts';
import { addCompareCommand } from './reports/compare.ts';
import { addDoctorCommand } from './set-up/doctor.ts';
import { addExplainCommand } from './explain/explain.ts';
import { addExploreCommand } from './explore/explore.ts';
import { ExitCode } from './exit-code.ts';
import { addInitCommand } from './set-up/init.ts';
import { addListenCommand } from './webhooks/listen.ts';
import { addMergeCommand } from './reports/merge.ts';
import { addMockCommand } from './mock/mock.ts';
import { addReceiverCommand } from './webhooks/receiver.ts';
import { addTokenCommand } from './token.ts';
import { addTriggerCommand } from './webhooks/trigger.ts';
import { UsageError } from './usage-error.ts';
import { sayFault } from './runs/catch-faults.ts';
import { readVersion } from './version.ts';

export const EXIT_USAGE = 2;
const EXIT_SETUP = 3;

/**
 * Runs one command.
 * @param args what stands behind `gristmill`
 * @returns the exit code; a mock that has started goes on by itself
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof ExitCode) return error.code;
    // Commander has said what is wrong, or shown its help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    if (error instanceof SetupFault) {
      for (const fault of error.faults) complain(describeFault(fault));
      return EXIT_SETUP;
    }
    if (!(error instanceof UsageError)) {
      // Whatever failed, 1 would say that the target did.
      process.stderr.write(`gristmill: ${sayFault(error)}\n`);
      return EXIT_SETUP;
    }
    complain(error.message);
    return EXIT_USAGE;
  }
}

function buildProgram(): Command {
  const program = new Command('gristmill')
    .description('The Grain Marketplace Enterprise API on your own machine.')
    .version(readVersion())
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      outputError: (text) => {
        complain(advise(text.trim().replace(/^error: /, '')));
      },
    });
  addMockCommand(program);
  addTokenCommand(program);
  addConformCommand(program);
  addReceiverCommand(program);
  addTriggerCommand(program);
  addListenCommand(program);
  addCompareCommand(program);
  addMergeCommand(program);
  addContractsCommand(program);
  addCleanupCommand(program);
  addDoctorCommand(program);
  addInitCommand(program);
  addExplainCommand(program);
  addExploreCommand(program);
  refuseRepeats(program);
  return program;
}

/** Of two values one would be dropped without a word. What may be given several times collects its values, and has a parser for that. */
function refuseRepeats(command: Command): void {
  const given = new Set<Option>();
  for (const option of command.options) {
    if (option.parseArg !== undefined || !option.required) continue;
    // Commander says so each time it meets one among the arguments.
    command.on(`option:${option.name()}`, () => {
      if (given.has(option)) throw new UsageError(`--${option.name()}`, 'is given twice, and takes one value; leave one out');
      given.add(option);
    });
  }
  for (const below of command.commands) refuseRepeats(below);
}

/** What to do, where Commander does not say it. */
function advise(complaint: string): string {
  const is_bare = /^(?:unknown (?:option|command)|missing required argument) '[^']*'$/.test(complaint);
  return is_bare ? `${complaint}; --help shows what there is` : complaint;
}

/** One line, whatever it was. */
function complain(message: string): void {
  process.stderr.write(`gristmill: ${joinLines(message)}\n`);
}
