/** The message of an error, or what else was thrown as text. */
export function describeThrown(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
