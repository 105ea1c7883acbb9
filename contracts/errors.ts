/** The command was given what cannot work; nothing has been sent to the target. Exit code 2. */
export class PactSourceError extends Error {
  override readonly name = 'PactSourceError';
}

/** Something around the target or this machine does not work: a package that is not installed, an address that does not answer. Exit code 3. */
export class ContractsSetupError extends Error {
  override readonly name = 'ContractsSetupError';
}
