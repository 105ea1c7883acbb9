import {
  holderOf,
  idIn,
  isRefusal,
  lettingIn,
  onCaller,
  onFind,
  ownersOf,
  personaAsCaller,
  refuse,
  refuseAs,
  revealing,
  violations,
  type Seams,
} from '../kit/index.ts';
import type { OperationId } from '#spec';
import { OPERATIONS } from '#spec';
import { findBid } from '../../../market/store/bids.ts';

const ANSWERS = ['acceptBid', 'rejectBid', 'counterBid'] as const;
const ALL: readonly OperationId[] = Object.keys(OPERATIONS).filter((id): id is OperationId => id in OPERATIONS);

/** Authenticates requests without a token as the buyer persona. */
function openTo(where: OperationId | readonly OperationId[] | 'everywhere'): Partial<Seams> {
  return lettingIn(where, ({ incoming }) => (incoming.authorization === undefined ? personaAsCaller('buyer') : undefined));
}

/** Lets a token without a team act for the team that owns the record. */
function teamless(where: OperationId | readonly OperationId[]): Partial<Seams> {
  return onCaller(where, async (caller, { db, incoming }) => {
    if (caller.team_id !== null) return caller;
    const [owner] = await ownersOf(db, idIn(incoming.path));
    return { ...caller, team_id: owner?.team_id ?? 'tm_none' };
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
  'AUTH-1/empty-bearer: An empty Bearer token is authenticated as a buyer.': lettingIn('everywhere', ({ incoming }) =>
    incoming.authorization?.trim() === 'Bearer' ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-1/basic-let-in: Basic credentials are authenticated as a buyer.': lettingIn('everywhere', ({ incoming }) =>
    incoming.authorization?.startsWith('Basic ') === true ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-7/no-team-needed: POST /webhooks requires no team.': onCaller('createWebhook', (caller) =>
    caller.team_id === null ? { ...caller, team_id: 'tm_de00000000000001' } : caller,
  ),
  'AUTH-7/deleted-without-team: DELETE /webhooks/{id} requires no team.': teamless('deleteWebhook'),
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
  'AUTH-14/list-without-team: GET /webhooks returns an empty list without a team.': teamless('listWebhooks'),
  'AUTH-14/deliveries-without-team: GET /webhooks/{id}/deliveries requires no team.': teamless('listDeliveries'),
  'AUTH-15/expired-let-in: Expired tokens are accepted.': lettingIn('everywhere', ({ db, incoming }) =>
    holderOf(db, incoming.authorization),
  ),
  'AUTH-15/expired-writes: Expired tokens are accepted by write operations.': lettingIn(
    ALL.filter((id) => OPERATIONS[id].method !== 'get'),
    ({ db, incoming }) => holderOf(db, incoming.authorization),
  ),
  'AUTH-15/expired-reads-market: GET /market/prices accepts an expired token.': lettingIn(
    'listMarketPrices',
    ({ db, incoming }) => holderOf(db, incoming.authorization),
  ),
  'AUTH-15/refused-with-403: An expired token gets 403 instead of 401.': expiredIs403(),
  'AUTH-16/unknown-let-in: Any Bearer token is authenticated as a buyer.': lettingIn('everywhere', ({ incoming }) =>
    /^Bearer \S+$/.test(incoming.authorization ?? '') ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-16/prefix-is-enough: Tokens are compared by their first characters only.': lettingIn('everywhere', ({ incoming }) =>
    incoming.authorization?.startsWith('Bearer dev_buy') === true ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-16/unknown-is-400: An unknown token gets 400 instead of 401.': unknownIs400(),
  "AUTH-18/decided-first: Answering another team's decided bid returns 422 instead of 404.": onFind(
    ANSWERS,
    async (found, { db, path, caller }) => {
      const truth = isRefusal(found) ? await findBid(db, idIn(path), caller.livemode) : undefined;
      return truth === undefined || truth.bid.status === 'pending' ? found : refuse('bid_not_pending');
    },
  ),
  "AUTH-18/decided-first-to-counter: Countering another team's decided bid returns 422 instead of 404.": onFind(
    'counterBid',
    async (found, { db, path, caller }) => {
      const truth = isRefusal(found) ? await findBid(db, idIn(path), caller.livemode) : undefined;
      return truth === undefined || truth.bid.status === 'pending' ? found : refuse('bid_not_pending');
    },
  ),
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
