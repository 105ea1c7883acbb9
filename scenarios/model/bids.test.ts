import { expect, test } from 'vitest';
import { EXPIRY_S, acceptBid, addBid, counterBid, rejectBid, seeBid, statusesOf } from './bids.ts';
import { addLot, archiveLot, unlistLot } from './lots.ts';
import type { Model, Readings } from './model.ts';
import { UNKNOWN_READINGS, emptyModel, the } from './model.ts';
import { payInvoice, statusOfTrade } from './trades.ts';

const KNOWN: Readings = {
  takes_quantity: true,
  shows_expiry: true,
  unlisting_rejects_at_once: true,
  archiving_rejects: true,
  takes_second_bid: true,
  tells_buyers_own: true,
};
const LOT = {
  id: 'lot',
  seller: 'seller',
  grade: 'No. 1',
  commodity: 'canola',
  price: 300,
  crop_year: 2026,
  is_organic: false,
  status: ['listed'],
  left_mt: [40],
} as const;
const BID = {
  id: 'bid',
  lot_id: 'lot',
  buyer: 'buyer',
  author: 'buyer',
  quantity_mt: 10,
  price: 300,
  lines: [],
  counter_to: null,
} as const;

function begun(readings: Readings, quantity_mt = 10): Model {
  return addBid(addLot(emptyModel(readings), LOT), { ...BID, quantity_mt });
}

/** What a bid may read as, in words. */
function read(model: Model, id = 'bid'): string {
  return [...statusesOf(model, the(model.bids, id))].toSorted().join(' or ');
}

const MOVES: readonly (readonly [string, (model: Model) => Model, known: string, unknown: string])[] = [
  ['nothing', (model) => model, 'pending', 'pending'],
  ['BID-21 acceptance', (model) => acceptBid(model, 'bid', 'trade', 'seller', []), 'accepted', 'accepted'],
  ['BID-26 rejection', (model) => rejectBid(model, 'bid', 'seller'), 'rejected', 'rejected'],
  [
    'BID-27 a counter',
    (model) => counterBid(model, 'bid', { ...BID, id: 'next', author: 'seller', counter_to: 'bid' }),
    'countered',
    'countered',
  ],
  ['BID-29 the lot is unlisted', (model) => unlistLot(model, 'lot'), 'rejected', 'pending or rejected'],
  ['BID-52 the lot is archived', (model) => archiveLot(model, 'lot'), 'rejected', 'pending or rejected'],
  ['BID-11 six days', (model) => ({ ...model, now_s: EXPIRY_S - 86_400 }), 'pending', 'pending'],
  ['BID-11 eight days', (model) => ({ ...model, now_s: EXPIRY_S + 86_400 }), 'expired', 'expired or pending'],
  [
    'eight days after it was rejected',
    (model) => ({ ...rejectBid(model, 'bid', 'seller'), now_s: EXPIRY_S + 86_400 }),
    'rejected',
    'rejected',
  ],
];

test.for(MOVES)('after %s a bid reads as it must, or as it may where the document is silent', ([, move, known, unknown]) => {
  expect(read(move(begun(KNOWN)))).toBe(known);
  expect(read(move(begun(UNKNOWN_READINGS)))).toBe(unknown);
});

test('what was seen is no longer open', () => {
  const open = unlistLot(begun(UNKNOWN_READINGS), 'lot');
  expect(read(seeBid(open, 'bid', 'rejected'))).toBe('rejected');
});

test.for([
  [true, [30]],
  [false, [40]],
  [undefined, [40, 30]],
] as const)('BID-30 where acceptance takes the quantity is %s, %j t are left', ([takes_quantity, left]) => {
  const model = acceptBid(begun({ ...KNOWN, takes_quantity }), 'bid', 'trade', 'seller', []);
  expect(the(model.lots, 'lot').left_mt).toEqual(left);
});

test('a lot that is sold out may be delisted, and the bids on it rejected', () => {
  const two = addBid(begun(KNOWN, 40), { ...BID, id: 'other' });
  const sold = acceptBid(two, 'bid', 'trade', 'seller', []);
  expect(the(sold.lots, 'lot').status).toEqual(['listed', 'unlisted']);
  expect(read(sold, 'other')).toBe('pending or rejected');
});

test('TRD-6 a trade is Completed when both invoices are paid, and not before', () => {
  const traded = acceptBid(begun(KNOWN), 'bid', 'trade', 'seller', []);
  const half = payInvoice(traded, 'trade', 'seller');
  const whole = payInvoice(half, 'trade', 'buyer');
  expect([traded, half, whole].map((model) => statusOfTrade(the(model.trades, 'trade')))).toEqual([
    'Pending',
    'Pending',
    'Completed',
  ]);
});
