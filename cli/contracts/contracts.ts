import type { Command } from 'commander';
import { collect } from '../flags/conform-settings.ts';
import { ExitCode } from '../exit-code.ts';
import type { PrismFlags, VerifyFlags } from './contracts-flags.ts';

/** `gristmill contracts` */
export function addContractsCommand(program: Command): void {
  const command = program
    .command('contracts')
    .description("Consumers' pacts, and Prism's opinion. They need packages of others, and say which.");
  addVerify(command);
  command
    .command('states')
    .description('List the provider states that a pact may begin with.')
    .option('--json', 'with their parameters and the values they answer')
    .action(async (flags: { json?: boolean }) => {
      const { listStates } = await import('./list-states.ts');
      listStates(flags);
    });
  command
    .command('prism')
    .description(
      'Run the gate through Prism, which holds every answer against the OpenAPI document: 0 clean, 1 violations, 3 set-up.',
    )
    .argument('[target]', 'the base URL; a mock of its own, unless given')
    .option('--only <patterns>', 'these checks, clauses or areas', collect)
    .option('--config <file>', 'the configuration of gristmill conform')
    .option('--without <actors>', 'as if these actors were not configured: buyer,rival', collect)
    .option('--allow-writes <host>', 'write to this very host')
    .action(async (target: string | undefined, flags: PrismFlags) => {
      const { runPrism } = await import('./run-contracts-prism.ts');
      throw new ExitCode(await runPrism({ ...flags, target }));
    });
}

function addVerify(command: Command): void {
  command
    .command('verify')
    .description('Verify pacts: exit code 0 all verified, 1 a pact failed, 2 wrong usage, 3 the set-up is at fault.')
    .argument('<pacts...>', 'files, folders, addresses of pacts, or of a broker')
    .option('--target <url>', 'the base URL of a deployment, or of a running mock; a mock of its own, unless given')
    .option('--config <file>', 'the configuration of gristmill conform: callers and hooks')
    .option('--without <actors>', 'as if these actors were not configured: buyer,rival', collect)
    .option('--token-env <ACTOR=VARIABLE>', 'the environment variable that holds the token of an actor; repeatable', collect)
    .option('--state-hook <url>', 'makes the provider states: gets a POST of { state, params, action }')
    .option('--actor <name>', 'who calls where a pact sends a token of its own')
    .option('--allow-writes <host>', 'write to this very host, although it is neither this machine nor proved a sandbox')
    .option('--timeout <seconds>', 'how long to wait for an answer while a state is made; 15 unless given')
    .option('--consumer <name>', 'the pacts of this consumer only; repeatable', collect)
    .option('--provider <name>', 'what a broker calls the provider')
    .option('--latest', 'of a broker: the newest pacts, instead of those of main branches and of what is deployed or released')
    .option('--provider-version <version>', 'what was verified, for the broker')
    .option('--branch <name>', 'of the provider, for the broker')
    .option('--publish', 'tell the broker the results; takes --provider-version')
    .option('--json', 'the results as JSON')
    .action(async (pacts: readonly string[], flags: VerifyFlags) => {
      const { runContracts } = await import('./run-contracts.ts');
      throw new ExitCode(await runContracts(pacts, flags));
    });
}
