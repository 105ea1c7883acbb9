/**
 * The 42 endpoints as the document's tables have them, typed off by hand: what tests of access expect is not computed with the contract that
 * the mock runs on. Every id in a path is one that nothing has.
 */

/** `all` of these scopes, `any` of them, or none stated (AUTH-20). */
type Needs = { all: readonly string[] } | { any: readonly string[] } | 'none stated';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  needs: Needs;
  /** Whether a user's token without a team is refused (BID-3, BID-17, AUTH-7, AUTH-14, AUTH-21). */
  is_for_teams: boolean;
}

const SELLER_AND_BUYER = false;
const TEAMS_ONLY = true;

function row(method: Endpoint['method'], path: string, needs: string | Exclude<Needs, string>, is_for_teams: boolean): Endpoint {
  if (typeof needs !== 'string') return { method, path, needs, is_for_teams };
  return { method, path, needs: needs === 'none stated' ? needs : { all: [needs] }, is_for_teams };
}

export const ENDPOINTS: readonly Endpoint[] = [
  row('GET', '/inventory', 'inventory.read', SELLER_AND_BUYER),
  row('GET', '/inventory/filters', 'inventory.read', SELLER_AND_BUYER),
  row('GET', '/inventory/inv_0', 'inventory.read', SELLER_AND_BUYER),
  row('POST', '/inventory/inv_0/bids', 'bids.write', TEAMS_ONLY),
  row('GET', '/bids', 'bids.read', TEAMS_ONLY),
  row('GET', '/bids/bid_0', 'bids.read', TEAMS_ONLY),
  row('POST', '/bids/bid_0/accept', 'bids.write', SELLER_AND_BUYER),
  row('POST', '/bids/bid_0/reject', 'bids.write', SELLER_AND_BUYER),
  row('POST', '/bids/bid_0/counter', 'bids.write', SELLER_AND_BUYER),
  row('GET', '/delivery-locations', 'locations.read', TEAMS_ONLY),
  row('GET', '/market/commodities', 'market.read', SELLER_AND_BUYER),
  row('GET', '/market/prices', 'market.read', SELLER_AND_BUYER),
  row('GET', '/market/prices/canola/history', 'market.read', SELLER_AND_BUYER),
  row('GET', '/trades', 'trades.read', SELLER_AND_BUYER),
  row('GET', '/trades/trd_0', 'trades.read', SELLER_AND_BUYER),
  row('GET', '/teams', 'teams.read', SELLER_AND_BUYER),
  row('GET', '/teams/tm_0', 'teams.read', SELLER_AND_BUYER),
  row('GET', '/cash-bids', 'cashbids.read', TEAMS_ONLY),
  row('POST', '/cash-bids', 'cashbids.write', TEAMS_ONLY),
  row('PATCH', '/cash-bids/cb_0', 'cashbids.write', TEAMS_ONLY),
  row('GET', '/cash-bids/cb_0/offers', 'cashbids.read', TEAMS_ONLY),
  row('POST', '/cash-bid-offers/cbo_0/accept', 'cashbids.write', TEAMS_ONLY),
  row('POST', '/cash-bid-offers/cbo_0/reject', 'cashbids.write', TEAMS_ONLY),
  row('GET', '/webhooks', 'webhooks.read', TEAMS_ONLY),
  row('POST', '/webhooks', 'webhooks.write', TEAMS_ONLY),
  row('DELETE', '/webhooks/whk_0', 'webhooks.write', TEAMS_ONLY),
  row('GET', '/webhooks/whk_0/deliveries', 'webhooks.read', TEAMS_ONLY),
  row('POST', '/webhooks/whk_0/deliveries/whd_0/redeliver', 'webhooks.write', TEAMS_ONLY),
  row('POST', '/sandbox/simulate-event', 'none stated', SELLER_AND_BUYER),
  row('POST', '/sandbox/users', 'none stated', SELLER_AND_BUYER),
  row('GET', '/grades', 'none stated', SELLER_AND_BUYER),
  row('GET', '/me/farms', { any: ['listings.read', 'farms.read'] }, SELLER_AND_BUYER),
  row('POST', '/me/farms', 'farms.write', SELLER_AND_BUYER),
  row('GET', '/me/farms/farm_0', 'farms.read', SELLER_AND_BUYER),
  row('PATCH', '/me/farms/farm_0', 'farms.write', SELLER_AND_BUYER),
  row('GET', '/me/inventory', 'listings.read', SELLER_AND_BUYER),
  row('POST', '/me/inventory', 'listings.write', SELLER_AND_BUYER),
  row('GET', '/me/inventory/inv_0', 'listings.read', SELLER_AND_BUYER),
  row('PATCH', '/me/inventory/inv_0', 'listings.write', SELLER_AND_BUYER),
  row('DELETE', '/me/inventory/inv_0', 'listings.write', SELLER_AND_BUYER),
  row('GET', '/me/inventory/inv_0/bids', 'listings.read', SELLER_AND_BUYER),
  row('GET', '/me/bids-received', { all: ['listings.read', 'bids.read'] }, SELLER_AND_BUYER),
];

/** `POST /bids` and the like, for the name of a test. */
export function nameOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** AUTH-13: the eighteen scopes. */
export const SCOPE_NAMES: readonly string[] = [
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
];
