/** What is said where this program fails, whatever the target did: a report is no better for blaming the target for it. */
export function tellOwnFault(thrown: unknown): string {
  return `a fault of Gristmill, not of the target: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`;
}
