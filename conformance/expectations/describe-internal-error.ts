/** Describes an error in Gristmill itself, so that the target is not blamed for it. */
export function describeInternalError(thrown: unknown): string {
  return `an error in Gristmill, not in the target: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`;
}
