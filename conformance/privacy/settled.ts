/** Whether a bid, trade, or offer has a state in which its parties are allowed to know each other. */
export function isSettled(record: Readonly<Record<string, unknown>>): boolean {
  const { status } = record;
  // An accepted bid alone does not show it. The checks of PRIV-4 know which trade is paid.
  return typeof status === 'string' && ['completed', 'accepted', 'countered', 'settled'].includes(status.toLowerCase());
}
