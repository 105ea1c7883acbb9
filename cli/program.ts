import { joinLines } from '#conformance/reports/text/safe-text';
import type { Option } from 'commander';
import { Command, CommanderError } from 'commander';
import { ExitCode, UsageError } from './errors.ts';
import { readVersion } from '#conformance/version';

const EXIT_USAGE = 2;
const EXIT_SETUP = 3;

type Row = readonly [
  group: keyof typeof EXAMPLES | 'Control a running mock' | 'Set up your shell',
  summary: string,
  load: () => Promise<{ configure: (command: Command) => void }>,
];

/** The jobs that people come for, each with an example. */
const EXAMPLES = {
  'Run the mock': 'gristmill mock',
  'Check a deployment': 'gristmill conform http://127.0.0.1:4010/v1',
  'Check a webhook receiver': 'gristmill receiver http://127.0.0.1:3000/webhooks --secret whsec_…',
  'Certify a client': 'gristmill certify -- node client.js',
  'Explore a deployment': 'gristmill explore http://127.0.0.1:4010/v1',
  'Verify contracts': 'gristmill contracts verify ./pacts',
} as const;

/** Only the command that is called is loaded: loading them all takes a second. */
const COMMANDS: Readonly<Record<string, Row>> = {
  mock: ['Run the mock', 'Run the marketplace API on this machine', async () => import('./mock/mock.ts')],
  token: ['Run the mock', 'Print an access token of a running mock', async () => import('./token.ts')],
  logs: ['Control a running mock', 'Print requests, events, and deliveries', async () => import('./control/logs.ts')],
  clock: ['Control a running mock', 'Show, move, freeze, or resume the clock', async () => import('./control/clock.ts')],
  pay: ['Control a running mock', 'Pay the invoices of a trade', async () => import('./control/pay.ts')],
  offer: ['Control a running mock', 'Make an offer on a cash bid', async () => import('./control/offer.ts')],
  fault: ['Control a running mock', 'Add, list, or clear faults', async () => import('./control/fault.ts')],
  webhooks: [
    'Control a running mock',
    'List subscriptions and deliveries, or replay a delivery',
    async () => import('./control/webhooks.ts'),
  ],
  world: ['Control a running mock', 'Create, list, reset, or delete worlds', async () => import('./control/world.ts')],
  coach: [
    'Control a running mock',
    'Print client mistakes that cause failures in production',
    async () => import('./control/coach.ts'),
  ],
  tenant: [
    'Control a running mock',
    'Invite, list, or delete tenants of a shared mock',
    async () => import('./control/tenant.ts'),
  ],
  wait: ['Control a running mock', 'Wait for a request, an event, or a delivery', async () => import('./control/wait.ts')],
  conform: ['Check a deployment', 'Check a deployment, clause by clause', async () => import('./conform.ts')],
  doctor: ['Check a deployment', 'Check the setup before a run', async () => import('./doctor.ts')],
  init: ['Check a deployment', 'Write a configuration file to fill in', async () => import('./init.ts')],
  cleanup: [
    'Check a deployment',
    'Delete what an interrupted run, or one with --no-cleanup, left behind',
    async () => import('./cleanup.ts'),
  ],
  repro: ['Check a deployment', 'Reproduce a finding of a JSON report', async () => import('./repro.ts')],
  compare: ['Check a deployment', 'Compare two JSON reports', async () => import('./compare.ts')],
  history: ['Check a deployment', 'Show the history of several JSON reports as HTML', async () => import('./history.ts')],
  merge: ['Check a deployment', 'Merge the JSON reports of the shards of a run', async () => import('./merge.ts')],
  explain: ['Check a deployment', 'Explain clauses, or list the clauses of an area', async () => import('./explain.ts')],
  receiver: ['Check a webhook receiver', 'Test a receiver with valid and forged deliveries', async () => import('./receiver.ts')],
  trigger: ['Check a webhook receiver', 'Send one signed event to a receiver', async () => import('./trigger/trigger.ts')],
  listen: ['Check a webhook receiver', 'Receive webhooks, verify them, and print them', async () => import('./listen/listen.ts')],
  certify: ['Certify a client', 'Test a client of the API, and sign the result', async () => import('./certify/certify.ts')],
  explore: ['Explore a deployment', 'Play random scenarios to find bugs', async () => import('./explore/explore.ts')],
  contracts: ['Verify contracts', 'Verify pacts, or check responses with Prism', async () => import('./contracts/contracts.ts')],
  completion: ['Set up your shell', 'Print a script that completes commands and flags', async () => import('./completion.ts')],
};

/**
 * Runs one command.
 * @param args what follows `gristmill`
 * @returns the exit code; a mock that has started keeps running
 */
export async function run(args: readonly string[]): Promise<number> {
  try {
    const named = args.find((arg) => !arg.startsWith('-') && arg !== 'help');
    const program = await buildProgram(named === undefined ? [] : [named]);
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof ExitCode) return error.code;
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    if (error instanceof UsageError) {
      printError(error.message);
      return EXIT_USAGE;
    }
    // Loaded only here, because what explains errors takes longer to load than a command takes to start.
    const { explainError } = await import('./runs.ts');
    for (const line of explainError(error)) process.stderr.write(`gristmill: ${line}\n`);
    // An exit code of 1 would say that the target failed.
    return EXIT_SETUP;
  }
}

/** @param names the commands to load; the others have a name and a summary only */
export async function buildProgram(names: readonly string[] = Object.keys(COMMANDS)): Promise<Command> {
  const program = new Command('gristmill')
    .usage('<command> [options]')
    .description('Run the Grain Marketplace Enterprise API as a mock, and test deployments, receivers, and clients.')
    .version(readVersion())
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      // Without the command `help`, which Commander adds: --help does the same.
      visibleCommands: (command) => [...command.commands],
    })
    .configureOutput({
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      outputError: (text) => {
        printError(addAdvice(text.trim().replace(/^error: /, '')));
      },
    });
  for (const [name, [group, summary, load]] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(`${summary}.`).summary(summary).helpGroup(`${group}:`);
    if (names.includes(name)) (await load()).configure(command);
  }
  refuseRepeats(program);
  const width = Math.max(...Object.keys(EXAMPLES).map(({ length }) => length));
  const examples = Object.entries(EXAMPLES).map(([job, example]) => `  ${job.padEnd(width)}  ${example}`);
  return program.addHelpText('after', `\nExamples:\n${examples.join('\n')}\n\ngristmill <command> --help shows its options.`);
}

const HELP_WIDTH = 100;

/** Commander would silently drop the first of two values. Options that can be repeated collect their values with a parser. */
function refuseRepeats(command: Command): void {
  const given = new Set<Option>();
  for (const option of command.options) {
    if (option.parseArg !== undefined || !option.required) continue;
    command.on(`option:${option.name()}`, () => {
      if (given.has(option)) throw new UsageError(`--${option.name()}`, 'is given twice and takes one value; remove one');
      given.add(option);
    });
  }
  for (const below of command.commands) refuseRepeats(below);
}

/** What Commander prints for a value that is not among the choices of an argument or an option. */
const BAD_CHOICE =
  /^(?:command-argument value '(?<value>.*)' is invalid for argument '(?<argument>.*)'|option '(?:-\w, )?(?<option>--[\w-]+).*' argument '(?<given>.*)' is invalid)\. Allowed choices are (?<choices>.*)\.$/;

/** Adds what to do next to the errors of Commander that do not say so. */
function addAdvice(message: string): string {
  const bad = BAD_CHOICE.exec(message)?.groups;
  if (bad !== undefined) {
    // Not at the top of the file: a formatter loads data that a start does not need.
    const choices = new Intl.ListFormat('en', { type: 'disjunction' }).format((bad['choices'] ?? '').split(', '));
    return `${bad['option'] ?? `<${bad['argument'] ?? ''}>`}: '${bad['given'] ?? bad['value'] ?? ''}' is invalid; use ${choices}`;
  }
  const url_option = /^unknown option '--(?:target|url|base-url)'$/.test(message);
  if (url_option) return `${message}; give the URL of the deployment without an option, as in gristmill conform URL`;
  const is_bare = /^(?:unknown option|missing required argument) '[^']*'$/.test(message);
  if (/^unknown command '[^']*'$/.test(message)) return `${message}; --help lists the commands`;
  return is_bare ? `${message}; to see how to use it, add --help` : message;
}

function printError(message: string): void {
  process.stderr.write(`gristmill: ${joinLines(message)}\n`);
}
