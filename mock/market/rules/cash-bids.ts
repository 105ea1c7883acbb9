/** The rules of cash bids: who can create one, and what is valid in a body or a change (CB-2, CB-3, CB-8). */
import { findCommodity, findGrade } from '#spec/reference/index';
import type { FieldError, StoreCashBid, UpdateCashBid } from '#spec';
import type { Row } from '../records/tables.ts';
import { flag } from '../records/tables.ts';
import type { Refusal } from './refusal.ts';
import { findCommodityProblems } from './grades.ts';
import { listFieldErrors, refuse, refuseFields } from './refusal.ts';
import type { DeepPartial } from './deep-partial.ts';

type CashBid = Row<'cash_bids'>;

/** The terms of a cash bid, with every default filled in. */
type CashBidTerms = Omit<CashBid, 'id' | 'reference' | 'team_id' | 'livemode' | 'created_at'>;

/** The terms that can change (CB-8). */
export type CashBidChange = Partial<
  Pick<CashBid, 'price_amount' | 'price_unit' | 'quantity_mt' | 'delivery_from' | 'delivery_to' | 'is_active'>
>;

/** AUTH-21: only elevators have cash bids. */
export function requireElevator(team: Pick<Row<'teams'>, 'type'> | undefined): Refusal | undefined {
  if (team?.type === 'elevator') return undefined;
  return refuse('insufficient_scope', {
    message: 'Only elevators have cash bids; this team is not an elevator.',
    clause: 'AUTH-21',
  });
}

/**
 * Validates the body of a new cash bid, beyond its shape.
 * @param own_location_ids the delivery locations of the team, the only ones that it can use (DLOC-3)
 * @returns the terms, with commodity and grade spelled as in the reference tables, or 422 with every invalid field
 */
export function checkCashBid(body: StoreCashBid, own_location_ids: ReadonlySet<number>): CashBidTerms | Refusal {
  const commodity = findCommodity(body.commodity)?.slug;
  const named = body.grade ?? null;
  const grade = named === null || commodity === undefined ? null : findGrade(commodity, named);
  const errors = findCashBidErrors(body, own_location_ids);
  if (commodity === undefined || grade === undefined || errors.length > 0) return refuseFields(...errors);

  return {
    commodity,
    grade,
    crop_year: body.crop_year ?? null,
    // BID-60: the unit is kept as sent.
    price_amount: body.price.amount,
    price_unit: body.price.unit,
    quantity_mt: body.quantity_mt,
    delivery_from: body.delivery.from,
    delivery_to: body.delivery.to,
    delivery_location_id: body.delivery_location_id,
    is_active: flag(body.is_active ?? true), // CB-8
  };
}

/**
 * CB-8, DLOC-3, ERR-5: the errors of all fields that refer to an unknown record, or to another team's location.
 * @param body the body, or the valid part of an invalid one
 */
export function findCashBidErrors(body: DeepPartial<StoreCashBid>, own_location_ids: ReadonlySet<number>): FieldError[] {
  const location_id = body.delivery_location_id;
  return listFieldErrors({
    ...findCommodityProblems(body),
    delivery_location_id:
      location_id === undefined || own_location_ids.has(location_id) ? undefined : 'is not one of your delivery locations',
  });
}

/** CB-3, CB-12: the columns that a body changes. Every valid change is allowed in any state. */
export function changesOf({ price, quantity_mt, delivery, is_active }: UpdateCashBid = {}): CashBidChange {
  return {
    ...(price === undefined ? {} : { price_amount: price.amount, price_unit: price.unit }),
    ...(quantity_mt === undefined ? {} : { quantity_mt }),
    ...(delivery === undefined ? {} : { delivery_from: delivery.from, delivery_to: delivery.to }),
    ...(is_active === undefined ? {} : { is_active: flag(is_active) }),
  };
}
