/** What the command lines of the proofs share. */

/** Runs a command line and sets the exit code: that of `run`, or 2 after an error, such as a wrong flag. @param name of the npm script */
export async function runTool(name: string, run: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
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
