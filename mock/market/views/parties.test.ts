/** Every view of a record that involves a party, with a unique value in every private field. */
import type { Row } from '../records/tables.ts';
import { expect, test } from 'vitest';
import { bidRow, lotRow, offerRow, tradeRow } from '../../testing/rows.ts';
import type { StoredBid, Deal } from '../records/stored-records.ts';
import { viewBid, viewOffer, viewReceivedBid, viewReceivedBids, viewTrade } from './parties.ts';

const NOW = '2026-06-10T12:00:00.000Z';
const LOT = lotRow();
const BID = bidRow();
const TRADE = tradeRow();
const OFFER = offerRow();

function dealOf(buyer_invoice_paid_at: string | null, seller_invoice_paid_at: string | null): Deal {
  return { buyer_invoice_paid_at, seller_invoice_paid_at, buyer_name: 'Zephyrine Grain', seller_name: 'Perpetua Quillon' };
}

function storedBid(deal: Deal | null, change: Partial<Row<'bids'>> = {}): StoredBid {
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

test.for(PHASES)('PRIV-4 PRIV-5 PRIV-13 PRIV-15 CB-16 %s, the other side is named: %s', ([, deal, is_named]) => {
  const seller = is_named ? { name: 'Perpetua Quillon' } : null;
  const buyer = is_named ? { name: 'Zephyrine Grain' } : null;
  expect(viewBid(storedBid(deal)).counterparty).toEqual(seller);
  expect(viewReceivedBid(storedBid(deal)).counterparty).toEqual(buyer);
  expect(viewReceivedBids(LOT, [storedBid(deal)], 'MT').bids[0]?.counterparty).toEqual(buyer);
  expect(viewOffer({ offer: OFFER, deal }).counterparty).toEqual(seller);
  if (deal === null) return;
  expect(viewTrade({ trade: TRADE, deal }, 'buyer').counterparty).toEqual(seller);
  expect(viewTrade({ trade: TRADE, deal }, 'seller').counterparty).toEqual(buyer);
});

test.for([
  ['pending', 'buyer', 'seller'],
  ['pending', 'seller', 'buyer'],
  ['accepted', 'buyer', null],
  ['countered', 'seller', null],
  ['expired', 'buyer', null],
] as const)('LST-13 a bid that is %s, by the %s, awaits %s', ([status, author, awaiting]) => {
  expect(viewBid(storedBid(null, { status, author })).awaiting).toBe(awaiting);
});

test('BID-47 BID-60 LST-14 a line has its own price, in the unit of the request, and its own approval', () => {
  const line = { bid_id: 'bid_1', position: 0, price_amount: 8.25, price_unit: 'BU', status: 'pending' } as const;
  const lines = [
    { ...line, id: 'line_1', grade: 'No. 1 CWRS', subject_to_sample_approval: 1 },
    { ...line, id: 'line_2', grade: 'CW Feed', subject_to_sample_approval: 0, price_unit: 'MT', status: 'rejected' },
  ] as const;
  const multi = { ...storedBid(null, { type: 'multi_grade', price_amount: null, price_unit: null }), lines };
  const money = { amount: 8.25, currency: 'CAD' };
  const grades = [
    { id: 'line_1', grade: 'No. 1 CWRS', price: { ...money, unit: 'BU' }, subject_to_sample_approval: true, status: 'pending' },
    { id: 'line_2', grade: 'CW Feed', price: { ...money, unit: 'MT' }, subject_to_sample_approval: false, status: 'rejected' },
  ];
  expect(viewBid(multi)).toMatchObject({ price: null, grades });
  expect(viewReceivedBid(multi)).toMatchObject({ price: null, grades });
});
