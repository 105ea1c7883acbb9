/** Warns about an error that nobody waits for. */
export function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), 'WorldWarning');
}
