/** The rules of trades, as pure functions. */
import { TRADE_MACHINE, findTransition } from '#spec';
import type { Row } from '../records/tables.ts';
import type { EventDraft } from './events.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';

type Trade = Row<'trades'>;
export const INVOICES = ['buyer', 'seller'] as const;
type Invoice = (typeof INVOICES)[number];

/** TRD-12, BID-48: a new trade is Pending, with two unpaid invoices. */
export const UNPAID = { status: 'Pending', buyer_invoice_paid_at: null, seller_invoice_paid_at: null, settled_at: null } as const;

interface Payment {
  change: Partial<Pick<Trade, 'buyer_invoice_paid_at' | 'seller_invoice_paid_at' | 'status' | 'settled_at'>>;
  events: readonly EventDraft[];
}

/** TRD-6, EVT-8: the trade is settled when both of its invoices are paid. */
export function payInvoice(trade: Trade, invoice: Invoice, now: string): Payment | Refusal {
  const paid_at = { buyer: trade.buyer_invoice_paid_at, seller: trade.seller_invoice_paid_at };
  if (paid_at[invoice] !== null)
    return refuse('conflict', { message: `The ${invoice} invoice has been paid already, at ${paid_at[invoice]}.` });

  const paid = invoice === 'buyer' ? { buyer_invoice_paid_at: now } : { seller_invoice_paid_at: now };
  const other = invoice === 'buyer' ? 'seller' : 'buyer';
  const settled = paid_at[other] === null ? undefined : findTransition(TRADE_MACHINE, trade.status, 'settle');
  if (settled === undefined) return { change: paid, events: [] };
  return { change: { ...paid, status: settled.to, settled_at: now }, events: [draftTradeEvent('trade.settled', trade)] };
}

/** EVT-7, EVT-8: an event about a trade, for both sides. */
export function draftTradeEvent(
  type: 'trade.created' | 'trade.settled',
  trade: Pick<Trade, 'id' | 'livemode' | 'buyer_team_id' | 'seller_user_id'>,
): EventDraft {
  return {
    type,
    livemode: trade.livemode,
    subject_id: trade.id,
    team_ids: [trade.buyer_team_id],
    seller_user_id: trade.seller_user_id,
  };
}
