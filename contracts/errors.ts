/** Invalid input. Nothing was sent to the target. Exit code 2. */
export class PactSourceError extends Error {
  override readonly name = 'PactSourceError';
  readonly source: string;
  readonly reason: string;

  /** @param source the file, folder, address, or flag that cannot be used */
  constructor(source: string, reason: string) {
    super(`${source}: ${reason}`);
    this.source = source;
    this.reason = reason;
  }
}

/** The setup does not work, for example a missing package or an unreachable address. Exit code 3. */
export class ContractsSetupError extends Error {
  override readonly name = 'ContractsSetupError';
}
