/** The tables of the market page, one per kind of record. */
import { BID_MACHINE, LISTING_MACHINE, OFFER_MACHINE, TRADE_MACHINE } from '#spec/machines';

interface Transition {
  from: string;
  action: string;
  to: string;
}

export interface RecordKind {
  path: string;
  title: string;
  states: readonly string[];
  transitions: readonly Transition[];
  /** The fields of a row to show, with their headings. */
  columns: readonly (readonly [field: string, heading: string])[];
}

export const KINDS: readonly RecordKind[] = [
  {
    path: 'lots',
    title: 'Lots',
    states: ['listed', 'unlisted', 'archived'],
    transitions: LISTING_MACHINE,
    columns: [
      ['commodity', 'Commodity'],
      ['grade', 'Grade'],
      ['quantity_mt', 'Tonnes'],
      ['price_amount', 'CAD/t'],
      ['nearest_city', 'Near'],
      ['seller', 'Seller'],
      ['pending_bids', 'Open bids'],
    ],
  },
  {
    path: 'bids',
    title: 'Bids',
    states: ['pending', 'countered', 'accepted', 'rejected', 'expired'],
    transitions: BID_MACHINE,
    columns: [
      ['author', 'By'],
      ['price_amount', 'Price'],
      ['quantity_mt', 'Tonnes'],
      ['lot_id', 'Lot'],
      ['buyer', 'Buyer'],
      ['seller', 'Seller'],
    ],
  },
  {
    path: 'trades',
    title: 'Trades',
    states: ['Pending', 'Completed'],
    transitions: TRADE_MACHINE,
    columns: [
      ['commodity', 'Commodity'],
      ['quantity_mt', 'Tonnes'],
      ['price_amount', 'Price'],
      ['buyer', 'Buyer'],
      ['seller', 'Seller'],
      ['buyer_invoice_paid_at', 'Buyer paid'],
      ['seller_invoice_paid_at', 'Seller paid'],
    ],
  },
  {
    path: 'cash-bids',
    title: 'Cash bids',
    states: ['active', 'inactive'],
    transitions: [],
    columns: [
      ['commodity', 'Commodity'],
      ['grade', 'Grade'],
      ['quantity_mt', 'Tonnes'],
      ['price_amount', 'Price'],
      ['buyer', 'Buyer'],
      ['pending_offers', 'Open offers'],
    ],
  },
  {
    path: 'offers',
    title: 'Offers',
    states: ['pending', 'accepted', 'rejected', 'expired'],
    transitions: OFFER_MACHINE,
    columns: [
      ['cash_bid_id', 'Cash bid'],
      ['quantity_mt', 'Tonnes'],
      ['price_amount', 'Price'],
      ['seller', 'Seller'],
    ],
  },
  {
    path: 'locations',
    title: 'Locations',
    states: ['clear', 'congested'],
    transitions: [],
    columns: [
      ['name', 'Name'],
      ['city', 'City'],
      ['buyer', 'Elevator'],
      ['trucks_waiting', 'Trucks waiting'],
      ['congestion_threshold', 'Threshold'],
    ],
  },
];

/** The transitions out of a state, such as `accept → accepted, reject → rejected`. */
export function describeTransitions({ transitions }: RecordKind, state: string): string {
  const out = transitions.filter(({ from, to }) => from === state && to !== state);
  return out.map(({ action, to }) => `${action} → ${to}`).join(', ');
}

export const PRICES = 'prices';

/** Columns with numbers. */
export const NUMERIC: ReadonlySet<string> = new Set([
  'quantity_mt',
  'price_amount',
  'pending_bids',
  'pending_offers',
  'trucks_waiting',
  'congestion_threshold',
]);
