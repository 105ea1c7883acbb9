import { expect, test } from 'vitest';
import { BID, LOT } from '../testing/lot-and-bid.ts';
import { EXPIRY_S, acceptBid, addBid, counterBid, rejectBid, observeBid, statusesOf } from './bids.ts';
import { addLot, archiveLot, publishLot, observeLot, unlistLot } from './lots.ts';
import { UNKNOWN_READINGS, emptyModel, getById, type Model, type Readings } from './model.ts';
import { countExtraTrades, isStatusOfTrade, payInvoice } from './trades.ts';

const KNOWN: Readings = {
  takes_quantity: true,
  keeps_lot_listed: true,
  shows_expiry: true,
  unlisting_rejects_at_once: true,
  archiving_rejects: true,
  takes_second_bid: true,
  notifies_buyer_of_own_action: true,
};
function begun(readings: Readings, quantity_mt = 10): Model {
  return addBid(addLot(emptyModel(readings), LOT), { ...BID, quantity_mt });
}

/** The legal statuses of a bid, as text. */
function read(model: Model, id = 'bid'): string {
  return [...statusesOf(model, getById(model.bids, id))].toSorted().join(' or ');
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

test.for(MOVES)('after %s, a bid has exactly the legal statuses', ([, move, known, unknown]) => {
  expect(read(move(begun(KNOWN)))).toBe(known);
  expect(read(move(begun(UNKNOWN_READINGS)))).toBe(unknown);
});

test('an observed status replaces the open ones', () => {
  const open = unlistLot(begun(UNKNOWN_READINGS), 'lot');
  expect(read(observeBid(open, 'bid', 'rejected'))).toBe('rejected');
});

test.for([
  [true, [30]],
  [false, [40]],
  [undefined, [40, 30]],
] as const)('BID-30 if acceptance deducts the quantity is %s, %j t are left', ([takes_quantity, left]) => {
  const model = acceptBid(begun({ ...KNOWN, takes_quantity }), 'bid', 'trade', 'seller', []);
  expect(getById(model.lots, 'lot').remaining_mt).toEqual(left);
});

test('a sold-out lot can be delisted and its bids rejected', () => {
  const two = addBid(begun(KNOWN, 40), { ...BID, id: 'other' });
  const sold = acceptBid(two, 'bid', 'trade', 'seller', []);
  expect(getById(sold.lots, 'lot').status).toEqual(['listed', 'unlisted']);
  expect(read(sold, 'other')).toBe('pending or rejected');
});

test('BID-30 is an assumption: an acceptance can delist its lot, regardless of the remaining quantity', () => {
  const readings = { ...KNOWN, keeps_lot_listed: undefined };
  const two = addBid(begun(readings), { ...BID, id: 'other' });
  const closed = acceptBid(two, 'bid', 'trade', 'seller', []);
  expect(getById(closed.lots, 'lot').status).toEqual(['listed', 'unlisted', 'archived']);
  expect(read(closed, 'other')).toBe('pending or rejected');
  expect(getById(observeLot(closed, 'lot', 'listed', 30).lots, 'lot').status).toEqual(['listed']);
  const kept = acceptBid(addBid(begun(KNOWN), { ...BID, id: 'other' }), 'bid', 'trade', 'seller', []);
  expect([getById(kept.lots, 'lot').status, read(kept, 'other')]).toEqual([['listed'], 'pending']);
});

test('an acceptance on an archived lot can change the status of the lot, immediately or later', () => {
  const kept = acceptBid(archiveLot(begun(UNKNOWN_READINGS), 'lot'), 'bid', 'trade', 'seller', []);
  expect(getById(kept.lots, 'lot').status).toEqual(['archived', 'unlisted']);
  const still = observeLot(kept, 'lot', 'archived', 30);
  expect(getById(still.lots, 'lot').status).toEqual(['archived', 'unlisted']);
  expect(getById(observeLot(still, 'lot', 'unlisted', 30).lots, 'lot').status).toEqual(['unlisted']);
  // Without an acceptance, only publication changes an archived lot.
  const archived = observeLot(archiveLot(begun(UNKNOWN_READINGS), 'lot'), 'lot', 'archived', 40);
  expect(getById(archived.lots, 'lot').status).toEqual(['archived']);
});

test('a delisting can take effect later, so a lot that is still listed or a bid that is still pending proves nothing', () => {
  const sold = acceptBid(begun({ ...KNOWN, takes_quantity: undefined }, 40), 'bid', 'trade', 'seller', []);
  expect(getById(observeLot(sold, 'lot', 'listed', 0).lots, 'lot').status).toEqual(['listed', 'unlisted']);
  expect(getById(publishLot(observeLot(sold, 'lot', 'unlisted', 0), 'lot').lots, 'lot').status).toEqual(['listed']);
  const left = observeBid(unlistLot(begun(UNKNOWN_READINGS), 'lot'), 'bid', 'pending');
  expect(read(left)).toBe('pending or rejected');
  expect(read(observeBid(left, 'bid', 'rejected'))).toBe('rejected');
  // This does not apply to a lot that was not delisted.
  expect(read(observeBid(begun(UNKNOWN_READINGS), 'bid', 'pending'))).toBe('pending');
});

test('BID-59 is an assumption: a counter can keep the expiry of the countered bid', () => {
  const later = { ...begun(KNOWN), now_s: 2 * 86_400 };
  const countered = counterBid(later, 'bid', { ...BID, id: 'next', author: 'seller', counter_to: 'bid' });
  expect(read({ ...countered, now_s: EXPIRY_S - 86_400 }, 'next')).toBe('pending');
  expect(read({ ...countered, now_s: EXPIRY_S + 86_400 }, 'next')).toBe('expired or pending');
  expect(read({ ...countered, now_s: EXPIRY_S + 3 * 86_400 }, 'next')).toBe('expired');
});

test('BID-61 is an assumption: a trade of several lines can have any quantity, which the lot loses', () => {
  const lines = [
    { grade: 'No. 1', price: 300 },
    { grade: 'No. 2', price: 290 },
  ];
  const begin = addBid(addLot(emptyModel(KNOWN), { ...LOT, grade: null }), { ...BID, price: null, lines });
  const one = acceptBid(begin, 'bid', 'trade', 'seller', ['No. 1']);
  expect([getById(one.trades, 'trade').quantity_mt, getById(one.lots, 'lot').remaining_mt]).toEqual([10, [30]]);
  const both = acceptBid(begin, 'bid', 'trade', 'seller', ['No. 1', 'No. 2']);
  expect([getById(both.trades, 'trade').quantity_mt, getById(both.lots, 'lot').remaining_mt]).toEqual([undefined, [30, 20]]);
  // One trade per line, or one trade for both.
  expect([one, both].map((model) => countExtraTrades(model, getById(model.trades, 'trade')))).toEqual([0, 1]);
});

test('TRD-6 a trade is Completed when both invoices are paid, and not before', () => {
  const traded = acceptBid(begun(KNOWN), 'bid', 'trade', 'seller', []);
  const half = payInvoice(traded, 'trade', 'seller');
  const whole = payInvoice(half, 'trade', 'buyer');
  const statuses = ['Pending', 'PartPaid', 'Completed'];
  const legal = [traded, half, whole].map((model) =>
    statuses.filter((one) => isStatusOfTrade(getById(model.trades, 'trade'), one)),
  );
  expect(legal).toEqual([['Pending'], ['Pending', 'PartPaid'], ['Completed']]);
});
