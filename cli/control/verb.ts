/** What the commands that control a running mock have in common: finding it, printing the result, and exit codes. */
import type { ConnectedMock } from '#mock';
import { connectMock } from '#mock/driver/connect';
import { ControlError, MockNotFoundError } from '#mock/driver/control-client';
import type { FieldError } from '#spec';
import { type Command, Option } from 'commander';
import { ExitCode, UsageError } from '../errors.ts';
import { addExamples, addOptions } from '../flags/options.ts';

const EXIT_REJECTED = 1;
const TIMED_OUT = 408;

/** Flags that every verb has. */
export interface MockFlags {
  mock?: string;
  adminToken?: string;
  json?: true;
}

/** A command that controls a running mock, such as `gristmill clock advance 7d`. */
interface Verb<Flags extends object = object> {
  summary: string;
  options?: Parameters<typeof addOptions>[1];
  /** Help text between the options and the examples. */
  after?: string;
  examples: readonly [string, string, ...string[]];
  /** The flags by the field of the API that they set. Errors of the mock then name the flag, even for an item such as `violations[0]`. */
  flag_of?: Readonly<Record<string, string>>;
  /** Default: those that all verbs share. */
  exit_codes?: string;
  /** @returns the value that `--json` prints, and the lines that a person reads */
  // A method, because TypeScript accepts a method with narrower parameters: a verb declares its own flags in `options`.
  run(this: void, mock: ConnectedMock, args: readonly string[], flags: Flags & MockFlags): Promise<Outcome>;
}

export interface Outcome {
  value: unknown;
  lines: readonly string[];
}

/** Types `run` by the flags of its verb. */
export function verb<Flags extends object>(declared: Verb<Flags>): Verb {
  return declared;
}

/** The verbs of a command by name and arguments: `advance <duration>`. */
export type Verbs = Readonly<Record<string, Verb>>;

export function addVerbs(command: Command, verbs: Verbs): void {
  for (const [usage, each] of Object.entries(verbs)) configureVerb(command.command(usage), each);
  addExamples(
    command,
    Object.values(verbs)
      .flatMap(({ examples }) => examples.slice(0, 1))
      .slice(0, 3),
    EXIT_CODES,
  );
}

export const EXIT_CODES = '0 success, 1 rejected by the mock, 2 wrong usage, no mock, or a wrong admin token';

export function configureVerb(
  command: Command,
  { summary, options = [], after, examples, flag_of, exit_codes = EXIT_CODES, run }: Verb,
): void {
  command.description(`${summary}.`).summary(summary);
  addOptions(command, [...options, ...mockOptions(), ['--json', 'print the response of the mock as JSON']]);
  if (after !== undefined) command.addHelpText('after', after);
  addExamples(command, examples, exit_codes);
  // Commander passes the arguments, the flags, and the command.
  command.action(async (...given: unknown[]) => {
    const flags = command.opts<MockFlags>();
    // Arguments are strings, or a list of strings for the last one.
    const args = (given.slice(0, -2) as (string | string[] | undefined)[]).flat().filter((arg) => arg !== undefined);
    printOutcome(await withMock(flags, (mock) => run(mock, args, flags), flag_of), flags);
  });
}

export function printOutcome({ value, lines }: Outcome, { json }: MockFlags): void {
  process.stdout.write(json === true ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}

export function mockOptions(): readonly Option[] {
  return [
    new Option('--mock <url>', 'the mock, or a world (default: $GRISTMILL_MOCK, or http://127.0.0.1:4010)'),
    new Option('--admin-token <token>', 'admin token of the mock').env('GRISTMILL_ADMIN_TOKEN'),
  ];
}

/** @throws UsageError if the address or the token is wrong; ExitCode if the mock rejects the operation, which is printed */
export async function withMock<Result>(
  { mock, adminToken }: MockFlags,
  action: (mock: ConnectedMock) => Promise<Result>,
  flag_of?: Verb['flag_of'],
): Promise<Result> {
  return explainRejections(mock, async () => action(await connectMock(mock, { adminToken })), flag_of);
}

/** @param mock the value of `--mock` @throws UsageError or ExitCode, like `withMock` */
export async function explainRejections<Result>(
  mock: string | undefined,
  action: () => Promise<Result>,
  flag_of: Verb['flag_of'] = {},
): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof MockNotFoundError || error instanceof TypeError) {
      const is_from_environment = mock === undefined && process.env['GRISTMILL_MOCK'] !== undefined;
      throw new UsageError(is_from_environment ? 'GRISTMILL_MOCK' : '--mock', error.message);
    }
    if (!(error instanceof ControlError)) throw error;
    if (error.status === 401)
      throw new UsageError('--admin-token', 'is missing or wrong; set GRISTMILL_ADMIN_TOKEN to the admin token of the mock');
    if (error.status === 403) throw new UsageError('--admin-token', describe(error, flag_of));
    if (error.code === 'validation_failed' && error.errors.length > 0) throw refuseValues(error, flag_of);
    process.stderr.write(`gristmill: ${describe(error, flag_of)}\n`);
    throw new ExitCode(EXIT_REJECTED);
  }
}

/** The mock validates most values, so that the API and the commands accept the same. */
function refuseValues({ errors }: ControlError, flag_of: NonNullable<Verb['flag_of']>): UsageError {
  const [first, ...others] = errors.map((error) => nameField(error, flag_of));
  return new UsageError(
    first?.flag ?? '',
    [first?.message ?? '', ...others.map(({ flag, message }) => `${flag}: ${message}`)].join('; '),
  );
}

function nameField({ field, message }: FieldError, flag_of: NonNullable<Verb['flag_of']>): { flag: string; message: string } {
  return { flag: flag_of[field.replace(/\[\d+\]$/, '')] ?? field, message };
}

function describe({ message, errors, status, code }: ControlError, flag_of: NonNullable<Verb['flag_of']>): string {
  const [first] = errors;
  const text = message.slice(message.indexOf(`${status} ${code}: `) + `${status} ${code}: `.length);
  if (first === undefined) return text;
  const details = errors.map((error) => Object.values(nameField(error, flag_of)).join(': '));
  // The errors of a wait that timed out are near misses.
  const summary = text.slice(0, text.indexOf(`; ${first.field} `));
  return status === TIMED_OUT ? [summary, ...details.map((detail) => `  ${detail}`)].join('\n') : details.join('; ');
}
