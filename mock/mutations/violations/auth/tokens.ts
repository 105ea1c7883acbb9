import {
  acceptingExpired,
  holderOf,
  isRefusal,
  lettingIn,
  onCaller,
  onFind,
  openTo,
  personaAsCaller,
  refuse,
  refuseAs,
  revealing,
  violations,
  withoutTeam,
  type Seams,
} from '../kit/index.ts';
import { OPERATION_IDS, OPERATIONS } from '#spec';
import { ANSWERS, bidAt } from '../bids/deviations.ts';

/** Authenticates requests with some rejected tokens as the buyer persona. @param isAffected gets the whole header */
function openToToken(isAffected: (authorization: string) => boolean): Partial<Seams> {
  return lettingIn('everywhere', ({ incoming: { authorization } }) =>
    authorization !== undefined && isAffected(authorization) ? personaAsCaller('buyer') : undefined,
  );
}

/** Checks the status of a bid before checking whether the caller is a party. */
export function decidedFirst(where: (typeof ANSWERS)[number] | typeof ANSWERS): Partial<Seams> {
  return onFind(where, async (found, entry) => {
    const stored = isRefusal(found) ? await bidAt(entry) : undefined;
    return stored === undefined || stored.bid.status === 'pending' ? found : refuse('bid_not_pending');
  });
}

/** Authentication, and errors that reveal other parties' records. */
export const TOKENS_VIOLATED = violations({
  'AUTH-1/open-to-anybody: Requests without a token are authenticated as a buyer.': openTo('everywhere'),
  'AUTH-1/filters-open: GET /inventory/filters requires no token.': openTo('getInventoryFilters'),
  'AUTH-1/listing-open: GET /inventory/{id} requires no token.': openTo('getInventory'),
  'AUTH-1/market-open: Market data require no token.': openTo(['listMarketCommodities', 'listMarketPrices', 'getPriceHistory']),
  'AUTH-1/redelivery-open: Redelivery requires no token.': openTo('redeliver'),
  'AUTH-1/simulator-open: POST /sandbox/simulate-event requires no token.': openTo('simulateEvent'),
  'AUTH-1/refused-with-403: Requests without a token get 403.': refuseAs('everywhere', 'unauthenticated', 'insufficient_scope'),
  'AUTH-1/empty-bearer: An empty Bearer token is authenticated as a buyer.': openToToken(
    (authorization) => authorization.trim() === 'Bearer',
  ),
  'AUTH-1/basic-let-in: Basic credentials are authenticated as a buyer.': openToToken((authorization) =>
    authorization.startsWith('Basic '),
  ),
  'AUTH-7/no-team-needed: POST /webhooks requires no team.': onCaller('createWebhook', ({ team_id }) =>
    team_id === null ? { team_id: 'tm_de00000000000001' } : {},
  ),
  'AUTH-7/deleted-without-team: DELETE /webhooks/{id} requires no team.': withoutTeam('deleteWebhook'),
  "AUTH-11/trades-revealed: GET /trades/{id} returns 403 instead of 404 for another team's trade.": revealing('getTrade'),
  "AUTH-11/bids-revealed: POST /bids/{id}/reject returns 403 instead of 404 for another team's bid.": revealing('rejectBid'),
  "AUTH-11/subscriptions-revealed: DELETE /webhooks/{id} returns 403 instead of 404 for another team's subscription.":
    revealing('deleteWebhook'),
  "AUTH-11/listings-revealed: DELETE /me/inventory/{id} returns 409 instead of 404 for another seller's listing.": revealing(
    'archiveListing',
    'conflict',
  ),
  "AUTH-11/farms-revealed: PATCH /me/farms/{id} returns 403 instead of 404 for another seller's farm.": revealing('updateFarm'),
  'AUTH-11/drafts-revealed: GET /inventory/{id} returns 403 instead of 404 for a draft.': revealing('getInventory'),
  'AUTH-14/list-without-team: GET /webhooks returns an empty list without a team.': withoutTeam('listWebhooks'),
  'AUTH-14/deliveries-without-team: GET /webhooks/{id}/deliveries requires no team.': withoutTeam('listDeliveries'),
  'AUTH-15/expired-let-in: Expired tokens are accepted.': acceptingExpired('everywhere'),
  'AUTH-15/expired-writes: Expired tokens are accepted by write operations.': acceptingExpired(
    OPERATION_IDS.filter((id) => OPERATIONS[id].method !== 'get'),
  ),
  'AUTH-15/expired-reads-market: GET /market/prices accepts an expired token.': acceptingExpired('listMarketPrices'),
  'AUTH-15/refused-with-403: An expired token gets 403 instead of 401.': expiredIs403(),
  'AUTH-16/unknown-let-in: Any Bearer token is authenticated as a buyer.': openToToken((authorization) =>
    /^Bearer \S+$/.test(authorization),
  ),
  'AUTH-16/prefix-is-enough: Tokens are compared by their first characters only.': openToToken((authorization) =>
    authorization.startsWith('Bearer dev_buy'),
  ),
  'AUTH-16/unknown-is-400: An unknown token gets 400 instead of 401.': unknownIs400(),
  "AUTH-18/decided-first: Answering another team's decided bid returns 422 instead of 404.": decidedFirst(ANSWERS),
  "AUTH-18/decided-first-to-counter: Countering another team's decided bid returns 422 instead of 404.":
    decidedFirst('counterBid'),
});

function expiredIs403(): Partial<Seams> {
  return {
    caller: async (caller, { db, incoming }) =>
      isRefusal(caller) && (await holderOf(db, incoming.authorization)) !== undefined ? refuse('insufficient_scope') : caller,
  };
}

function unknownIs400(): Partial<Seams> {
  return {
    caller: async (caller, { db, incoming }) =>
      isRefusal(caller) && incoming.authorization !== undefined && (await holderOf(db, incoming.authorization)) === undefined
        ? refuse('malformed_request')
        : caller,
  };
}
