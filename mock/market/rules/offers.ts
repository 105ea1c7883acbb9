/** The rules of offers on cash bids. Only the elevator decides on an offer, even if the cash bid is no longer active. */
import type { OfferAction, OfferState } from '#spec';
import { OFFER_MACHINE, findTransition } from '#spec';
import type { Row } from '../records/tables.ts';
import type { EventDraft } from './events.ts';
import type { Refusal } from './refusal.ts';
import { listFieldErrors, refuse, refuseFields } from './refusal.ts';
import { UNPAID } from './trades.ts';

type Offer = Row<'offers'>;

/** CB-5, CB-6, CB-14: only a pending offer changes, and only as the state machine allows. */
export function moveOffer(offer: Pick<Offer, 'status'>, action: OfferAction): OfferState | Refusal {
  const row = findTransition(OFFER_MACHINE, offer.status, action);
  return row === undefined ? refuse('conflict', { message: `The offer is ${offer.status}, no longer pending.` }) : row.to;
}

/** TRD-13: the trade of an accepted offer. Price and quantity come from the offer, the rest from the cash bid. It has no lot (TRD-10). */
export function tradeOf(
  offer: Offer,
  cashBid: Row<'cash_bids'>,
  names: Pick<Row<'trades'>, 'id' | 'reference'>,
  now: string,
): Row<'trades'> {
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
    ...UNPAID,
    created_at: now,
  };
}

/** The terms of an offer. `seller` says whether the offering user is unknown, belongs to the team of the cash bid, or neither. */
interface OfferRequest {
  price?: number | undefined;
  quantity_mt?: number | undefined;
  seller: 'unknown' | 'own' | 'other';
}

const SELLER_PROBLEMS: Readonly<Record<OfferRequest['seller'], string | undefined>> = {
  unknown: 'is not a user of this world',
  own: 'is a member of the team that owns the cash bid',
  other: undefined,
};

/** Validates an offer, with defaults from the cash bid. The document has no endpoint that creates offers (CB-9). */
export function checkOffer(
  cashBid: Row<'cash_bids'>,
  { price, quantity_mt, seller }: OfferRequest,
): Pick<Offer, 'price_amount' | 'price_unit' | 'quantity_mt'> | Refusal {
  if (cashBid.is_active === 0) return refuse('conflict', { message: 'The cash bid is not active, so it accepts no offers.' });
  const is_too_much = quantity_mt !== undefined && quantity_mt > cashBid.quantity_mt;
  const errors = listFieldErrors({
    seller_user_id: SELLER_PROBLEMS[seller],
    quantity_mt: is_too_much ? `must be at most what the cash bid asks for, ${cashBid.quantity_mt}` : undefined,
  });
  if (errors.length > 0) return refuseFields(...errors);

  return {
    price_amount: price ?? cashBid.price_amount,
    price_unit: cashBid.price_unit,
    quantity_mt: quantity_mt ?? cashBid.quantity_mt,
  };
}

/** CB-9, EVT-5, EVT-9: an event for the team that owns the cash bid. */
export function draftOfferEvent(offer: Pick<Offer, 'id' | 'livemode'>, cashBid: Pick<Row<'cash_bids'>, 'team_id'>): EventDraft {
  return { type: 'cashbid.offer_received', livemode: offer.livemode, subject_id: offer.id, team_ids: [cashBid.team_id] };
}
