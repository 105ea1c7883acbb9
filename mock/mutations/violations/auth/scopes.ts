import {
  acceptingScope,
  onCaller,
  refuse,
  requiringScope,
  violations,
  withoutScopes,
  withScopes,
  type Seams,
} from '../kit/index.ts';
import type { OperationId, Scope } from '#spec';
import { OPERATIONS, scopesOf } from '#spec';

/** Requires another scope instead of the documented one. */
function asking(where: OperationId | readonly OperationId[], other: Scope): Partial<Seams> {
  return onCaller(where, (caller, { operation }) =>
    caller.scopes.has(other) ? withScopes(caller, ...scopesOf(operation)) : refuse('insufficient_scope'),
  );
}

const ALL: readonly OperationId[] = Object.keys(OPERATIONS).filter((id): id is OperationId => id in OPERATIONS);

/** Scopes of endpoints. */
export const SCOPES_VIOLATED = violations({
  'AUTH-2/scopes-ignored: No endpoint requires a scope.': withoutScopes('everywhere'),
  'AUTH-2/inventory-browsed-with-any-scope: GET /inventory requires no scope.': withoutScopes('listInventory'),
  'AUTH-2/lot-read-with-any-scope: GET /inventory/{id} requires no scope.': withoutScopes('getInventory'),
  'AUTH-2/commodities-listed-with-any-scope: GET /market/commodities requires no scope.': withoutScopes('listMarketCommodities'),
  'AUTH-2/teams-listed-with-any-scope: GET /teams requires no scope.': withoutScopes('listTeams'),
  'AUTH-2/cash-bids-listed-with-any-scope: GET /cash-bids requires no scope.': withoutScopes('listCashBids'),
  'AUTH-2/offer-rejected-with-any-scope: POST /cash-bid-offers/{id}/reject requires no scope.': withoutScopes('rejectOffer'),
  'AUTH-2/own-listings-listed-with-any-scope: GET /me/inventory requires no scope.': withoutScopes('listListings'),
  'AUTH-2/bids-read-with-any-scope: GET /bids/{id} requires no scope.': withoutScopes('getBid'),
  'AUTH-2/trades-listed-with-any-scope: GET /trades requires no scope.': withoutScopes('listTrades'),
  'AUTH-2/trade-read-with-any-scope: GET /trades/{id} requires no scope.': withoutScopes('getTrade'),
  'AUTH-2/team-read-with-any-scope: GET /teams/{id} requires no scope.': withoutScopes('getTeam'),
  'AUTH-2/history-read-with-any-scope: GET /market/prices/{commodity}/history requires no scope.':
    withoutScopes('getPriceHistory'),
  'AUTH-2/locations-read-with-any-scope: GET /delivery-locations requires no scope.': withoutScopes('listDeliveryLocations'),
  'AUTH-2/offers-listed-with-any-scope: GET /cash-bids/{id}/offers requires no scope.': withoutScopes('listOffers'),
  'AUTH-2/listing-read-with-any-scope: GET /me/inventory/{id} requires no scope.': withoutScopes('getListing'),
  'AUTH-2/received-read-with-any-scope: GET /me/inventory/{id}/bids requires no scope.': withoutScopes('listReceivedBids'),
  'AUTH-2/farm-read-with-any-scope: GET /me/farms/{id} requires no scope.': withoutScopes('getFarm'),
  'AUTH-2/bid-placed-with-any-scope: POST /inventory/{id}/bids requires no scope.': withoutScopes('placeBid'),
  'AUTH-2/bid-accepted-with-any-scope: POST /bids/{id}/accept requires no scope.': withoutScopes('acceptBid'),
  'AUTH-2/bid-countered-with-any-scope: POST /bids/{id}/counter requires no scope.': withoutScopes('counterBid'),
  'AUTH-2/cash-bid-posted-with-any-scope: POST /cash-bids requires no scope.': withoutScopes('createCashBid'),
  'AUTH-2/cash-bid-changed-with-any-scope: PATCH /cash-bids/{id} requires no scope.': withoutScopes('updateCashBid'),
  'AUTH-2/offer-accepted-with-any-scope: POST /cash-bid-offers/{id}/accept requires no scope.': withoutScopes('acceptOffer'),
  'AUTH-2/listing-submitted-with-any-scope: POST /me/inventory requires no scope.': withoutScopes('createListing'),
  'AUTH-2/listing-changed-with-any-scope: PATCH /me/inventory/{id} requires no scope.': withoutScopes('updateListing'),
  'AUTH-2/listing-archived-with-any-scope: DELETE /me/inventory/{id} requires no scope.': withoutScopes('archiveListing'),
  'AUTH-2/farm-made-with-any-scope: POST /me/farms requires no scope.': withoutScopes('createFarm'),
  'AUTH-2/farm-changed-with-any-scope: PATCH /me/farms/{id} requires no scope.': withoutScopes('updateFarm'),
  'AUTH-2/webhook-made-with-any-scope: POST /webhooks requires no scope.': withoutScopes('createWebhook'),
  'AUTH-2/webhook-deleted-with-any-scope: DELETE /webhooks/{id} requires no scope.': withoutScopes('deleteWebhook'),
  'AUTH-2/deliveries-read-with-any-scope: GET /webhooks/{id}/deliveries requires no scope.': withoutScopes('listDeliveries'),
  'AUTH-2/redelivered-with-any-scope: POST /webhooks/{id}/deliveries/{delivery_id}/redeliver requires no scope.':
    withoutScopes('redeliver'),
  'AUTH-2/reading-needs-no-scope: GET requests require no scope.': withoutScopes(
    ALL.filter((id) => OPERATIONS[id].method === 'get'),
  ),
  'AUTH-2/bids-by-inventory: GET /bids requires inventory.read instead of bids.read.': asking('listBids', 'inventory.read'),
  'AUTH-2/reject-by-bids-read: POST /bids/{id}/reject requires bids.read instead of bids.write.': asking(
    'rejectBid',
    'bids.read',
  ),
  'AUTH-2/webhooks-by-write: GET /webhooks requires webhooks.write instead of webhooks.read.': asking(
    'listWebhooks',
    'webhooks.write',
  ),
  'AUTH-2/delete-by-webhooks-read: DELETE /webhooks/{id} also accepts webhooks.read.': acceptingScope(
    'deleteWebhook',
    'webhooks.read',
  ),
  'AUTH-2/filters-by-market: GET /inventory/filters also accepts market.read.': acceptingScope(
    'getInventoryFilters',
    'market.read',
  ),
  'AUTH-2/prices-by-inventory: GET /market/prices also accepts inventory.read.': acceptingScope(
    'listMarketPrices',
    'inventory.read',
  ),
  'AUTH-2/inventory-as-well: Every endpoint also requires inventory.read.': requiringScope(ALL, 'inventory.read'),
  'AUTH-2/trades-need-bids: GET /trades/{id} also requires bids.read.': requiringScope('getTrade', 'bids.read'),
  'AUTH-2/farms-need-both: GET /me/farms requires both of its scopes.': requiringScope('listFarms', 'listings.read'),
  'AUTH-2/inbox-by-either-scope: GET /me/bids-received accepts either of its scopes.': takingEither(),
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

function takingEither(): Partial<Seams> {
  return onCaller('listBidsReceived', (caller) =>
    caller.scopes.has('listings.read') || caller.scopes.has('bids.read')
      ? withScopes(caller, 'listings.read', 'bids.read')
      : caller,
  );
}
