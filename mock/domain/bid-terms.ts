/** What a PlaceBid body must fulfil on a given lot, beyond its shape (BID-6 to BID-10, BID-59, BID-60, PRIV-10). */
import { findGrade } from '#fixtures/reference/index';
import type { FieldError, PlaceBid } from '#spec';
import { LIMITS, parseInstant } from '#spec';
import { later, toInstant } from '../clock.ts';
import type { Row } from '../store/tables.ts';
import type { Refusal } from './refusal.ts';
import { refuseFields } from './refusal.ts';
import { findWayRound } from './moderation.ts';

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

export type LineTerms = Pick<Row<'bid_lines'>, 'grade' | 'price_amount' | 'price_unit' | 'subject_to_sample_approval'>;

/** Which delivery locations a bid may name, and which it keeps when it names none (BID-10, BID-44). */
export interface LocationRule {
  allowed: ReadonlySet<number>;
  inherited: number | null;
}

type LotTerms = Pick<Row<'lots'>, 'commodity' | 'grade' | 'quantity_mt'>;

/**
 * Judges a body against its lot.
 * @param now the instant of placement: the default expiry is 7 days later (BID-11)
 * @returns the terms, or 422 naming every field that does not fit
 */
export function judgeTerms(lot: LotTerms, body: PlaceBid, locations: LocationRule, now: string): BidTerms | Refusal {
  // BID-12: what lies beyond the calendar is refused as what has passed.
  const given = body.expires_at === undefined ? undefined : toInstant(parseInstant(body.expires_at) ?? 0);
  const expires_at = given ?? later(now, LIMITS.bid_expiry_days * 86_400);
  // BID-45: what was given is kept, as the same instant.
  const location = body.delivery_location_id ?? locations.inherited;
  const is_fob_farm = body.fob_farm ?? true; // BID-43
  const errors = [
    ...priceErrors(lot, body),
    ...(body.quantity_mt > lot.quantity_mt
      ? [{ field: 'quantity_mt', message: `must be at most what the lot has left, ${lot.quantity_mt}` }]
      : []),
    // BID-9
    ...(!is_fob_farm && location === null
      ? [{ field: 'delivery_location_id', message: 'is required when fob_farm is false' }]
      : []),
    ...(body.delivery_location_id !== undefined && !locations.allowed.has(body.delivery_location_id)
      ? [{ field: 'delivery_location_id', message: 'is not one of your delivery locations' }]
      : []),
    ...termsErrors(body.additional_terms),
    // BID-12
    ...(expires_at <= now ? [{ field: 'expires_at', message: 'must be in the future' }] : []),
  ];
  if (errors.length > 0) return refuseFields(...errors);

  const approval = body.subject_to_sample_approval === true ? 1 : 0;
  return {
    type: body.bids === undefined ? 'single_grade' : 'multi_grade',
    price_amount: body.price?.amount ?? null,
    price_unit: body.price?.unit ?? null,
    quantity_mt: body.quantity_mt,
    delivery_from: body.delivery.from,
    delivery_to: body.delivery.to,
    fob_farm: is_fob_farm ? 1 : 0,
    delivery_location_id: location,
    subject_to_sample_approval: approval,
    additional_terms: body.additional_terms ?? null,
    expires_at,
    lines: (body.bids ?? []).map((line) => ({
      grade: findGrade(lot.commodity, line.grade) ?? line.grade,
      price_amount: line.price.amount,
      price_unit: line.price.unit,
      subject_to_sample_approval:
        line.subject_to_sample_approval === undefined ? approval : line.subject_to_sample_approval ? 1 : 0,
    })),
  };
}

/** BID-7, BID-8: a price on a graded lot, lines on an ungraded one; each line a grade of the commodity, none twice. */
function priceErrors(lot: LotTerms, body: PlaceBid): FieldError[] {
  const errors: FieldError[] = [];
  const is_graded = lot.grade !== null;
  if (is_graded && body.price === undefined) errors.push({ field: 'price', message: 'is required on a graded lot' });
  if (is_graded && body.bids !== undefined) errors.push({ field: 'bids', message: 'is for ungraded lots; this one is graded' });
  if (!is_graded && body.bids === undefined) errors.push({ field: 'bids', message: 'is required on an ungraded lot' });
  if (!is_graded && body.price !== undefined)
    errors.push({ field: 'price', message: 'is for graded lots; this one is ungraded' });
  if (is_graded) return errors;

  const seen = new Set<string>();
  for (const [index, line] of (body.bids ?? []).entries()) {
    const grade = findGrade(lot.commodity, line.grade);
    const field = `bids[${index}].grade`;
    if (grade === undefined) errors.push({ field, message: `is not a grade of ${lot.commodity}; GET /grades lists them` });
    else if (seen.has(grade)) errors.push({ field, message: 'is named twice' });
    else seen.add(grade);
  }
  return errors;
}

function termsErrors(terms: string | undefined): FieldError[] {
  const found = terms === undefined ? undefined : findWayRound(terms);
  return found === undefined ? [] : [{ field: 'additional_terms', message: `must not contain ${found}` }];
}
