import type { OperationId, Scope } from '#spec';
import { OPERATIONS, scopesOf } from '#spec';
import { refuse } from '../../../market/rules/refusal.ts';
import type { Seams } from '../../seams.ts';
import { onCaller, violation, withoutScopes } from '../kit/index.ts';
import type { Where } from '../kit/index.ts';
import type { Violation } from '../violation.ts';

/** Asks for another scope than the one that is stated. */
function asking(where: OperationId | readonly OperationId[], other: Scope): Partial<Seams> {
  return onCaller(where, (caller, { operation }) =>
    caller.scopes.has(other)
      ? { ...caller, scopes: new Set([...caller.scopes, ...scopesOf(operation)]) }
      : refuse('insufficient_scope'),
  );
}

/** Asks for one scope more. */
function askingAlso(where: Where, more: Scope): Partial<Seams> {
  return onCaller(where, (caller) => (caller.scopes.has(more) ? caller : refuse('insufficient_scope')));
}

/** Takes a scope in place of the one that is stated as well. */
function takingAlso(where: OperationId | readonly OperationId[], other: Scope): Partial<Seams> {
  return onCaller(where, (caller, { operation }) =>
    caller.scopes.has(other) ? { ...caller, scopes: new Set([...caller.scopes, ...scopesOf(operation)]) } : caller,
  );
}

const OPEN = [
  ['getBid', 'bids-read', 'A bid is read with any token of its team.'],
  ['listTrades', 'trades-listed', 'Trades are listed with any token.'],
  ['getTrade', 'trade-read', 'A trade is read with any token of a party.'],
  ['getTeam', 'team-read', 'A team is read with any token of a member.'],
  ['getPriceHistory', 'history-read', 'The history of prices is read with any token.'],
  ['listDeliveryLocations', 'locations-read', 'Delivery locations are listed with any token.'],
  ['listOffers', 'offers-listed', 'Offers are listed with any token of the elevator.'],
  ['getListing', 'listing-read', 'An own listing is read with any token of its seller.'],
  ['listReceivedBids', 'received-read', 'Received bids are read with any token of the seller.'],
  ['getFarm', 'farm-read', 'A farm is read with any token of its seller.'],
  ['placeBid', 'bid-placed', 'A bid is placed with any token of a team.'],
  ['acceptBid', 'bid-accepted', 'A bid is accepted with any token of a party.'],
  ['counterBid', 'bid-countered', 'A bid is countered with any token of a party.'],
  ['createCashBid', 'cash-bid-posted', 'A cash bid is posted with any token of an elevator.'],
  ['updateCashBid', 'cash-bid-changed', 'A cash bid is changed with any token of its elevator.'],
  ['acceptOffer', 'offer-accepted', 'An offer is accepted with any token of the elevator.'],
  ['createListing', 'listing-submitted', 'A listing is submitted with any token of a seller.'],
  ['updateListing', 'listing-changed', 'A listing is changed with any token of its seller.'],
  ['archiveListing', 'listing-archived', 'A listing is archived with any token of its seller.'],
  ['createFarm', 'farm-made', 'A farm is made with any token of a seller.'],
  ['updateFarm', 'farm-changed', 'A farm is changed with any token of its seller.'],
  ['createWebhook', 'webhook-made', 'A subscription is made with any token of a team.'],
  ['deleteWebhook', 'webhook-deleted', 'A subscription is deleted with any token of its team.'],
  ['listDeliveries', 'deliveries-read', 'Deliveries are read with any token of the team.'],
  ['redeliver', 'redelivered', 'A delivery is replayed with any token of the team.'],
] as const satisfies readonly (readonly [OperationId, string, string])[];

const ALL: readonly OperationId[] = Object.keys(OPERATIONS).filter((id): id is OperationId => id in OPERATIONS);

/** Which scope an endpoint asks for. */
export const SCOPES_VIOLATED: readonly Violation[] = [
  violation('AUTH-2/scopes-ignored', 'Every token may do everything.', withoutScopes('everywhere')),
  ...OPEN.map(([operation, name, title]) => violation(`AUTH-2/${name}-with-any-scope`, title, withoutScopes(operation))),
  violation(
    'AUTH-2/reading-needs-no-scope',
    'Whatever is read takes any token.',
    withoutScopes(ALL.filter((id) => OPERATIONS[id].method === 'get')),
  ),
  violation('AUTH-2/bids-by-inventory', 'GET /bids asks for inventory.read.', asking('listBids', 'inventory.read')),
  violation('AUTH-2/reject-by-bids-read', 'Rejecting a bid asks for bids.read.', asking('rejectBid', 'bids.read')),
  violation('AUTH-2/webhooks-by-write', 'GET /webhooks asks for webhooks.write.', asking('listWebhooks', 'webhooks.write')),
  violation(
    'AUTH-2/delete-by-webhooks-read',
    'DELETE /webhooks/{id} takes webhooks.read.',
    takingAlso('deleteWebhook', 'webhooks.read'),
  ),
  violation(
    'AUTH-2/filters-by-market',
    'The filters of the inventory take market.read.',
    takingAlso('getInventoryFilters', 'market.read'),
  ),
  violation(
    'AUTH-2/prices-by-inventory',
    'Prices are read with inventory.read.',
    takingAlso('listMarketPrices', 'inventory.read'),
  ),
  violation(
    'AUTH-2/inventory-as-well',
    'Each endpoint asks for the default inventory.read beside its own scope.',
    askingAlso(ALL, 'inventory.read'),
  ),
  violation('AUTH-2/trades-need-bids', 'GET /trades/{id} asks for bids.read as well.', askingAlso('getTrade', 'bids.read')),
  violation('AUTH-2/farms-need-both', 'GET /me/farms asks for both of its scopes.', askingAlso('listFarms', 'listings.read')),
  violation('AUTH-2/inbox-by-either-scope', 'GET /me/bids-received takes either of its scopes.', takingEither()),
  violation(
    'AUTH-2/inbox-by-listings',
    'GET /me/bids-received takes listings.read alone.',
    takingAlso('listBidsReceived', 'listings.read'),
  ),
  violation(
    'AUTH-2/refused-with-401',
    'A token without the scope is refused with 401.',
    onCaller('listTrades', (caller) => (caller.scopes.has('trades.read') ? caller : refuse('unauthenticated'))),
  ),
  violation(
    'AUTH-2/refused-with-404',
    'A listing is missing for whoever lacks the scope.',
    onCaller('getListing', (caller) => (caller.scopes.has('listings.read') ? caller : refuse('not_found'))),
  ),
];

function takingEither(): Partial<Seams> {
  return onCaller('listBidsReceived', (caller) =>
    caller.scopes.has('listings.read') || caller.scopes.has('bids.read')
      ? { ...caller, scopes: new Set([...caller.scopes, 'listings.read', 'bids.read']) }
      : caller,
  );
}
