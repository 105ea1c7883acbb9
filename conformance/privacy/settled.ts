/** Whether a bid, a trade or an offer says of itself that its parties may know each other. */
export function isSettled(record: Readonly<Record<string, unknown>>): boolean {
  const { status } = record;
  // Of an accepted bid it cannot be told from the bid alone; the checks of PRIV-4 know which trade is paid.
  return typeof status === 'string' && ['completed', 'accepted', 'countered', 'settled'].includes(status.toLowerCase());
}
