import { OPERATION_IDS, type OperationId } from '#spec';
import type { ClauseId } from '#spec/clauses/index';
import type { JsonObject } from './json.ts';

/** What a successful response is about. `received_bid`: a bid as its listing's seller sees it. `deleted`: the Deleted object or the resource. */
export type ResourceKind =
  | 'inventory'
  | 'filters'
  | 'bid'
  | 'received_bid'
  | 'trade'
  | 'team'
  | 'cash_bid'
  | 'offer'
  | 'webhook'
  | 'delivery'
  | 'farm'
  | 'listing'
  | 'other';

/** What the document states about one endpoint. Written independently of the mock's code. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the document writes it. */
  readonly path: string;
  /** All of these are required, or any one of them with `any_scope`. Empty: the document states none. */
  readonly scopes: readonly string[];
  readonly any_scope?: true;
  /** The status of a success. Undefined if the document lists none, so any 2xx is legal (OP-1). */
  readonly status: 200 | 201 | undefined;
  readonly returns: ResourceKind;
  /** Whether the row writes `{data: …}`, or CONV-9 derives it. */
  readonly data?: 'stated' | 'derived';
  /** Whether the row says "paging object". */
  readonly paging_object?: true;
  /** Whether the row lists `limit` and `offset`, or PAGE-14 derives them. */
  readonly limit?: 'stated' | 'derived';
  /** The row lists no 401, which still applies (OP-2). */
  readonly row_omits_401?: true;
  /** What a success creates, by its name in the ledger. */
  readonly creates?: string;
  /** What a success ends, by its name in the ledger: the record whose id is in the path. It needs no clean-up. */
  readonly ends?: string;
  /** The clauses that state that the endpoint exists and what it returns. */
  readonly stated_by: readonly ClauseId[];
  /** The configuration key to set if no success was seen. */
  readonly seen_with: string;
  /** A valid request needs only a record of this kind that the caller owns, and no body. The gate creates the record. */
  readonly visit_on?: 'cash_bid';
  /** A body that reaches authorization: valid as far as the document shows one. */
  readonly body?: JsonObject;
}

const BID_BODY = {
  price: { amount: 300, unit: 'MT' },
  quantity_mt: 10,
  delivery: { from: '2027-01-01', to: '2027-01-31' },
  fob_farm: true,
};

const BUYER = { status: 200, seen_with: 'actors.buyer' } as const;
const SELLER = { status: 200, seen_with: 'actors.seller' } as const;
const CASH_BID = { status: 200, seen_with: 'fixtures.cash_bid_body' } as const;
const OFFER = { status: 200, seen_with: 'hooks.make_offer' } as const;
const PAGE = { paging_object: true, limit: 'stated' } as const;
const OWN_PAGE = { paging_object: true, limit: 'derived' } as const;

/** One row per endpoint. The compiler finds an operation without a row; `proofs/tables.test.ts` compares the rows with `spec/`. */
// prettier-ignore
export const ENDPOINTS: Readonly<Record<OperationId, Endpoint>> = {
  listInventory: { method: 'GET', path: '/inventory', scopes: ['inventory.read'], ...BUYER, ...PAGE, returns: 'inventory', stated_by: ['INV-1'] },
  getInventoryFilters: { method: 'GET', path: '/inventory/filters', scopes: ['inventory.read'], ...BUYER, data: 'derived', returns: 'filters', stated_by: ['INV-12'] },
  getInventory: { method: 'GET', path: '/inventory/{id}', scopes: ['inventory.read'], ...BUYER, data: 'stated', returns: 'inventory', stated_by: ['INV-14'] },
  placeBid: { method: 'POST', path: '/inventory/{id}/bids', scopes: ['bids.write'], ...SELLER, status: 201, data: 'stated', returns: 'bid', creates: 'bid', stated_by: ['BID-1', 'IDEM-1'], body: BID_BODY },
  listBids: { method: 'GET', path: '/bids', scopes: ['bids.read'], ...BUYER, ...PAGE, returns: 'bid', stated_by: ['BID-14'] },
  getBid: { method: 'GET', path: '/bids/{id}', scopes: ['bids.read'], ...BUYER, data: 'stated', returns: 'bid', stated_by: ['BID-16'] },
  acceptBid: { method: 'POST', path: '/bids/{id}/accept', scopes: ['bids.write'], ...SELLER, data: 'stated', returns: 'trade', ends: 'bid', creates: 'trade', stated_by: ['BID-21', 'BID-18'], row_omits_401: true },
  rejectBid: { method: 'POST', path: '/bids/{id}/reject', scopes: ['bids.write'], ...SELLER, data: 'stated', returns: 'bid', ends: 'bid', stated_by: ['BID-26', 'BID-18'], row_omits_401: true },
  counterBid: { method: 'POST', path: '/bids/{id}/counter', scopes: ['bids.write'], ...SELLER, status: 201, data: 'stated', returns: 'bid', ends: 'bid', creates: 'bid', stated_by: ['BID-27', 'BID-18'], body: BID_BODY, row_omits_401: true },
  listDeliveryLocations: { method: 'GET', path: '/delivery-locations', scopes: ['locations.read'], status: 200, seen_with: 'actors.elevator', returns: 'other', stated_by: ['DLOC-1'], row_omits_401: true },
  listMarketCommodities: { method: 'GET', path: '/market/commodities', scopes: ['market.read'], ...BUYER, returns: 'other', stated_by: ['MKT-1'] },
  listMarketPrices: { method: 'GET', path: '/market/prices', scopes: ['market.read'], ...BUYER, returns: 'other', stated_by: ['MKT-2'] },
  getPriceHistory: { method: 'GET', path: '/market/prices/{commodity}/history', scopes: ['market.read'], ...BUYER, returns: 'other', stated_by: ['MKT-3'] },
  listTrades: { method: 'GET', path: '/trades', scopes: ['trades.read'], ...BUYER, ...PAGE, returns: 'trade', stated_by: ['TRD-1'] },
  getTrade: { method: 'GET', path: '/trades/{id}', scopes: ['trades.read'], ...SELLER, data: 'stated', returns: 'trade', stated_by: ['TRD-2'] },
  listTeams: { method: 'GET', path: '/teams', scopes: ['teams.read'], ...BUYER, returns: 'team', stated_by: ['TEAM-1'] },
  getTeam: { method: 'GET', path: '/teams/{id}', scopes: ['teams.read'], ...BUYER, data: 'stated', returns: 'team', stated_by: ['TEAM-2'] },
  listCashBids: { method: 'GET', path: '/cash-bids', scopes: ['cashbids.read'], status: 200, seen_with: 'actors.elevator', ...PAGE, returns: 'cash_bid', stated_by: ['CB-1'] },
  createCashBid: { method: 'POST', path: '/cash-bids', scopes: ['cashbids.write'], ...CASH_BID, status: 201, data: 'stated', returns: 'cash_bid', creates: 'cash_bid', stated_by: ['CB-2', 'DLOC-3'], body: {} },
  updateCashBid: { method: 'PATCH', path: '/cash-bids/{id}', scopes: ['cashbids.write'], ...CASH_BID, data: 'stated', returns: 'cash_bid', stated_by: ['CB-3', 'CB-12'], visit_on: 'cash_bid', body: {} },
  listOffers: { method: 'GET', path: '/cash-bids/{id}/offers', scopes: ['cashbids.read'], ...CASH_BID, ...PAGE, returns: 'offer', stated_by: ['CB-4'], row_omits_401: true },
  acceptOffer: { method: 'POST', path: '/cash-bid-offers/{id}/accept', scopes: ['cashbids.write'], ...OFFER, data: 'stated', returns: 'trade', creates: 'trade', stated_by: ['CB-5'], row_omits_401: true },
  rejectOffer: { method: 'POST', path: '/cash-bid-offers/{id}/reject', scopes: ['cashbids.write'], ...OFFER, data: 'stated', returns: 'offer', stated_by: ['CB-5'], row_omits_401: true },
  listWebhooks: { method: 'GET', path: '/webhooks', scopes: ['webhooks.read'], ...BUYER, returns: 'webhook', stated_by: ['WHK-1'] },
  createWebhook: { method: 'POST', path: '/webhooks', scopes: ['webhooks.write'], ...BUYER, status: 201, data: 'stated', returns: 'webhook', creates: 'webhook', stated_by: ['WHK-2'], body: { url: 5, events: [] } },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}', scopes: ['webhooks.write'], ...BUYER, data: 'stated', returns: 'webhook', ends: 'webhook', stated_by: ['WHK-5'], row_omits_401: true },
  listDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries', scopes: ['webhooks.read'], ...BUYER, limit: 'stated', returns: 'delivery', stated_by: ['WHK-7'], row_omits_401: true },
  redeliver: { method: 'POST', path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver', scopes: ['webhooks.write'], status: 200, seen_with: 'target.receiver_url', data: 'stated', returns: 'other', stated_by: ['WHK-8'], row_omits_401: true },
  simulateEvent: { method: 'POST', path: '/sandbox/simulate-event', scopes: [], status: undefined, seen_with: 'actors.seller_sandbox', data: 'stated', returns: 'other', creates: 'bid', stated_by: ['SBX-3', 'SBX-5'], body: { event: 'bid.received' }, row_omits_401: true },
  createSandboxUser: { method: 'POST', path: '/sandbox/users', scopes: [], status: undefined, seen_with: 'fixtures.sandbox_user_body', returns: 'other', creates: 'user', stated_by: ['SBX-11'], body: {}, row_omits_401: true },
  listGrades: { method: 'GET', path: '/grades', scopes: [], ...BUYER, status: undefined, returns: 'other', stated_by: ['SBX-11'], row_omits_401: true },
  listFarms: { method: 'GET', path: '/me/farms', scopes: ['listings.read', 'farms.read'], any_scope: true, ...SELLER, returns: 'farm', stated_by: ['FARM-1'], row_omits_401: true },
  createFarm: { method: 'POST', path: '/me/farms', scopes: ['farms.write'], ...SELLER, status: 201, data: 'derived', returns: 'farm', creates: 'farm', stated_by: ['FARM-2'], body: {}, row_omits_401: true },
  getFarm: { method: 'GET', path: '/me/farms/{id}', scopes: ['farms.read'], ...SELLER, data: 'derived', returns: 'farm', stated_by: ['FARM-3'], row_omits_401: true },
  updateFarm: { method: 'PATCH', path: '/me/farms/{id}', scopes: ['farms.write'], ...SELLER, data: 'derived', returns: 'farm', stated_by: ['FARM-3'], body: {}, row_omits_401: true },
  listListings: { method: 'GET', path: '/me/inventory', scopes: ['listings.read'], ...SELLER, ...OWN_PAGE, returns: 'listing', stated_by: ['LST-1'], row_omits_401: true },
  createListing: { method: 'POST', path: '/me/inventory', scopes: ['listings.write'], ...SELLER, status: 201, data: 'stated', returns: 'listing', creates: 'listing', stated_by: ['LST-2'], body: {}, row_omits_401: true },
  getListing: { method: 'GET', path: '/me/inventory/{id}', scopes: ['listings.read'], ...SELLER, data: 'stated', returns: 'listing', stated_by: ['LST-5'], row_omits_401: true },
  updateListing: { method: 'PATCH', path: '/me/inventory/{id}', scopes: ['listings.write'], ...SELLER, data: 'stated', returns: 'listing', stated_by: ['LST-6'], body: {}, row_omits_401: true },
  archiveListing: { method: 'DELETE', path: '/me/inventory/{id}', scopes: ['listings.write'], ...SELLER, returns: 'listing', ends: 'listing', stated_by: ['LST-7'], row_omits_401: true },
  listReceivedBids: { method: 'GET', path: '/me/inventory/{id}/bids', scopes: ['listings.read'], ...SELLER, ...OWN_PAGE, returns: 'received_bid', stated_by: ['LST-11'], row_omits_401: true },
  listBidsReceived: { method: 'GET', path: '/me/bids-received', scopes: ['listings.read', 'bids.read'], ...SELLER, limit: 'derived', returns: 'other', stated_by: ['LST-12'], row_omits_401: true },
};

/** The prefix of an id, by the kind of resource (CONV-10). */
export const ID_PREFIX: Readonly<Partial<Record<ResourceKind, string>>> = {
  inventory: 'inv_',
  listing: 'inv_',
  bid: 'bid_',
  received_bid: 'bid_',
  trade: 'trd_',
  team: 'tm_',
  cash_bid: 'cb_',
  offer: 'cbo_',
  webhook: 'whk_',
  delivery: 'whd_',
  farm: 'farm_',
};

/** Every endpoint with the name of its operation, in the order of the table. */
export const ENDPOINT_ROWS: readonly (readonly [OperationId, Endpoint])[] = OPERATION_IDS.map((id) => [id, ENDPOINTS[id]]);

const SEGMENT_PREFIX: Readonly<Record<string, string>> = {
  inventory: 'inv_',
  bids: 'bid_',
  trades: 'trd_',
  teams: 'tm_',
  'cash-bids': 'cb_',
  'cash-bid-offers': 'cbo_',
  webhooks: 'whk_',
  deliveries: 'whd_',
  farms: 'farm_',
};

/** The path of an endpoint with ids that exist on no deployment. */
export function samplePath({ path }: Endpoint): string {
  return path
    .replace('{commodity}', 'canola')
    .replaceAll(/([a-z-]+)\/\{\w+\}/g, (_, segment: string) => `${segment}/${SEGMENT_PREFIX[segment] ?? ''}${'0'.repeat(24)}`);
}
