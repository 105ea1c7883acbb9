/** The endpoints and the scopes they state, as the document's tables have them: the judge's own rows, which a proof compares with spec/. */

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With ids that lead nowhere. */
  path: string;
  /** Each of these is needed, or any of them. */
  scopes: readonly string[];
  any?: true;
  /** A body that is in order as far as it is shown. */
  body?: Readonly<Record<string, unknown>>;
}

const INV = '/inventory/inv_000000000000000000000000';
const BID = '/bids/bid_000000000000000000000000';
const OWN = '/me/inventory/inv_000000000000000000000000';
const FARM = '/me/farms/farm_000000000000000000000000';
const WEBHOOK = '/webhooks/whk_000000000000000000000000';
const OFFER = '/cash-bid-offers/cbo_000000000000000000000000';
const CASH_BID = '/cash-bids/cb_000000000000000000000000';

const PLACE_BID = {
  price: { amount: 300, unit: 'MT' },
  quantity_mt: 10,
  delivery: { from: '2027-01-01', to: '2027-01-31' },
  fob_farm: true,
};

/** The 39 operations that state a scope (AUTH-2). */
export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/inventory', scopes: ['inventory.read'] },
  { method: 'GET', path: '/inventory/filters', scopes: ['inventory.read'] },
  { method: 'GET', path: INV, scopes: ['inventory.read'] },
  { method: 'POST', path: `${INV}/bids`, scopes: ['bids.write'], body: PLACE_BID },
  { method: 'GET', path: '/bids', scopes: ['bids.read'] },
  { method: 'GET', path: BID, scopes: ['bids.read'] },
  { method: 'POST', path: `${BID}/accept`, scopes: ['bids.write'] },
  { method: 'POST', path: `${BID}/reject`, scopes: ['bids.write'] },
  { method: 'POST', path: `${BID}/counter`, scopes: ['bids.write'], body: PLACE_BID },
  { method: 'GET', path: '/delivery-locations', scopes: ['locations.read'] },
  { method: 'GET', path: '/market/commodities', scopes: ['market.read'] },
  { method: 'GET', path: '/market/prices', scopes: ['market.read'] },
  { method: 'GET', path: '/market/prices/canola/history', scopes: ['market.read'] },
  { method: 'GET', path: '/trades', scopes: ['trades.read'] },
  { method: 'GET', path: '/trades/trd_000000000000000000000000', scopes: ['trades.read'] },
  { method: 'GET', path: '/teams', scopes: ['teams.read'] },
  { method: 'GET', path: '/teams/tm_000000000000000000000000', scopes: ['teams.read'] },
  { method: 'GET', path: '/cash-bids', scopes: ['cashbids.read'] },
  { method: 'POST', path: '/cash-bids', scopes: ['cashbids.write'], body: {} },
  { method: 'PATCH', path: CASH_BID, scopes: ['cashbids.write'], body: {} },
  { method: 'GET', path: `${CASH_BID}/offers`, scopes: ['cashbids.read'] },
  { method: 'POST', path: `${OFFER}/accept`, scopes: ['cashbids.write'] },
  { method: 'POST', path: `${OFFER}/reject`, scopes: ['cashbids.write'] },
  { method: 'GET', path: '/webhooks', scopes: ['webhooks.read'] },
  { method: 'POST', path: '/webhooks', scopes: ['webhooks.write'], body: { url: 5, events: [] } },
  { method: 'DELETE', path: WEBHOOK, scopes: ['webhooks.write'] },
  { method: 'GET', path: `${WEBHOOK}/deliveries`, scopes: ['webhooks.read'] },
  { method: 'POST', path: `${WEBHOOK}/deliveries/whd_000000000000000000000000/redeliver`, scopes: ['webhooks.write'] },
  { method: 'GET', path: '/me/farms', scopes: ['listings.read', 'farms.read'], any: true },
  { method: 'POST', path: '/me/farms', scopes: ['farms.write'], body: {} },
  { method: 'GET', path: FARM, scopes: ['farms.read'] },
  { method: 'PATCH', path: FARM, scopes: ['farms.write'], body: {} },
  { method: 'GET', path: '/me/inventory', scopes: ['listings.read'] },
  { method: 'POST', path: '/me/inventory', scopes: ['listings.write'], body: {} },
  { method: 'GET', path: OWN, scopes: ['listings.read'] },
  { method: 'PATCH', path: OWN, scopes: ['listings.write'], body: {} },
  { method: 'DELETE', path: OWN, scopes: ['listings.write'] },
  { method: 'GET', path: `${OWN}/bids`, scopes: ['listings.read'] },
  { method: 'GET', path: '/me/bids-received', scopes: ['listings.read', 'bids.read'] },
];

/** AUTH-13: the table of scopes. */
export const SCOPE_NAMES = [
  'inventory.read',
  'market.read',
  'bids.read',
  'bids.write',
  'trades.read',
  'teams.read',
  'cashbids.read',
  'cashbids.write',
  'webhooks.read',
  'webhooks.write',
  'openid',
  'profile',
  'email',
  'listings.read',
  'listings.write',
  'farms.read',
  'farms.write',
  'locations.read',
] as const;

/** AUTH-5: what client credentials are for. */
export const READ_ONLY_SCOPES: readonly string[] = ['inventory.read', 'market.read'];

/** `GET /me/farms`, with the ids out. */
export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path.replaceAll(/\/[a-z]+_0+/g, '/{id}')}`;
}

/** The same as part of a check's id. */
export function slugOf(endpoint: Endpoint): string {
  return nameOf(endpoint)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
