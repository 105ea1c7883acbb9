import {
  acceptingScope,
  violationTable,
  nameOf,
  onCaller,
  refuse,
  requiringScope,
  violations,
  withoutScopes,
  withScopes,
  type Seams,
  type Violation,
} from '../kit/index.ts';
import type { OperationId, Scope } from '#spec';
import { OPERATION_IDS, OPERATIONS, scopesOf } from '#spec';

/** Requires a scope other than the documented one. */
function requiringInstead(where: OperationId, other: Scope): Partial<Seams> {
  return onCaller(where, (caller, { operation }) =>
    caller.scopes.has(other) ? withScopes(caller, ...scopesOf(operation)) : refuse('insufficient_scope'),
  );
}

const NO_SCOPE = violationTable(withoutScopes, (where: OperationId) => `${nameOf(where)} requires no scope.`, {
  'AUTH-2/inventory-browsed-with-any-scope': ['listInventory'],
  'AUTH-2/lot-read-with-any-scope': ['getInventory'],
  'AUTH-2/commodities-listed-with-any-scope': ['listMarketCommodities'],
  'AUTH-2/teams-listed-with-any-scope': ['listTeams'],
  'AUTH-2/cash-bids-listed-with-any-scope': ['listCashBids'],
  'AUTH-2/offer-rejected-with-any-scope': ['rejectOffer'],
  'AUTH-2/own-listings-listed-with-any-scope': ['listListings'],
  'AUTH-2/bids-read-with-any-scope': ['getBid'],
  'AUTH-2/trades-listed-with-any-scope': ['listTrades'],
  'AUTH-2/trade-read-with-any-scope': ['getTrade'],
  'AUTH-2/team-read-with-any-scope': ['getTeam'],
  'AUTH-2/history-read-with-any-scope': ['getPriceHistory'],
  'AUTH-2/locations-read-with-any-scope': ['listDeliveryLocations'],
  'AUTH-2/offers-listed-with-any-scope': ['listOffers'],
  'AUTH-2/listing-read-with-any-scope': ['getListing'],
  'AUTH-2/received-read-with-any-scope': ['listReceivedBids'],
  'AUTH-2/farm-read-with-any-scope': ['getFarm'],
  'AUTH-2/bid-placed-with-any-scope': ['placeBid'],
  'AUTH-2/bid-accepted-with-any-scope': ['acceptBid'],
  'AUTH-2/bid-countered-with-any-scope': ['counterBid'],
  'AUTH-2/cash-bid-posted-with-any-scope': ['createCashBid'],
  'AUTH-2/cash-bid-changed-with-any-scope': ['updateCashBid'],
  'AUTH-2/offer-accepted-with-any-scope': ['acceptOffer'],
  'AUTH-2/listing-submitted-with-any-scope': ['createListing'],
  'AUTH-2/listing-changed-with-any-scope': ['updateListing'],
  'AUTH-2/listing-archived-with-any-scope': ['archiveListing'],
  'AUTH-2/farm-made-with-any-scope': ['createFarm'],
  'AUTH-2/farm-changed-with-any-scope': ['updateFarm'],
  'AUTH-2/webhook-made-with-any-scope': ['createWebhook'],
  'AUTH-2/webhook-deleted-with-any-scope': ['deleteWebhook'],
  'AUTH-2/deliveries-read-with-any-scope': ['listDeliveries'],
  'AUTH-2/redelivered-with-any-scope': ['redeliver'],
});

/** Builds violations that accept another scope in addition to the documented one. @param rows the operation and the scope */
export function alsoAccepting(rows: Readonly<Record<`AUTH-2/${string}`, [OperationId, Scope]>>): readonly Violation[] {
  return violationTable(acceptingScope, (where: OperationId, scope: Scope) => `${nameOf(where)} also accepts ${scope}.`, rows);
}

const ANOTHER_SCOPE = [
  ...violationTable(
    requiringInstead,
    (where: OperationId, other: Scope) =>
      `${nameOf(where)} requires ${other} instead of ${scopesOf(OPERATIONS[where]).join(' and ')}.`,
    {
      'AUTH-2/bids-by-inventory': ['listBids', 'inventory.read'],
      'AUTH-2/reject-by-bids-read': ['rejectBid', 'bids.read'],
      'AUTH-2/webhooks-by-write': ['listWebhooks', 'webhooks.write'],
    },
  ),
  ...alsoAccepting({
    'AUTH-2/delete-by-webhooks-read': ['deleteWebhook', 'webhooks.read'],
    'AUTH-2/filters-by-market': ['getInventoryFilters', 'market.read'],
    'AUTH-2/prices-by-inventory': ['listMarketPrices', 'inventory.read'],
  }),
];

const SCOPES_CONFUSED = violations({
  'AUTH-2/scopes-ignored: No endpoint requires a scope.': withoutScopes('everywhere'),
  'AUTH-2/reading-needs-no-scope: GET requests require no scope.': withoutScopes(
    OPERATION_IDS.filter((id) => OPERATIONS[id].method === 'get'),
  ),
  'AUTH-2/inventory-as-well: Every endpoint also requires inventory.read.': requiringScope(OPERATION_IDS, 'inventory.read'),
  'AUTH-2/trades-need-bids: GET /trades/{id} also requires bids.read.': requiringScope('getTrade', 'bids.read'),
  'AUTH-2/farms-need-both: GET /me/farms requires both of its scopes.': requiringScope('listFarms', 'listings.read'),
  'AUTH-2/inbox-by-either-scope: GET /me/bids-received accepts either of its scopes.': onCaller('listBidsReceived', (caller) =>
    caller.scopes.has('listings.read') || caller.scopes.has('bids.read')
      ? withScopes(caller, 'listings.read', 'bids.read')
      : caller,
  ),
  'AUTH-2/inbox-by-listings: GET /me/bids-received requires listings.read only.': acceptingScope(
    'listBidsReceived',
    'listings.read',
  ),
  'AUTH-2/refused-with-401: GET /trades returns 401 without the scope.': requiringScope(
    'listTrades',
    'trades.read',
    'unauthenticated',
  ),
  'AUTH-2/refused-with-404: GET /me/inventory/{id} returns 404 without the scope.': requiringScope(
    'getListing',
    'listings.read',
    'not_found',
  ),
});

/** Missing, wrong, and additional scopes of endpoints. */
export const SCOPES_VIOLATED = [...NO_SCOPE, ...ANOTHER_SCOPE, ...SCOPES_CONFUSED];
