/** Invalid input. Nothing was sent to the target. Exit code 2. */
export class PactSourceError extends Error {
  override readonly name = 'PactSourceError';
}

/** The set-up does not work, for example a missing package or an unreachable address. Exit code 3. */
export class ContractsSetupError extends Error {
  override readonly name = 'ContractsSetupError';
}
