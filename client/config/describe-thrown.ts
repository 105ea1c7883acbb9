/** The message of an error, or any other thrown value as a string. */
export function describeThrown(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
