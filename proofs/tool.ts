/** What the command lines of the proofs share. */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/**
 * Runs a command line and sets the exit code: that of `run`, or 2 after an error, such as a wrong flag.
 * @param name of the npm script
 * @param usage what --help prints
 * @param config the options
 */
export async function runTool<const Config extends ParseArgsConfig>(
  name: string,
  usage: string,
  config: Config,
  run: (call: ReturnType<typeof parseArgs<Config>>) => number | Promise<number>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = await run(parseArgs<Config>({ ...config, args }));
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}; see --help`);
    process.exitCode = 2;
  }
}

/** Reads the value of a flag. @throws Error if it is not a whole number from 1 to `max` */
export function readNumber(flag: string, text: string, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new Error(`--${flag}: '${text}' is not a whole number from 1 to ${max}`);
  return value;
}

/** Whether an argument selects a violation, variant, or receiver: by its name, its clause, or its area. */
export function matches(argument: string, name: string): boolean {
  return name === argument || name.startsWith(`${argument}/`) || (/^[A-Z]+$/.test(argument) && name.startsWith(`${argument}-`));
}
