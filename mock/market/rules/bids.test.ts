import { expect, test } from 'vitest';
import type { Row } from '../records/tables.ts';
import { bidRow, lotRow } from '../../testing/rows.ts';
import { acceptBid, forbidAuthor, pricePerTonne, sideOf, sortPriceOf } from './bids.ts';
import { isRefusal } from './refusal.ts';

type Line = Row<'bid_lines'>;

function linesOf(...prices: readonly (readonly [string, number, string?])[]): Line[] {
  return prices.map(([grade, price_amount, price_unit = 'MT'], position) => {
    const id = `line_${position + 1}`;
    return { id, bid_id: 'bid_1', position, grade, price_amount, price_unit, subject_to_sample_approval: 0, status: 'pending' };
  });
}

const MULTI = bidRow({ type: 'multi_grade', price_amount: null, price_unit: null });
const LINES = linesOf(['No. 1 CWRS', 310], ['No. 2 CWRS', 320], ['CW Feed', 200]);

function lotOf(quantity_mt: number): Row<'lots'> {
  return lotRow({ quantity_mt });
}

test.for([
  ['a token of the team, of any user', { user_id: 'usr_other', team_id: 'tm_secret' }, 'buyer'],
  ['the user who placed it, bound to another team', { user_id: 'usr_buyer', team_id: 'tm_other' }, undefined],
  ['the owner of the lot', { user_id: 'usr_seller', team_id: null }, 'seller'],
  ['the owner of the lot, bound to a team', { user_id: 'usr_seller', team_id: 'tm_other' }, 'seller'],
  ['client credentials', { user_id: null, team_id: null }, undefined],
  ['any other caller', { user_id: 'usr_other', team_id: 'tm_other' }, undefined],
] as const)('BID-51 BID-19 %s', ([, caller, side]) => {
  expect(sideOf(bidRow(), caller)).toBe(side);
});

test.for([
  ['buyer', 'accept', 'buyer', true],
  ['buyer', 'counter', 'buyer', true],
  ['buyer', 'reject', 'buyer', false],
  ['buyer', 'accept', 'seller', false],
  ['buyer', 'counter', 'seller', false],
  ['seller', 'accept', 'seller', true],
  ['seller', 'counter', 'seller', true],
  ['seller', 'reject', 'seller', false],
  ['seller', 'accept', 'buyer', false],
  ['seller', 'counter', 'buyer', false],
] as const)("BID-28 BID-51 a %s's bid, %s by the %s: forbidden %s", ([author, action, side, is_forbidden]) => {
  expect(forbidAuthor({ author }, side, action)?.refused).toBe(is_forbidden ? 'insufficient_scope' : undefined);
});

const CHOICES: readonly (readonly [string, Parameters<typeof acceptBid>[3], readonly string[]])[] = [
  ['a grade by its name', ['No. 2 CWRS'], ['line_2']],
  ['a grade in another case', ['no. 2 cwrs'], ['line_2']],
  ['a grade in an object', [{ grade: 'CW Feed' }], ['line_3']],
  ['a line by its id', [{ id: 'line_1' }], ['line_1']],
  ['one of each form', ['No. 1 CWRS', { grade: 'No. 2 CWRS' }, { id: 'line_3' }], ['line_1', 'line_2', 'line_3']],
];

test.for(CHOICES)('BID-23 %s', ([, items, taken]) => {
  expect(acceptBid(MULTI, LINES, lotOf(100), items)).toMatchObject({ taken: new Set(taken) });
});

const REFUSED: readonly (readonly [string, Parameters<typeof acceptBid>[3], readonly string[]])[] = [
  ['a grade that the bid does not offer', ['No. 3 CWRS'], ['bid_items[0]']],
  ['the id of a line where a grade should stand', ['line_1'], ['bid_items[0]']],
  ['a grade where an id should stand', [{ id: 'No. 1 CWRS' }], ['bid_items[0]']],
  ['a line a second time', [{ id: 'line_1' }, 'CW Feed', 'No. 1 CWRS'], ['bid_items[2]']],
  ['several at once', ['x', 'CW Feed', { grade: 'y' }], ['bid_items[0]', 'bid_items[2]']],
];

test.for(REFUSED)('BID-24 %s is rejected, and its position is named', ([, items, fields]) => {
  expect(acceptBid(MULTI, LINES, lotOf(100), items)).toMatchObject({
    refused: 'validation_failed',
    errors: fields.map((field) => ({ field })),
  });
});

test('BID-22 BID-62 without bid_items, the message and the errors list the grades', () => {
  const refusal = acceptBid(MULTI, LINES, lotOf(100), undefined);
  expect(refusal).toMatchObject({
    refused: 'bid_items_required',
    errors: ['No. 1 CWRS', 'No. 2 CWRS', 'CW Feed'].map((message) => ({ field: 'bid_items', message })),
  });
  expect(isRefusal(refusal) ? refusal.message : '').toContain('No. 1 CWRS, No. 2 CWRS, CW Feed');
});

test.for([
  [100, 60, false],
  [40.000001, 0.000001, true],
  [40, 0, true],
] as const)('BID-30 of %d t a bid for 40 leaves %d t, sold out: %s', ([had, lot_quantity_mt, is_sold_out]) => {
  expect(acceptBid(bidRow(), [], lotOf(had), undefined)).toMatchObject({ lot_quantity_mt, is_sold_out });
});

test('BID-30 the remaining quantity is an exact decimal, and a larger bid is rejected', () => {
  expect(acceptBid(bidRow({ quantity_mt: 0.1 }), [], lotOf(0.3), undefined)).toMatchObject({ lot_quantity_mt: 0.2 });
  expect(acceptBid(bidRow(), [], lotOf(39.999), undefined)).toMatchObject({
    refused: 'validation_failed',
    errors: [{ field: 'quantity_mt' }],
  });
});

test('BID-20 a decided bid is rejected before its lines are read', () => {
  const refusal = acceptBid({ ...MULTI, status: 'rejected' }, LINES, lotOf(1), ['x']);
  expect(refusal).toMatchObject({ refused: 'bid_not_pending' });
});

test('BID-61 BID-60 the trade has the highest price per tonne of the accepted lines, in its own unit', () => {
  const priceOf = (...items: string[]): unknown => acceptBid(MULTI, LINES, lotOf(100), items);
  expect(priceOf('No. 1 CWRS', 'CW Feed')).toMatchObject({ price_amount: 310, price_unit: 'MT' });
  expect(priceOf('CW Feed', 'No. 1 CWRS', 'No. 2 CWRS')).toMatchObject({ price_amount: 320 });

  // 9 CAD a bushel of wheat is 330.69 a tonne.
  const mixed = linesOf(['No. 1 CWRS', 330], ['No. 2 CWRS', 9, 'BU'], ['CW Feed', 0.14, 'LB']);
  const items = ['No. 1 CWRS', 'No. 2 CWRS', 'CW Feed'];
  expect(acceptBid(MULTI, mixed, lotOf(100), items)).toMatchObject({ price_amount: 9, price_unit: 'BU' });
});

test.for([
  ['MT', 300, 'cwrs-wheat', 300],
  ['LB', 0.14, 'cwrs-wheat', 308.647],
  ['CWT', 14, 'cwrs-wheat', 308.647],
  ['ST', 280, 'cwrs-wheat', 308.647],
  ['BU', 8.4, 'cwrs-wheat', 308.647],
  ['BU', 8.4, 'oats', 544.671],
] as const)('BID-60 a price per %s of %d is compared per tonne of %s', ([unit, amount, commodity, per_tonne]) => {
  expect(pricePerTonne(amount, unit, commodity)).toBeCloseTo(per_tonne, 2);
});

test('LST-13 a bid is worth its price, or its highest line', () => {
  expect(sortPriceOf(bidRow(), [], 'cwrs-wheat')).toBe(300);
  expect(sortPriceOf(MULTI, LINES, 'cwrs-wheat')).toBe(320);
});
