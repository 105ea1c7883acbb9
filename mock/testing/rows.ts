/** Rows for tests without a database. Every private value in them is unique. */
import type { Row } from '../market/records/tables.ts';

const NOW = '2026-06-10T12:00:00.000Z';

/** A farm of the seller. */
export function farmRow(change: Partial<Row<'farms'>> = {}): Row<'farms'> {
  return {
    id: 'farm_secret',
    user_id: 'usr_seller',
    livemode: 1,
    name: 'Quillon Farms',
    latitude: 50.312477,
    longitude: -107.801932,
    nearest_city: 'Swift Current',
    nearest_province: 'SK',
    has_payment_method: 1,
    created_at: NOW,
    ...change,
  };
}

/** A listed lot on that farm. */
export function lotRow(change: Partial<Row<'lots'>> = {}): Row<'lots'> {
  return {
    id: 'inv_1',
    reference: 'LOT-SECRET',
    user_id: 'usr_seller',
    farm_id: 'farm_secret',
    livemode: 1,
    commodity: 'cwrs-wheat',
    variety: 'AAC Brandon',
    grade: 'No. 1 CWRS',
    is_organic: 1,
    crop_year: 2025,
    quantity_mt: 100,
    price_amount: 312.5,
    price_firm: 1,
    is_unpriced: 0,
    protein: 13.4,
    moisture: null,
    test_weight: null,
    dockage: null,
    falling_number: null,
    province: 'SK',
    nearest_city: 'Swift Current',
    city_id: 77,
    status: 'listed',
    listed_at: NOW,
    expires_at: null,
    created_at: '2026-06-09T00:00:00.000Z',
    ...change,
  };
}

/** A pending bid on that lot. */
export function bidRow(change: Partial<Row<'bids'>> = {}): Row<'bids'> {
  return {
    id: 'bid_1',
    reference: 'BID-1',
    lot_id: 'inv_1',
    livemode: 1,
    buyer_team_id: 'tm_secret',
    buyer_user_id: 'usr_buyer',
    seller_user_id: 'usr_seller',
    author: 'buyer',
    status: 'pending',
    type: 'single_grade',
    price_amount: 300,
    price_unit: 'MT',
    quantity_mt: 40,
    delivery_from: '2026-07-01',
    delivery_to: '2026-07-31',
    fob_farm: 1,
    delivery_location_id: null,
    subject_to_sample_approval: 0,
    additional_terms: null,
    expires_at: '2026-06-17T12:00:00.000Z',
    counter_to: null,
    is_simulated: 0,
    created_at: NOW,
    ...change,
  };
}

/** A trade on which nothing has been paid. */
export function tradeRow(change: Partial<Row<'trades'>> = {}): Row<'trades'> {
  return {
    id: 'trd_1',
    reference: 'TRD-1',
    livemode: 1,
    bid_id: 'bid_1',
    offer_id: null,
    lot_id: 'inv_1',
    buyer_team_id: 'tm_secret',
    seller_user_id: 'usr_seller',
    commodity: 'cwrs-wheat',
    quantity_mt: 40,
    price_amount: 300,
    price_unit: 'MT',
    delivery_from: '2026-07-01',
    delivery_to: '2026-07-31',
    status: 'Pending',
    buyer_invoice_paid_at: null,
    seller_invoice_paid_at: null,
    created_at: NOW,
    settled_at: null,
    ...change,
  };
}

/** An offer on a cash bid. */
export function offerRow(change: Partial<Row<'offers'>> = {}): Row<'offers'> {
  return {
    id: 'cbo_1',
    cash_bid_id: 'cb_1',
    seller_user_id: 'usr_seller',
    livemode: 1,
    status: 'pending',
    price_amount: 300,
    price_unit: 'MT',
    quantity_mt: 40,
    trade_id: null,
    created_at: NOW,
    ...change,
  };
}
