/**
 * All views of records that involve a party or a location. To review what the API reveals, read this file.
 *
 * Each view lists the fields that it shows, and never copies a whole record. A party is named
 * in three places only: `counterpartyOf` (PRIV-4), `buyerLabelOf` (PRIV-7), and a seller's own farm (PRIV-8).
 * Event payloads contain only ids and states (EVT-14), see payloads.ts.
 */
import type {
  ResponseBodyOf,
  Bid,
  BidLine,
  Farm,
  Inventory,
  Listing,
  OPERATIONS,
  Offer,
  OpaqueFarm,
  ReceivedBid,
  ReceivedBids,
  Trade,
  Unit,
} from '#spec';
import type { Row } from '../records/tables.ts';
import type { Side } from '../rules/bids.ts';
import type { StoredBid, Deal, StoredOffer, PublicLot, StoredTrade } from '../records/stored-records.ts';
import type { Visible } from './visible.ts';
import { show } from './visible.ts';
import { commodityOf, moneyOf, quantityOf } from './values.ts';

/** PRIV-4, PRIV-5, PRIV-12, PRIV-13, PRIV-15, PRIV-18, PRIV-19: neither party is named before both invoices of this trade are paid. */
function counterpartyOf(deal: Deal | null, viewer: Side): { name: string } | null {
  if (deal === null || deal.buyer_invoice_paid_at === null || deal.seller_invoice_paid_at === null) return null;
  return { name: viewer === 'buyer' ? deal.seller_name : deal.buyer_name };
}

/** PRIV-7: the company of a verified elevator, otherwise the literal `Buyer`. */
function buyerLabelOf(buyer: StoredBid['buyer']): string {
  return buyer.is_verified_elevator === 1 ? buyer.name : 'Buyer';
}

/** INV-17: the asking price is the target price of the seller. */
function askingPriceOf(lot: { price_amount: number | null; price_firm: number | null }): Inventory['asking_price'] {
  if (lot.price_amount === null) return null;
  return { ...moneyOf(lot.price_amount, 'MT'), firm: lot.price_firm === null ? null : lot.price_firm === 1 };
}

function qualityOf({ protein, moisture, test_weight, dockage, falling_number }: PublicLot): Inventory['quality'] {
  return { protein, moisture, test_weight, dockage, falling_number };
}

/** INV-2, INV-18, INV-19, INV-20, PRIV-1, PRIV-2, PRIV-16: the anonymized listing, with the same id and values as the seller's. */
export function viewInventory(lot: PublicLot, units: Unit): Visible<Inventory> {
  return show({
    id: lot.id,
    commodity: commodityOf(lot.commodity),
    variety: lot.variety,
    grade: lot.grade,
    is_organic: lot.is_organic === 1,
    crop_year: lot.crop_year,
    quantity_mt: lot.quantity_mt,
    quantity: quantityOf(lot.quantity_mt, units, lot.commodity),
    asking_price: askingPriceOf(lot),
    quality: qualityOf(lot), // FMT-3
    location: { province: lot.province, nearest_city: lot.nearest_city }, // FMT-4, FMT-11
    listed_at: lot.listed_at,
    expires_at: lot.expires_at,
  });
}

/** BID-47 */
function viewLine(line: Row<'bid_lines'>): BidLine {
  return {
    id: line.id,
    grade: line.grade,
    price: moneyOf(line.price_amount, line.price_unit),
    subject_to_sample_approval: line.subject_to_sample_approval === 1,
    status: line.status,
  };
}

function bidFields(stored: StoredBid, viewer: Side, units: Unit): Omit<Bid, 'inventory_id'> {
  const { bid } = stored;
  return {
    id: bid.id,
    reference: bid.reference,
    status: bid.status,
    type: bid.type,
    price: bid.price_amount === null ? null : moneyOf(bid.price_amount, bid.price_unit),
    // LST-14: only multi-grade bids have lines.
    ...(bid.type === 'multi_grade' ? { grades: stored.lines.map(viewLine) } : {}),
    quantity_mt: bid.quantity_mt,
    quantity: quantityOf(bid.quantity_mt, units, stored.commodity),
    delivery: { from: bid.delivery_from, to: bid.delivery_to }, // FMT-5
    fob_farm: bid.fob_farm === 1,
    delivery_location_id: bid.delivery_location_id,
    subject_to_sample_approval: bid.subject_to_sample_approval === 1,
    additional_terms: bid.additional_terms,
    expires_at: bid.expires_at,
    counter_to: bid.counter_to,
    // LST-13: the side that did not make the bid can answer it.
    awaiting: bid.status === 'pending' ? (bid.author === 'buyer' ? 'seller' : 'buyer') : null,
    counterparty: counterpartyOf(stored.deal, viewer),
    created_at: bid.created_at,
  };
}

/** BID-13, BID-46: what the buyer's team sees of its bid. */
export function viewBid(stored: StoredBid, units: Unit = 'MT'): Visible<Bid> {
  return show({ ...bidFields(stored, 'buyer', units), inventory_id: stored.bid.lot_id });
}

/** LST-11, LST-21: what the seller sees of a bid on its lot. */
export function viewReceivedBid(stored: StoredBid, units: Unit = 'MT'): Visible<ReceivedBid> {
  return show({
    ...bidFields(stored, 'seller', units),
    listing_id: stored.bid.lot_id,
    buyer_label: buyerLabelOf(stored.buyer),
    buyer_type: stored.buyer.type,
  });
}

/** LST-12 */
export function viewReceivedBids(lot: Row<'lots'>, bids: readonly StoredBid[], units: Unit): Visible<ReceivedBids> {
  const { id, reference, grade, quantity_mt } = lot;
  return show({
    listing: { id, reference, commodity: commodityOf(lot.commodity), grade, quantity_mt },
    bids: bids.map((stored) => viewReceivedBid(stored, units)),
  });
}

/** TRD-4, TRD-5, TRD-10, TRD-11: the invoices name no party. */
export function viewTrade({ trade, deal }: StoredTrade, viewer: Side, units: Unit = 'MT'): Visible<Trade> {
  return show({
    id: trade.id, // TRD-14
    reference: trade.reference,
    status: trade.status,
    side: viewer,
    bid_id: trade.bid_id,
    offer_id: trade.offer_id,
    inventory_id: trade.lot_id,
    commodity: commodityOf(trade.commodity),
    quantity_mt: trade.quantity_mt,
    quantity: quantityOf(trade.quantity_mt, units, trade.commodity),
    price: moneyOf(trade.price_amount, trade.price_unit),
    delivery:
      trade.delivery_from === null || trade.delivery_to === null ? null : { from: trade.delivery_from, to: trade.delivery_to },
    invoices: [
      { kind: 'buyer' as const, status: trade.buyer_invoice_paid_at === null ? ('unpaid' as const) : ('paid' as const) },
      { kind: 'seller' as const, status: trade.seller_invoice_paid_at === null ? ('unpaid' as const) : ('paid' as const) },
    ],
    counterparty: counterpartyOf(deal, viewer),
    created_at: trade.created_at,
    settled_at: trade.settled_at,
  });
}

/** CB-7, CB-16, PRIV-5 */
export function viewOffer({ offer, deal }: StoredOffer): Visible<Offer> {
  return show({
    id: offer.id,
    cash_bid_id: offer.cash_bid_id,
    status: offer.status,
    price: moneyOf(offer.price_amount, offer.price_unit),
    quantity_mt: offer.quantity_mt,
    counterparty: counterpartyOf(deal, 'buyer'),
    created_at: offer.created_at,
  });
}

/** PRIV-8, PRIV-14, FARM-6: name and coordinates only for a token with farms.read. Only called for the owner. */
export function viewFarm(farm: Row<'farms'>, has_farms_read: boolean): Visible<Farm | OpaqueFarm> {
  return has_farms_read
    ? viewFullFarm(farm)
    : show({ id: farm.id, location: { province: farm.nearest_province, nearest_city: farm.nearest_city } });
}

/** FARM-3: needs farms.read only. */
export function viewFullFarm(farm: Row<'farms'>): Visible<Farm> {
  const { id, name, latitude, longitude, nearest_city, nearest_province, created_at } = farm;
  return show({ id, name, latitude, longitude, nearest_city, nearest_province, created_at });
}

/** LST-1, LST-8: the owner's full view of a lot. */
export function viewListing(lot: Row<'lots'>, farm: Row<'farms'>, has_farms_read: boolean, units: Unit = 'MT'): Visible<Listing> {
  const is_live = lot.livemode === 1;
  return show({
    id: lot.id,
    reference: lot.reference,
    status: lot.status,
    commodity: commodityOf(lot.commodity),
    variety: lot.variety,
    grade: lot.grade,
    is_organic: lot.is_organic === 1,
    crop_year: lot.crop_year,
    quantity_mt: lot.quantity_mt,
    quantity: quantityOf(lot.quantity_mt, units, lot.commodity),
    target_price: askingPriceOf(lot),
    quality: qualityOf(lot),
    location: { province: lot.province, nearest_city: lot.nearest_city },
    farm: viewFarm(farm, has_farms_read),
    manage_url: is_live ? `https://marketplace.example/seller/listings/${lot.id}` : null,
    // LST-8, LST-18
    public_url: is_live && lot.status === 'listed' ? `https://marketplace.example/listings/${lot.id}` : null,
    listed_at: lot.listed_at,
    expires_at: lot.expires_at,
    created_at: lot.created_at,
  });
}

/** SBX-5: the buyer of the simulator has no name. */
export function viewSimulatedEvent(
  bid: Row<'bids'>,
  simulator: { id: string; email: string },
  webhook_deliveries_queued: number,
  warning: string | null,
): Visible<ResponseBodyOf<typeof OPERATIONS.simulateEvent>['data']> {
  return show({
    event: 'bid.received',
    simulated: true,
    bid_id: bid.id,
    bid_reference: bid.reference,
    inventory_id: bid.lot_id,
    buyer: { id: simulator.id, email: simulator.email },
    webhook_deliveries_queued,
    warning,
  });
}
