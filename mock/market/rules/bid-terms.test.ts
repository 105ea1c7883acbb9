import type { PlaceBid } from '#spec';
import { expect, test } from 'vitest';
import { TEST_NOW as NOW, bidBody } from '../../testing/open-mock.ts';
import type { BidTerms, LocationRule } from './bid-terms.ts';
import { checkTerms } from './bid-terms.ts';
import { isRefusal } from './refusal.ts';

const GRADED = { commodity: 'cwrs-wheat', grade: 'No. 1 CWRS', quantity_mt: 100 };
const UNGRADED = { ...GRADED, grade: null };
const NO_LOCATIONS: LocationRule = { allowed: new Set(), inherited: null };
const OWN: LocationRule = { allowed: new Set([1001, 1002]), inherited: null };
const KEPT: LocationRule = { allowed: new Set([1001]), inherited: 1001 };

const price = { amount: 300, unit: 'MT' } as const;
const line = (grade: string): { grade: string; price: { amount: number; unit: 'MT' } } => ({ grade, price });

type LotTerms = Parameters<typeof checkTerms>[0];

function check(body: PlaceBid, lot: LotTerms = GRADED, locations = NO_LOCATIONS): BidTerms | string {
  const terms = checkTerms(lot, body, locations, NOW);
  if (!isRefusal(terms)) return terms;
  return `${terms.refused}: ${(terms.errors ?? []).map(({ field }) => field).join(', ')}`;
}

/** A bid without a price, which is for ungraded lots. */
function multi(bids: PlaceBid['bids'], change: Partial<PlaceBid> = {}): PlaceBid {
  const { price: _, ...rest } = bidBody(change);
  return bids === undefined ? rest : { ...rest, bids };
}

test('BID-37 BID-60 given terms are kept as they were sent', () => {
  const given = { price: { amount: 8.125, unit: 'BU' }, subject_to_sample_approval: true, additional_terms: 'Dry.' } as const;
  expect(check(bidBody({ ...given, fob_farm: false, delivery_location_id: 1002 }), GRADED, OWN)).toMatchObject({
    price_amount: 8.125,
    price_unit: 'BU',
    fob_farm: 0,
    delivery_location_id: 1002,
    subject_to_sample_approval: 1,
    additional_terms: 'Dry.',
  });
});

test.for([
  '2026-06-10T12:00:00.000Z',
  '2026-06-10T11:59:59Z',
  '2026-06-10T23:59:59+12:00',
  '2020-01-01T00:00:00Z',
  '1960-01-01T00:00:00Z',
])('BID-12 an expiry of %s is in the past, and is rejected', (expires_at) => {
  expect(check(bidBody({ expires_at }))).toBe('validation_failed: expires_at');
});

const PRICED: readonly (readonly ['graded' | 'ungraded', string, PlaceBid, string | undefined])[] = [
  ['graded', 'price', bidBody(), undefined],
  ['graded', 'nothing', multi(undefined), 'validation_failed: price'],
  ['graded', 'bids', multi([line('No. 1 CWRS')]), 'validation_failed: price, bids'],
  ['graded', 'both', { ...bidBody(), bids: [line('No. 1 CWRS')] }, 'validation_failed: bids'],
  ['ungraded', 'bids', multi([line('No. 1 CWRS')]), undefined],
  ['ungraded', 'nothing', multi(undefined), 'validation_failed: bids'],
  ['ungraded', 'price', bidBody(), 'validation_failed: price, bids'],
  ['ungraded', 'both', { ...bidBody(), bids: [line('No. 1 CWRS')] }, 'validation_failed: price'],
  [
    'ungraded',
    'a grade of another commodity',
    multi([line('CW Feed'), line('No. 1 Canada')]),
    'validation_failed: bids[1].grade',
  ],
  ['ungraded', 'a grade twice', multi([line('CW Feed'), line('cw feed')]), 'validation_failed: bids[1].grade'],
];

test.for(PRICED)('BID-7 BID-8 on a lot that is %s, %s', ([kind, , body, refusal]) => {
  const verdict = check(body, kind === 'graded' ? GRADED : UNGRADED);
  expect(typeof verdict === 'string' ? verdict : undefined).toBe(refusal);
});

test('BID-7 BID-47 BID-60 lines are kept in order, each with its own price and approval, or that of the bid', () => {
  const bids = [
    { ...line('no. 2 cwrs'), subject_to_sample_approval: false },
    { grade: 'CW Feed', price: { amount: 6, unit: 'BU' } as const },
  ];
  expect(check(multi(bids, { subject_to_sample_approval: true }), UNGRADED)).toMatchObject({
    type: 'multi_grade',
    price_amount: null,
    price_unit: null,
    lines: [
      { grade: 'No. 2 CWRS', price_amount: 300, price_unit: 'MT', subject_to_sample_approval: 0 },
      { grade: 'CW Feed', price_amount: 6, price_unit: 'BU', subject_to_sample_approval: 1 },
    ],
  });
});

test.for([
  [100, undefined],
  [100.000001, 'validation_failed: quantity_mt'],
] as const)('BID-6 of a lot of 100 t, a bid for %d', ([quantity_mt, refusal]) => {
  const verdict = check(bidBody({ quantity_mt }));
  expect(typeof verdict === 'string' ? verdict : undefined).toBe(refusal);
});

const REFUSED = 'validation_failed: delivery_location_id';
test.for([
  ['BID-9 not at the farm and nowhere', { fob_farm: false }, OWN, REFUSED],
  ['BID-9 not at the farm, at an own location', { fob_farm: false, delivery_location_id: 1001 }, OWN, 1001],
  ["BID-10 BID-44 at another's location", { fob_farm: false, delivery_location_id: 1003 }, OWN, REFUSED],
  ["BID-10 BID-44 another's location, even where it is not delivered to", { delivery_location_id: 1003 }, OWN, REFUSED],
  ['BID-10 a counter that leaves the location out keeps it', { fob_farm: false }, KEPT, 1001],
  ['BID-10 a counter that repeats the location', { fob_farm: false, delivery_location_id: 1001 }, KEPT, 1001],
  ['BID-10 a counter that names another', { fob_farm: false, delivery_location_id: 1002 }, KEPT, REFUSED],
  ['BID-10 a counter to a bid without one', { fob_farm: false, delivery_location_id: 1001 }, NO_LOCATIONS, REFUSED],
  ['BID-9 a counter to a bid without one, not at the farm', { fob_farm: false }, NO_LOCATIONS, REFUSED],
] as const)('%s', ([, change, locations, expected]) => {
  const verdict = check(bidBody(change), GRADED, locations);
  expect(typeof verdict === 'string' ? verdict : verdict.delivery_location_id).toBe(expected);
});

test('PRIV-10 ERR-5 terms with contact details are rejected, along with all other errors', () => {
  expect(check(bidBody({ additional_terms: 'Call 306-555-0123.' }))).toBe('validation_failed: additional_terms');
  const body = multi(undefined, { quantity_mt: 101, fob_farm: false, additional_terms: 'www.example.test', expires_at: NOW });
  expect(check(body)).toBe('validation_failed: price, quantity_mt, delivery_location_id, additional_terms, expires_at');
});
