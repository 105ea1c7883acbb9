/** Joined records: all fields, before a view selects those that the caller may see. */
import type { Row } from './tables.ts';

/** The columns that views of a public listing may read: no seller and no farm (PRIV-1, PRIV-6, PRIV-16, PRIV-17). */
export const PUBLIC_COLUMNS = [
  'id',
  'commodity',
  'variety',
  'grade',
  'is_organic',
  'crop_year',
  'quantity_mt',
  'price_amount',
  'price_firm',
  'protein',
  'moisture',
  'test_weight',
  'dockage',
  'falling_number',
  'province',
  'nearest_city',
  'listed_at',
  'expires_at',
] as const satisfies readonly (keyof Row<'lots'>)[];
export type PublicLot = Pick<Row<'lots'>, (typeof PUBLIC_COLUMNS)[number]>;

/** The two parties of a trade and their invoices. */
export interface Deal {
  buyer_invoice_paid_at: string | null;
  seller_invoice_paid_at: string | null;
  buyer_name: string;
  seller_name: string;
}

/** A bid with its lot, its parties, and its trade. */
export interface StoredBid {
  bid: Row<'bids'>;
  commodity: string;
  lines: readonly Row<'bid_lines'>[];
  buyer: { name: string; type: string; is_verified_elevator: number };
  /** The trade that it led to, if any. */
  deal: Deal | null;
}

export interface StoredTrade {
  trade: Row<'trades'>;
  deal: Deal;
}

export interface StoredOffer {
  offer: Row<'offers'>;
  deal: Deal | null;
}
