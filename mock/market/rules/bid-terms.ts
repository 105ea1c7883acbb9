/** Validates a PlaceBid body against its lot (BID-6 to BID-10, BID-59, BID-60, PRIV-10). */
import { findGrade } from '#spec/reference/index';
import type { FieldError, PlaceBid } from '#spec';
import { LIMITS, parseInstant } from '#spec';
import { later, toInstant } from '../../ports/clock.ts';
import type { Row } from '../records/tables.ts';
import type { Refusal } from './refusal.ts';
import { listFieldErrors, refuseFields } from './refusal.ts';
import { findGradeProblem } from './grades.ts';
import { findContactLeak } from './moderation.ts';
import type { DeepPartial } from './deep-partial.ts';

/** The terms of a bid, with every default filled in. */
export type BidTerms = Pick<
  Row<'bids'>,
  | 'type'
  | 'price_amount'
  | 'price_unit'
  | 'quantity_mt'
  | 'delivery_from'
  | 'delivery_to'
  | 'fob_farm'
  | 'delivery_location_id'
  | 'subject_to_sample_approval'
  | 'additional_terms'
  | 'expires_at'
> & { lines: readonly LineTerms[] };

type LineTerms = Pick<Row<'bid_lines'>, 'grade' | 'price_amount' | 'price_unit' | 'subject_to_sample_approval'>;

/** The delivery locations that a bid may name, and the default if it names none (BID-10, BID-44). */
export interface LocationRule {
  allowed: ReadonlySet<number>;
  inherited: number | null;
}

type LotTerms = Pick<Row<'lots'>, 'commodity' | 'grade' | 'quantity_mt'>;

/**
 * Validates a body against its lot.
 * @param now when the bid is placed. The default expiry is 7 days later (BID-11)
 * @returns the terms, or 422 with every invalid field
 */
export function checkTerms(lot: LotTerms, body: PlaceBid, location: LocationRule, now: string): BidTerms | Refusal {
  const errors = findTermErrors(lot, body, location, now);
  if (errors.length > 0) return refuseFields(...errors);

  const approval = body.subject_to_sample_approval === true ? 1 : 0;
  return {
    type: body.bids === undefined ? 'single_grade' : 'multi_grade',
    price_amount: body.price?.amount ?? null,
    price_unit: body.price?.unit ?? null,
    quantity_mt: body.quantity_mt,
    delivery_from: body.delivery.from,
    delivery_to: body.delivery.to,
    fob_farm: (body.fob_farm ?? true) ? 1 : 0, // BID-43
    delivery_location_id: body.delivery_location_id ?? location.inherited,
    subject_to_sample_approval: approval,
    additional_terms: body.additional_terms ?? null,
    expires_at: expiryOf(body, now),
    lines: (body.bids ?? []).map((line) => ({
      grade: findGrade(lot.commodity, line.grade) ?? line.grade,
      price_amount: line.price.amount,
      price_unit: line.price.unit,
      subject_to_sample_approval:
        line.subject_to_sample_approval === undefined ? approval : line.subject_to_sample_approval ? 1 : 0,
    })),
  };
}

/**
 * ERR-5: the errors of all fields of a body that do not fit its lot.
 * @param body the body, or the valid part of an invalid one
 */
export function findTermErrors(lot: LotTerms, body: DeepPartial<PlaceBid>, location: LocationRule, now: string): FieldError[] {
  const { quantity_mt, additional_terms } = body;
  const leak = additional_terms === undefined ? undefined : findContactLeak(additional_terms);
  const is_too_much = quantity_mt !== undefined && quantity_mt > lot.quantity_mt; // BID-6
  return [
    ...priceErrors(lot, body),
    ...listFieldErrors({
      quantity_mt: is_too_much ? `must be at most what the lot has left, ${lot.quantity_mt}` : undefined,
      delivery_location_id: findLocationProblem(body, location),
      additional_terms: leak === undefined ? undefined : `must not contain ${leak}`, // PRIV-10
      expires_at: expiryOf(body, now) <= now ? 'must be in the future' : undefined, // BID-12
    }),
  ];
}

function findLocationProblem(
  { fob_farm, delivery_location_id }: DeepPartial<PlaceBid>,
  { allowed, inherited }: LocationRule,
): string | undefined {
  if (delivery_location_id === undefined)
    return fob_farm === false && inherited === null ? 'is required when fob_farm is false' : undefined; // BID-9
  return allowed.has(delivery_location_id) ? undefined : 'is not one of your delivery locations'; // BID-10, BID-44
}

/** BID-11, BID-45: the given expiry as a normalized instant, or the default. */
function expiryOf({ expires_at }: Pick<DeepPartial<PlaceBid>, 'expires_at'>, now: string): string {
  const given_ms = expires_at === undefined ? undefined : parseInstant(expires_at);
  return given_ms === undefined ? later(now, LIMITS.bid_expiry_days * 86_400) : toInstant(given_ms);
}

/** BID-7, BID-8: a graded lot needs a price, an ungraded one needs lines, each with a different grade of the commodity. */
function priceErrors(lot: LotTerms, body: DeepPartial<PlaceBid>): FieldError[] {
  const { price, bids } = body;
  if (lot.grade !== null)
    return listFieldErrors({
      price: price === undefined ? 'is required on a graded lot' : undefined,
      bids: bids === undefined ? undefined : 'is for ungraded lots; this one is graded',
    });

  const errors = listFieldErrors({
    price: price === undefined ? undefined : 'is for graded lots; this one is ungraded',
    bids: bids === undefined ? 'is required on an ungraded lot' : undefined,
  });
  const seen = new Set<string>();
  for (const [index, line] of (bids ?? []).entries()) {
    if (line?.grade === undefined) continue;
    const grade = findGrade(lot.commodity, line.grade);
    const problem = findGradeProblem(lot.commodity, line.grade) ?? (seen.has(grade ?? '') ? 'is given twice' : undefined);
    if (problem !== undefined) errors.push({ field: `bids[${index}].grade`, message: problem });
    if (grade !== undefined) seen.add(grade);
  }
  return errors;
}
