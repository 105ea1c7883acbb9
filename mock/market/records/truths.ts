/** Records as the store joins them: everything that is known, before a view selects what the caller sees. */
import type { Row } from './tables.ts';

/** What the views of a public listing may look at: neither seller nor farm is among it (PRIV-1, PRIV-6, PRIV-16, PRIV-17). */
export type PublicLot = Pick<
  Row<'lots'>,
  | ('id' | 'commodity' | 'variety' | 'grade' | 'is_organic' | 'crop_year' | 'quantity_mt' | 'price_amount' | 'price_firm')
  | ('protein' | 'moisture' | 'test_weight' | 'dockage' | 'falling_number')
  | ('province' | 'nearest_city' | 'listed_at' | 'expires_at')
>;

/** The two parties of a trade and their invoices. */
export interface Deal {
  buyer_invoice_paid_at: string | null;
  seller_invoice_paid_at: string | null;
  buyer_name: string;
  seller_name: string;
}

/** A bid with all that is known of it. */
export interface BidTruth {
  bid: Row<'bids'>;
  commodity: string;
  lines: readonly Row<'bid_lines'>[];
  buyer: { name: string; type: string; is_verified_elevator: number };
  /** The trade that came of it, if any. */
  deal: Deal | null;
}

export interface TradeTruth {
  trade: Row<'trades'>;
  deal: Deal;
}

export interface OfferTruth {
  offer: Row<'offers'>;
  deal: Deal | null;
}
