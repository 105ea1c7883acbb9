/** Every view of a record with a party behind it, made of records in which everything private has a name of its own. */
import type { Row } from '../records/tables.ts';
import { expect, test } from 'vitest';
import { bidRow, farmRow, lotRow, offerRow, tradeRow } from '../../testing/rows.ts';
import type { BidTruth, Deal } from '../records/truths.ts';
import { viewBidPayload, viewOfferPayload, viewTradeCreatedPayload, viewTradeSettledPayload } from './payloads.ts';
import {
  viewBid,
  viewFarm,
  viewFullFarm,
  viewInventory,
  viewListing,
  viewOffer,
  viewReceivedBid,
  viewReceivedBids,
  viewSimulatedEvent,
  viewTrade,
} from './parties.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const FARM = farmRow();
const LOT = lotRow();
const BID = bidRow();
const TRADE = tradeRow();
const OFFER = offerRow();

/** Whatever must not be said. The buyer's side has its own, since a seller may not learn it either. */
const SELLER_SECRETS = ['usr_seller', 'farm_secret', 'Quillon Farms', 'Perpetua Quillon', '50.31', '107.80', 'LOT-SECRET'];
const BUYER_SECRETS = ['tm_secret', 'usr_buyer', 'Zephyrine Grain'];

function dealOf(buyer_invoice_paid_at: string | null, seller_invoice_paid_at: string | null): Deal {
  return { buyer_invoice_paid_at, seller_invoice_paid_at, buyer_name: 'Zephyrine Grain', seller_name: 'Perpetua Quillon' };
}

function truthOf(deal: Deal | null, change: Partial<Row<'bids'>> = {}): BidTruth {
  const buyer = { name: 'Zephyrine Grain', type: 'buyer', is_verified_elevator: 0 };
  return { bid: { ...BID, ...change }, commodity: 'cwrs-wheat', lines: [], buyer, deal };
}

const PHASES: readonly (readonly [string, Deal | null, boolean])[] = [
  ['without a trade', null, false],
  ['with neither invoice paid', dealOf(null, null), false],
  ["with the buyer's invoice paid", dealOf(NOW, null), false],
  ["with the seller's invoice paid", dealOf(null, NOW), false],
  ['with both invoices paid', dealOf(NOW, NOW), true],
];

test.for(PHASES)('PRIV-4 PRIV-5 PRIV-13 PRIV-15 CB-16 %s the other side is named: %s', ([, deal, is_named]) => {
  const seller = is_named ? { name: 'Perpetua Quillon' } : null;
  const buyer = is_named ? { name: 'Zephyrine Grain' } : null;
  expect(viewBid(truthOf(deal)).counterparty).toEqual(seller);
  expect(viewReceivedBid(truthOf(deal)).counterparty).toEqual(buyer);
  expect(viewReceivedBids(LOT, [truthOf(deal)], 'MT').bids[0]?.counterparty).toEqual(buyer);
  expect(viewOffer({ offer: OFFER, deal }).counterparty).toEqual(seller);
  if (deal === null) return;
  expect(viewTrade({ trade: TRADE, deal }, 'buyer').counterparty).toEqual(seller);
  expect(viewTrade({ trade: TRADE, deal }, 'seller').counterparty).toEqual(buyer);
});

test("PRIV-4 a trade's status alone names nobody: both invoices do", () => {
  const completed = { ...TRADE, status: 'Completed', settled_at: NOW } as const;
  expect(viewTrade({ trade: completed, deal: dealOf(NOW, null) }, 'buyer').counterparty).toBeNull();
});

test('PRIV-6 PRIV-16 PRIV-13 what a buyer gets to see before settlement has nothing of the seller', () => {
  const unpaid = dealOf(NOW, null);
  const seen = [
    viewInventory(LOT, 'BU'),
    viewBid(truthOf(null)),
    viewBid(truthOf(unpaid, { author: 'seller', counter_to: 'bid_0' })),
    viewTrade({ trade: TRADE, deal: unpaid }, 'buyer'),
    viewOffer({ offer: OFFER, deal: unpaid }),
    viewBidPayload(BID),
    viewTradeCreatedPayload(TRADE),
    viewTradeSettledPayload(TRADE),
    viewOfferPayload(OFFER),
  ];
  for (const view of seen) {
    const text = JSON.stringify(view);
    for (const secret of SELLER_SECRETS) expect(text).not.toContain(secret);
  }
});

test('PRIV-13 what a seller gets to see before settlement has nothing of a buyer', () => {
  const unpaid = dealOf(null, NOW);
  const seen = [
    viewReceivedBid(truthOf(null)),
    viewReceivedBid(truthOf(unpaid)),
    viewReceivedBids(LOT, [truthOf(null)], 'MT'),
    viewTrade({ trade: TRADE, deal: unpaid }, 'seller'),
    viewBidPayload(BID),
    viewTradeCreatedPayload(TRADE),
  ];
  for (const view of seen) {
    const text = JSON.stringify(view);
    for (const secret of BUYER_SECRETS) expect(text).not.toContain(secret);
  }
});

test('INV-2 INV-20 PRIV-1 PRIV-2 FMT-4 FMT-11 an anonymized listing has these fields and no other', () => {
  expect(viewInventory(LOT, 'MT')).toEqual({
    id: 'inv_1',
    commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
    variety: 'AAC Brandon',
    grade: 'No. 1 CWRS',
    is_organic: true,
    crop_year: 2025,
    quantity_mt: 100,
    quantity: { amount: 100, unit: 'MT' },
    asking_price: { amount: 312.5, currency: 'CAD', unit: 'MT', firm: true },
    quality: { protein: 13.4, moisture: null, test_weight: null, dockage: null, falling_number: null },
    location: { province: 'SK', nearest_city: 'Swift Current' },
    listed_at: NOW,
    expires_at: null,
  });
  const bare = { ...LOT, variety: null, grade: null, crop_year: null, price_amount: null, price_firm: null };
  expect(viewInventory(bare, 'MT')).toMatchObject({
    variety: null,
    grade: null,
    crop_year: null,
    asking_price: null,
    expires_at: null,
  });
});

test.for([
  ['a verified elevator', 1, 'elevator', 'Zephyrine Grain'],
  ['an elevator that is not verified', 0, 'elevator', 'Buyer'],
  ['a plain buyer', 0, 'buyer', 'Buyer'],
] as const)('PRIV-7 the label of %s', ([, is_verified_elevator, type, label]) => {
  const truth = { ...truthOf(null), buyer: { name: 'Zephyrine Grain', type, is_verified_elevator } };
  expect(viewReceivedBid(truth)).toMatchObject({ buyer_label: label, buyer_type: type });
  expect(viewBid(truth)).not.toHaveProperty('buyer_label');
});

test.for([
  ['pending', 'buyer', 'seller'],
  ['pending', 'seller', 'buyer'],
  ['accepted', 'buyer', null],
  ['countered', 'seller', null],
  ['expired', 'buyer', null],
] as const)('LST-13 a bid that is %s, made by the %s, awaits %s', ([status, author, awaiting]) => {
  expect(viewBid(truthOf(null, { status, author })).awaiting).toBe(awaiting);
});

test('BID-47 BID-60 LST-14 a line shows its own price, in the unit it was given in, and its own approval', () => {
  const line = { bid_id: 'bid_1', position: 0, price_amount: 8.25, price_unit: 'BU', status: 'pending' } as const;
  const lines = [
    { ...line, id: 'line_1', grade: 'No. 1 CWRS', subject_to_sample_approval: 1 },
    { ...line, id: 'line_2', grade: 'CW Feed', subject_to_sample_approval: 0, price_unit: 'MT', status: 'rejected' },
  ] as const;
  const multi = { ...truthOf(null, { type: 'multi_grade', price_amount: null, price_unit: null }), lines };
  const money = { amount: 8.25, currency: 'CAD' };
  const grades = [
    { id: 'line_1', grade: 'No. 1 CWRS', price: { ...money, unit: 'BU' }, subject_to_sample_approval: true, status: 'pending' },
    { id: 'line_2', grade: 'CW Feed', price: { ...money, unit: 'MT' }, subject_to_sample_approval: false, status: 'rejected' },
  ];
  expect(viewBid(multi)).toMatchObject({ price: null, grades });
  expect(viewReceivedBid(multi)).toMatchObject({ price: null, grades });
});

test('PRIV-8 PRIV-14 FARM-6 a farm in full, or as an opaque id with its coarse place', () => {
  const full = {
    id: 'farm_secret',
    name: 'Quillon Farms',
    latitude: 50.312477,
    longitude: -107.801932,
    nearest_city: 'Swift Current',
    nearest_province: 'SK',
    created_at: NOW,
  };
  const opaque = { id: 'farm_secret', location: { province: 'SK', nearest_city: 'Swift Current' } };
  expect(viewFullFarm(FARM)).toEqual(full);
  expect(viewFarm(FARM, true)).toEqual(full);
  expect(viewFarm(FARM, false)).toEqual(opaque);
  expect(viewListing(LOT, FARM, true).farm).toEqual(full);
  expect(viewListing(LOT, FARM, false).farm).toEqual(opaque);
});

const LIVE = 'https://marketplace.example/listings/inv_1';
test.for([
  [1, 'listed', true, LIVE],
  [1, 'unlisted', true, null],
  [1, 'archived', true, null],
  [0, 'listed', false, null],
  [0, 'unlisted', false, null],
  [0, 'archived', false, null],
] as const)(
  'LST-8 LST-18 in mode %d a listing that is %s has links: %s, %s',
  ([livemode, status, has_manage_url, public_url]) => {
    const manage_url = has_manage_url ? 'https://marketplace.example/seller/listings/inv_1' : null;
    expect(viewListing({ ...LOT, livemode, status }, FARM, false)).toMatchObject({ manage_url, public_url });
  },
);

test('EVT-6 EVT-7 EVT-8 EVT-9 EVT-14 EVT-26 payloads are ids and states, and have these fields alone', () => {
  const settled = {
    trade_id: 'trd_1',
    status: 'Completed',
    inventory_id: 'inv_1',
    commodity: { slug: 'cwrs-wheat', name: 'CWRS Wheat' },
    quantity_mt: 40,
    price: { amount: 300, currency: 'CAD', unit: 'MT' },
  };
  expect(viewBidPayload(BID)).toEqual({
    bid_id: 'bid_1',
    reference: 'BID-1',
    inventory_id: 'inv_1',
    status: 'pending',
    type: 'single_grade',
  });
  expect(viewTradeSettledPayload(TRADE)).toEqual(settled);
  expect(viewTradeCreatedPayload(TRADE)).toEqual({ ...settled, status: 'Pending', bid_id: 'bid_1' });
  expect(viewOfferPayload(OFFER)).toEqual({ offer_id: 'cbo_1', cash_bid_id: 'cb_1', status: 'pending' });
});

test('SBX-5 the answer of the simulator names nobody but the simulator', () => {
  expect(viewSimulatedEvent(BID, { id: 'usr_51ab000000000001', email: 's@sandbox.example' }, 2, null)).toEqual({
    event: 'bid.received',
    simulated: true,
    bid_id: 'bid_1',
    bid_reference: 'BID-1',
    inventory_id: 'inv_1',
    buyer: { id: 'usr_51ab000000000001', email: 's@sandbox.example' },
    webhook_deliveries_queued: 2,
    warning: null,
  });
});
