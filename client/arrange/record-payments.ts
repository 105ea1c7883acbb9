/** Records the invoices that this run has paid, so that checks don't rely on the status that a trade reports. */
import type { Run } from '../session/run.ts';

/** A cause of Blocked (TRD-6). */
export const NOT_COMPLETED = 'a trade with both invoices paid is not Completed';

/** How long to wait for a trade to settle, in ms. Longer than the 3 s of TRD-6/settles, so that whenever a slow trade blocks a check, TRD-6 reports it. */
export const SETTLED_WITHIN_MS = 5_000;

function paidIn(run: Run): Set<string> {
  return run.remember('invoices paid', () => new Set<string>());
}

/** Records an invoice. Call this before paying: concurrent reads can show either state. */
export function recordPayment(run: Run, trade_id: string, invoice: 'buyer' | 'seller'): void {
  paidIn(run).add(`${trade_id} ${invoice}`);
}

/** Whether this run has paid both invoices of a trade. */
export function isPaidInFull(run: Run, trade_id: string): boolean {
  const paid = paidIn(run);
  return paid.has(`${trade_id} buyer`) && paid.has(`${trade_id} seller`);
}
