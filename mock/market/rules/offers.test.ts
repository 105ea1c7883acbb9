import { expect, test } from 'vitest';
import type { Row } from '../records/tables.ts';
import { moveOffer, tradeOf } from './offers.ts';

type Status = Row<'offers'>['status'];

/** Every status × action, written out: what becomes of the offer, or the code of the refusal. */
const ROWS: readonly (readonly [Status, 'accept' | 'reject', string])[] = [
  ['pending', 'accept', 'accepted'],
  ['pending', 'reject', 'rejected'],
  ['accepted', 'accept', '409 conflict'],
  ['accepted', 'reject', '409 conflict'],
  ['rejected', 'accept', '409 conflict'],
  ['rejected', 'reject', '409 conflict'],
  ['expired', 'accept', '409 conflict'],
  ['expired', 'reject', '409 conflict'],
];

test('the table has every status and action', () => {
  expect(new Set(ROWS.map(([status, action]) => `${status} ${action}`)).size).toBe(4 * 2);
});

test.for(ROWS)('CB-6 CB-14 %s, %s: %s', ([status, action, expected]) => {
  const message = `The offer is ${status}, no longer pending.`;
  expect(moveOffer({ status }, action)).toEqual(expected === '409 conflict' ? { refused: 'conflict', message } : expected);
});

test('TRD-10 TRD-12 TRD-13 the trade has the price and quantity of the offer, the rest of the cash bid, and no lot', () => {
  const offer: Row<'offers'> = {
    id: 'cbo_1',
    cash_bid_id: 'cb_1',
    seller_user_id: 'usr_seller',
    livemode: 0,
    status: 'pending',
    price_amount: 671.5,
    price_unit: 'BU',
    quantity_mt: 80.25,
    trade_id: null,
    created_at: '2026-06-01T00:00:00.000Z',
  };
  const cashBid: Row<'cash_bids'> = {
    id: 'cb_1',
    reference: 'CSH-1',
    team_id: 'tm_elevator',
    livemode: 0,
    commodity: 'canola',
    grade: 'No. 1 Canada',
    crop_year: 2025,
    price_amount: 660,
    price_unit: 'MT',
    quantity_mt: 500,
    delivery_from: '2026-09-01',
    delivery_to: '2026-09-30',
    delivery_location_id: 1001,
    is_active: 0,
    created_at: '2026-05-01T00:00:00.000Z',
  };
  expect(tradeOf(offer, cashBid, { id: 'trd_1', reference: 'TRD-1' }, '2026-06-10T12:00:00.000Z')).toEqual({
    id: 'trd_1',
    reference: 'TRD-1',
    livemode: 0,
    bid_id: null,
    offer_id: 'cbo_1',
    lot_id: null,
    buyer_team_id: 'tm_elevator',
    seller_user_id: 'usr_seller',
    commodity: 'canola',
    quantity_mt: 80.25,
    price_amount: 671.5,
    price_unit: 'BU',
    delivery_from: '2026-09-01',
    delivery_to: '2026-09-30',
    status: 'Pending',
    buyer_invoice_paid_at: null,
    seller_invoice_paid_at: null,
    created_at: '2026-06-10T12:00:00.000Z',
    settled_at: null,
  });
});
