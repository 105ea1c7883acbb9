/** Which invoices this run has had paid: what a trade says of itself is judged by that, and not the other way round. */
import type { Run } from '../session/run.ts';

/** The cause of what is blocked by that (TRD-6). */
export const NOT_COMPLETED = 'a trade of which both invoices are paid is not Completed';

function paidIn(run: Run): Set<string> {
  return run.remember('invoices paid', () => new Set<string>());
}

/** Told before it is paid: what the trade says from then on may be of either time. */
export function recordPayment(run: Run, trade_id: string, invoice: 'buyer' | 'seller'): void {
  paidIn(run).add(`${trade_id} ${invoice}`);
}

/** Whether this run has had both invoices of a trade paid, whatever the trade says. */
export function isPaidInFull(run: Run, trade_id: string): boolean {
  const paid = paidIn(run);
  return paid.has(`${trade_id} buyer`) && paid.has(`${trade_id} seller`);
}
