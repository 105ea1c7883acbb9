/** Which scopes each actor needs, and a request that shows whether its token has them. */
import { baseOf, isSeller } from '../settings/owner-of.ts';
import type { ActorName, BaseActor } from '../settings/schema.ts';

/** With any prefix, this is an id that no resource has, so that a write to it changes nothing. */
export const UNUSED_ID = '000000000000000000000000';

interface ScopeProbe {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** One request per scope. Without the scope, it is rejected with 403 `insufficient_scope` (AUTH-2). */
export const SCOPE_PROBES = {
  'inventory.read': { method: 'GET', path: '/inventory?limit=50' },
  'market.read': { method: 'GET', path: '/market/commodities' },
  'bids.read': { method: 'GET', path: '/bids?limit=50' },
  'bids.write': { method: 'POST', path: `/bids/bid_${UNUSED_ID}/reject` },
  'trades.read': { method: 'GET', path: '/trades?limit=1' },
  'teams.read': { method: 'GET', path: '/teams' },
  'webhooks.read': { method: 'GET', path: '/webhooks' },
  'webhooks.write': { method: 'DELETE', path: `/webhooks/whk_${UNUSED_ID}` },
  'cashbids.read': { method: 'GET', path: '/cash-bids?limit=1' },
  'cashbids.write': { method: 'PATCH', path: `/cash-bids/cb_${UNUSED_ID}` },
  'locations.read': { method: 'GET', path: '/delivery-locations' },
  'listings.read': { method: 'GET', path: '/me/inventory?limit=50' },
  'listings.write': { method: 'PATCH', path: `/me/inventory/inv_${UNUSED_ID}` },
  // Not the list of farms, for which either scope is enough (FARM-1).
  'farms.read': { method: 'GET', path: `/me/farms/farm_${UNUSED_ID}` },
  'farms.write': { method: 'PATCH', path: `/me/farms/farm_${UNUSED_ID}` },
} as const satisfies Readonly<Record<string, ScopeProbe>>;

export type NeededScope = keyof typeof SCOPE_PROBES;

/** A seller reads received bids, because GET /bids needs a team. */
const RECEIVED_BIDS: ScopeProbe = { method: 'GET', path: '/me/bids-received?limit=1' };

/** The request that shows whether the token of an actor has a scope. */
export function probeOf(name: ActorName, scope: NeededScope): ScopeProbe {
  return scope === 'bids.read' && isSeller(name) ? RECEIVED_BIDS : SCOPE_PROBES[scope];
}

const TO_BUY = [
  'inventory.read',
  'bids.read',
  'bids.write',
  'trades.read',
  'teams.read',
  'webhooks.read',
  'webhooks.write',
] as const;
const TO_SELL = [
  'listings.read',
  'listings.write',
  'farms.read',
  'farms.write',
  'bids.read',
  'bids.write',
  'trades.read',
  // For the sandbox: its endpoints state no scope, so the default requirement can apply (AUTH-12).
  'inventory.read',
] as const;

/** The scopes that each actor needs. The first one is the best test of whether its token is valid. */
const SCOPES_NEEDED: Readonly<Record<BaseActor, readonly NeededScope[]>> = {
  buyer: [...TO_BUY, 'market.read'],
  // The cash bid scopes are for the check that cash bids of other teams are hidden.
  rival: [...TO_BUY, 'cashbids.read', 'cashbids.write'],
  elevator: [...TO_BUY, 'cashbids.read', 'cashbids.write', 'locations.read'],
  seller: TO_SELL,
  partner: [...TO_SELL, 'teams.read', 'webhooks.read', 'webhooks.write'],
  reader: ['inventory.read', 'market.read'],
  expired: ['inventory.read'],
};

/** The scopes that an actor or its sandbox twin needs. */
export function scopesNeededBy(name: ActorName): readonly NeededScope[] {
  return SCOPES_NEEDED[baseOf(name)];
}
