/** The rules of a seller's listings. */
import { findCity, findCommodity, findGrade } from '#spec/reference/index';
import type { FieldError, ListingAction, PlaceListing, UpdateListing } from '#spec';
import { LIMITS, LISTING_MACHINE, findTransition } from '#spec';
import type { Row } from '../records/tables.ts';
import { flag } from '../records/tables.ts';
import type { Refusal } from './refusal.ts';
import { findCommodityProblems } from './grades.ts';
import { listFieldErrors, refuse, refuseFields } from './refusal.ts';
import type { DeepPartial } from './deep-partial.ts';
import { findContactLeak } from './moderation.ts';

type Lot = Row<'lots'>;
type Farm = Row<'farms'>;

/** A lot before it has an id. INV-18: the same row is the seller's listing and the buyer's inventory. */
type NewLot = Omit<Lot, 'id' | 'reference'>;

/**
 * LST-2, LST-3, LST-4, LST-9, LST-19, LST-20: a new lot of one of the caller's farms.
 * @param farm the farm that `farm_id` names, if it is the caller's
 */
export function submitListing(body: PlaceListing, farm: Farm | undefined, now: string): NewLot | Refusal {
  const commodity = findCommodity(body.commodity);
  const grade = body.grade === undefined || body.grade === null ? null : findGrade(body.commodity, body.grade);
  const errors = findSubmissionErrors(body, farm);
  if (commodity === undefined || farm === undefined || grade === undefined || errors.length > 0) return refuseFields(...errors);
  const is_listed = body.list ?? true;
  // LST-17, LST-20: refused before anything is created. A draft needs no payment method.
  if (is_listed && farm.has_payment_method === 0) return refuseUnpaid(farm);

  const quality = body.quality ?? {};
  return {
    user_id: farm.user_id,
    farm_id: farm.id,
    livemode: farm.livemode,
    commodity: commodity.slug,
    variety: body.variety ?? null,
    grade,
    is_organic: flag(body.is_organic ?? false),
    crop_year: body.crop_year ?? null,
    quantity_mt: body.quantity_mt,
    ...priceOf(body.target_price),
    protein: quality.protein ?? null,
    moisture: quality.moisture ?? null,
    test_weight: quality.test_weight ?? null,
    dockage: quality.dockage ?? null,
    falling_number: quality.falling_number ?? null,
    // PRIV-2: the lot gets only the public part of the farm's location.
    province: farm.nearest_province,
    nearest_city: farm.nearest_city,
    city_id: findCity(farm.nearest_city, farm.nearest_province)?.id ?? null,
    status: is_listed ? 'listed' : 'unlisted',
    listed_at: now,
    expires_at: null,
    created_at: now,
  };
}

/**
 * LST-9, LST-10, LST-19, PRIV-10, ERR-5: the errors of all fields that refer to something that does not exist, or contain contact details.
 * @param body the body, or the valid part of an invalid one
 */
export function findSubmissionErrors(body: DeepPartial<PlaceListing>, farm: Farm | undefined): FieldError[] {
  const { commodity, grade } = findCommodityProblems(body);
  const leak = typeof body.variety === 'string' ? findContactLeak(body.variety) : undefined;
  return listFieldErrors({
    commodity,
    farm_id: body.farm_id !== undefined && farm === undefined ? 'is not one of your farms' : undefined,
    grade,
    variety: leak === undefined ? undefined : `must not contain ${leak}`,
  });
}

function priceOf(target: PlaceListing['target_price']): Pick<Lot, 'price_amount' | 'price_firm' | 'is_unpriced'> {
  if (target === undefined || target === null) return { price_amount: null, price_firm: null, is_unpriced: 1 };
  return { price_amount: target.amount, price_firm: flag(target.firm ?? false), is_unpriced: 0 };
}

/** LST-6, LST-7: changes the status as the state machine allows. */
export function moveListing(lot: Pick<Lot, 'status'>, action: ListingAction): Lot['status'] {
  const row = findTransition(LISTING_MACHINE, lot.status, action);
  if (row === undefined) throw new Error(`the listing machine has no row for ${lot.status} and ${action}`);
  return row.to;
}

/** LST-4 */
function refuseUnpaid({ id }: Farm): Refusal {
  const message = `Publishing needs a payment method on ${id}. In this mock, add one with PATCH /_gristmill/farms/${id} {"payment_method":true}.`;
  return refuse('payment_method_required', { message });
}

/** LST-4, LST-6, LST-24: the columns that a PATCH changes. */
export function updateListing(
  lot: Lot,
  farm: Farm,
  body: UpdateListing,
  now: string,
): Partial<Omit<Lot, 'id' | 'is_unpriced'>> | Refusal {
  const errors = findUpdateErrors(lot, body);
  if (errors.length > 0) return refuseFields(...errors);
  if (body.listed === true && farm.has_payment_method === 0) return refuseUnpaid(farm);

  const quantity_mt = body.quantity_mt ?? lot.quantity_mt;
  const status = body.listed === undefined ? lot.status : moveListing(lot, body.listed ? 'publish' : 'unlist');
  const is_published_anew = status === 'listed' && lot.status !== 'listed';
  // Clears a past expiry, which would delist the lot again immediately.
  const is_stale = lot.expires_at !== null && lot.expires_at <= now;
  return {
    quantity_mt,
    status,
    ...(body.target_price === undefined ? {} : changePrice(lot, body.target_price)),
    ...(is_published_anew ? { listed_at: now, ...(is_stale ? { expires_at: null } : {}) } : {}),
  };
}

/** LST-6, ERR-5: the error of a PATCH that publishes a sold-out lot. @param body the body, or the valid part of an invalid one */
export function findUpdateErrors(
  lot: Pick<Lot, 'quantity_mt'>,
  { listed, quantity_mt }: DeepPartial<UpdateListing>,
): FieldError[] {
  if (listed !== true || (quantity_mt ?? lot.quantity_mt) >= LIMITS.bid_quantity_min_mt) return [];
  return [{ field: 'quantity_mt', message: 'is required to publish a lot that has nothing left' }];
}

/** LST-6: the PATCH of the document has only an amount, so `firm` stays unless it is sent too. */
function changePrice(
  lot: Lot,
  target: Exclude<UpdateListing['target_price'], undefined>,
): Pick<Lot, 'price_amount' | 'price_firm'> {
  if (target === null) return { price_amount: null, price_firm: null };
  return { price_amount: target.amount, price_firm: flag(target.firm ?? lot.price_firm === 1) };
}

/** BID-29, BID-52, BID-53: whether a change of status delists a lot, so that its pending bids are rejected. */
export function isDelisting(before: Lot['status'], after: Lot['status']): boolean {
  return (before === 'listed' && after !== 'listed') || after === 'archived';
}
