/** The command was called in a way that cannot work: one line that says what to do, and exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  /** @param flag as it is written: `--port` */
  constructor(flag: string, message: string) {
    super(`${flag}: ${message}`);
  }
}
