/** The command was called in a way that cannot work. Prints one line that says what to do, and exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param flag as it is written: `--port` */
  constructor(flag: string, message: string) {
    super(`${flag}: ${message}`);
  }
}

/** Ends a command with an exit code. The command has already printed everything. */
export class ExitCode extends Error {
  override readonly name = 'ExitCode';
  readonly code: number;

  constructor(code: number) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
