import type { Command } from 'commander';
import { ContractsSetupError, STATES } from '#contracts';
import { ExitCode } from '../errors.ts';
import { addExamples, addOptions, addTarget, collect } from '../flags/options.ts';
import { type PrismFlags, runPrism } from './prism.ts';
import { type VerifyFlags, runVerify } from './verify.ts';

export function configure(command: Command): void {
  configureVerify(command.command('verify'));
  configurePrism(command.command('prism'));
  const states = command
    .command('states')
    .description('List the provider states that pacts can use.')
    .summary('List the provider states that pacts can use')
    .action(listStates);
  addOptions(states, [['--json', 'print JSON, with the meaning of parameters and values']]);
  addExamples(states, ['gristmill contracts states', 'gristmill contracts states --json']);
  addExamples(
    command,
    ['gristmill contracts verify ./pacts', 'gristmill contracts prism http://127.0.0.1:4010/v1'],
    '0 success, 1 failures, 2 wrong usage, 3 setup problem',
  );
}

function configureVerify(command: Command): void {
  command
    .description('Verify pacts against a mock or a deployment. Needs the package @pact-foundation/pact.')
    .summary('Verify pacts against a mock or a deployment')
    .argument('<pacts...>', 'files, folders, or URLs of pacts, or the URL of a Pact broker')
    .action(async (pacts: readonly string[], flags: VerifyFlags) => {
      await exitWith(runVerify(pacts, flags));
    });
  addOptions(command, [
    ['--target <url>', 'base URL of the deployment (default: a new mock)'],
    'config',
    'without',
    ['--token-env <actor=variable>', 'environment variable with the token of an actor; repeatable', collect],
    ['--state-hook <url>', 'URL that creates states; receives { state, params, action }'],
    ['--actor <name>', 'actor whose token replaces one that is written in a pact'],
    'allow_writes',
    ['--timeout <seconds>', 'how long to wait while a state is set up (default: 15)'],
    ['--consumer <name>', 'verify only the pacts of this consumer; repeatable', collect],
    ['--provider <name>', 'name of the provider at the broker; required with a broker'],
    ['--latest', 'verify the newest pacts, not those of main branches and deployments'],
    ['--provider-version <version>', 'provider version to publish results for; needs --publish'],
    ['--branch <name>', 'branch of the provider, for pending pacts and for results'],
    ['--publish', 'publish the results to the broker; needs --provider-version'],
    ['--json', 'print the results as JSON'],
  ]);
  addExamples(
    command,
    [
      'gristmill contracts verify ./pacts',
      'gristmill contracts verify pacts/ --target https://stg.example/v1 --allow-writes stg.example',
      'gristmill contracts verify https://broker.example.com --provider grain-marketplace --latest',
    ],
    '0 all verified or pending, 1 a pact failed, 2 wrong usage, 3 setup problem',
  );
}

function configurePrism(command: Command): void {
  command
    .description(
      'Check every response of a run against the OpenAPI document, with Prism. Needs the package @stoplight/prism-cli.',
    )
    .summary('Check every response of a run against the OpenAPI document');
  addTarget(command, 'default: a new mock').action(async (target: string | undefined, flags: PrismFlags) => {
    await exitWith(runPrism({ ...flags, target }));
  });
  addOptions(command, ['only', 'config', 'without', 'allow_writes']);
  addExamples(
    command,
    ['gristmill contracts prism', 'gristmill contracts prism http://127.0.0.1:4010/v1 --only INV'],
    '0 no failures, 1 failures, 2 wrong usage, 3 setup problem',
  );
}

const EXIT_SETUP = 3;

/** Ends the command with the exit code of a run. A setup problem prints one line and exits with 3. */
async function exitWith(run: Promise<number>): Promise<never> {
  throw new ExitCode(
    await run.catch((error: unknown) => {
      if (!(error instanceof ContractsSetupError)) throw error;
      process.stderr.write(`gristmill: ${error.message}\n`);
      return EXIT_SETUP;
    }),
  );
}

/** Prints every provider state: its name, what it sets up, and its parameters and values. */
function listStates({ json }: { json?: boolean }): void {
  if (json === true) {
    const states = STATES.map(({ name, description, params = {}, values }) => ({ name, description, params, values }));
    process.stdout.write(`${JSON.stringify(states, null, 2)}\n`);
    return;
  }
  const paragraphs = STATES.map(({ name, description, params = {}, values }) =>
    [name, `  ${description}`, ...listNames('params', params), ...listNames('values', values)].join('\n'),
  );
  process.stdout.write(`${paragraphs.join('\n')}\n`);
}

function listNames(label: string, names: Readonly<Record<string, string>>): readonly string[] {
  const listed = Object.keys(names).join(', ');
  return listed === '' ? [] : [`  ${label}  ${listed}`];
}
