/** The decisions about offers on cash bids. An offer is decided on by the elevator alone, whether its cash bid is still active or not. */
import type { OfferAction, OfferState } from '#spec';
import { OFFER_MACHINE, findTransition } from '#spec';
import type { Row } from '../store/tables.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';

type Offer = Row<'offers'>;

/** CB-5, CB-6, CB-14: only a pending offer moves, and only along the table. */
export function moveOffer(offer: Pick<Offer, 'status'>, action: OfferAction): OfferState | Refusal {
  const row = findTransition(OFFER_MACHINE, offer.status, action);
  return row === undefined ? refuse('conflict', { message: `The offer is ${offer.status}, no longer pending.` }) : row.to;
}

/** TRD-13: the trade of an accepted offer. Price and quantity are the offer's, the rest the cash bid's; no lot stands behind it (TRD-10). */
export function tradeOf(offer: Offer, cashBid: Row<'cash_bids'>, names: Pick<Row<'trades'>, 'id' | 'reference'>, now: string): Row<'trades'> {
  return {
    ...names,
    livemode: offer.livemode,
    bid_id: null,
    offer_id: offer.id,
    lot_id: null,
    buyer_team_id: cashBid.team_id,
    seller_user_id: offer.seller_user_id,
    commodity: cashBid.commodity,
    quantity_mt: offer.quantity_mt,
    price_amount: offer.price_amount,
    price_unit: offer.price_unit,
    delivery_from: cashBid.delivery_from,
    delivery_to: cashBid.delivery_to,
    status: 'Pending', // TRD-12
    // BID-48: both invoices are there, unpaid.
    buyer_invoice_paid_at: null,
    seller_invoice_paid_at: null,
    created_at: now,
    settled_at: null,
  };
}
