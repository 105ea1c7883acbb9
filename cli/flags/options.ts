/** Declaring the options of commands. Options that several commands share are rows of one table, so that they read the same everywhere. */
import { type Command, Option } from 'commander';

/** Collects the values of an option that can be given several times. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** Collects names that are given separately or as a list with commas. */
export function collectNames(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, ...value.split(',').map((name) => name.trim())];
}

/** The flags, their help text, and a default value or how values are collected. */
type Row = readonly [flags: string, text: string, more?: string | typeof collect];

const SHARED = {
  admin_token: ['--admin-token <token>', 'token that the control plane of the mock requires'],
  allow_writes: ['--allow-writes <host>', 'allow writes to this host even if it is not a proven sandbox'],
  clause: ['--clause <ids>', 'the same as --only, for clauses alone, such as BID-4,PRIV-1', collect],
  config: ['--config <file>', 'configuration file (default: gristmill.config.* in this folder)'],
  host: ['--host <address>', 'address to listen on', '127.0.0.1'],
  ledger: ['--ledger <file>', 'where to record objects before creating them (default: in .gristmill)'],
  no_cleanup: ['--no-cleanup', 'leave the created objects on the target'],
  no_doctor: ['--no-doctor', 'skip the setup check'],
  no_ledger: ['--no-ledger', 'do not record created objects'],
  max_minutes: ['--max-minutes <number>', 'stop after this time (default: 60, or 180 with --patience full)'],
  only: ['--only <patterns>', 'run only these checks, clauses, or areas, such as BID-4,PRIV,"EVT-1*"', collect],
  quiet: ['--quiet', 'print nothing'],
  read_only: ['--read-only', 'change nothing on the target'],
  report: ['--report <format=path>', 'write json, junit, html, markdown, badge, or text; repeatable', collect],
  require: ['--require <ids>', 'exit with 3 unless these clauses or areas, or all, are verified', collect],
  rps: ['--rps <number>', 'requests per second (default: 5; no limit on this machine)'],
  secret: ['--secret <whsec_…>', 'signing secret of the subscription'],
  secret_env: ['--secret-env <name>', 'variable with the secret (default: GRISTMILL_WEBHOOK_SECRET)'],
  skip: ['--skip <patterns>', 'skip these checks, clauses, or areas', collect],
  strict: ['--strict', 'count warnings as failures'],
  timeout: ['--timeout <seconds>', 'how long to wait for a response (default: 15)'],
  verbose: ['--verbose', 'also print what the target does where the document leaves a choice'],
  without: ['--without <actors>', 'run as if these actors were not configured, such as buyer,rival', collect],
} as const satisfies Readonly<Record<string, Row>>;

/** Adds options: names of shared ones, rows, and prepared ones. */
export function addOptions(command: Command, options: readonly (keyof typeof SHARED | Row | Option)[]): Command {
  for (const option of options) {
    if (option instanceof Option) command.addOption(option);
    else {
      const [flags, text, more]: Row = typeof option === 'string' ? SHARED[option] : option;
      if (typeof more === 'function') command.option(flags, text, more);
      else command.option(flags, text, more);
    }
  }
  return command;
}

/** Options of commands that must write: what the target is, and what is allowed there. */
export const WRITING_OPTIONS = ['config', 'allow_writes', 'rps', 'timeout'] as const;

/** The same for commands that can also only read. */
export const TARGET_OPTIONS = [...WRITING_OPTIONS, 'read_only'] as const;

/** Adds the argument `[target]`. */
export function addTarget(
  command: Command,
  otherwise = 'or set GRISTMILL_TARGET, or target.base_url in the configuration',
): Command {
  return command.argument('[target]', `base URL, such as http://127.0.0.1:4010/v1; ${otherwise}`);
}

/** Adds the end of the help: examples, and what the exit codes mean. */
export function addExamples(command: Command, examples: readonly string[], exit_codes = '0 success, 2 wrong usage'): Command {
  const lines = examples.map((example) => `  ${example}`);
  return command.addHelpText('after', `\nExit codes: ${exit_codes}\n\nExamples:\n${lines.join('\n')}`);
}
