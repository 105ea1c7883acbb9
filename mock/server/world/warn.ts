/** Warns about an error in work that no caller waits for. */
export function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error), 'WorldWarning');
}
