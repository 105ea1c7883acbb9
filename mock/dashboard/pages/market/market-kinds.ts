/** What the market page shows of each kind of record. */
import { BID_MACHINE, LISTING_MACHINE, OFFER_MACHINE, TRADE_MACHINE } from '#spec/machines';

interface Step {
  from: string;
  action: string;
  to: string;
}

export interface Kind {
  path: string;
  title: string;
  states: readonly string[];
  steps: readonly Step[];
  /** Field of a row, and heading. */
  columns: readonly (readonly [field: string, heading: string])[];
}

export const KINDS: readonly Kind[] = [
  {
    path: 'lots',
    title: 'Lots',
    states: ['listed', 'unlisted', 'archived'],
    steps: LISTING_MACHINE,
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
    steps: BID_MACHINE,
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
    steps: TRADE_MACHINE,
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
    steps: [],
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
    steps: OFFER_MACHINE,
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
    steps: [],
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
export function describeSteps({ steps }: Kind, state: string): string {
  const out = steps.filter(({ from, to }) => from === state && to !== state);
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
