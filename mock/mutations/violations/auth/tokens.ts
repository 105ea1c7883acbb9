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

/** Whoever sends no token is the developer buyer. */
function openTo(where: OperationId | readonly OperationId[] | 'everywhere'): Partial<Seams> {
  return lettingIn(where, ({ incoming }) => (incoming.authorization === undefined ? personaAsCaller('buyer') : undefined));
}

/** A token without a team acts for the team that owns what it names. */
function teamless(where: OperationId | readonly OperationId[]): Partial<Seams> {
  return onCaller(where, async (caller, { db, incoming }) => {
    if (caller.team_id !== null) return caller;
    const [owner] = await ownersOf(db, idIn(incoming.path));
    return { ...caller, team_id: owner?.team_id ?? 'tm_none' };
  });
}

/** Who is let in, and what a stranger learns. */
export const TOKENS_VIOLATED = violations({
  'AUTH-1/open-to-anybody: Whoever sends no token is the developer buyer.': openTo('everywhere'),
  'AUTH-1/filters-open: The filters of the inventory need no token.': openTo('getInventoryFilters'),
  'AUTH-1/listing-open: A public listing needs no token.': openTo('getInventory'),
  'AUTH-1/market-open: The market needs no token.': openTo(['listMarketCommodities', 'listMarketPrices', 'getPriceHistory']),
  'AUTH-1/redelivery-open: A replay needs no token.': openTo('redeliver'),
  'AUTH-1/simulator-open: The simulator needs no token.': openTo('simulateEvent'),
  'AUTH-1/refused-with-403: A missing token is 403.': refuseAs('everywhere', 'unauthenticated', 'insufficient_scope'),
  'AUTH-1/empty-bearer: An empty Bearer token is the developer buyer.': lettingIn('everywhere', ({ incoming }) =>
    incoming.authorization?.trim() === 'Bearer' ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-1/basic-let-in: Whoever sends credentials of the Basic scheme is let in.': lettingIn('everywhere', ({ incoming }) =>
    incoming.authorization?.startsWith('Basic ') === true ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-7/no-team-needed: A subscription is made without a team.': onCaller('createWebhook', (caller) =>
    caller.team_id === null ? { ...caller, team_id: 'tm_de00000000000001' } : caller,
  ),
  'AUTH-7/deleted-without-team: A subscription is deleted without a team.': teamless('deleteWebhook'),
  "AUTH-11/trades-told: Another's trade is 403, and one that never was 404.": revealing('getTrade'),
  "AUTH-11/bids-told: Rejecting another's bid is 403.": revealing('rejectBid'),
  "AUTH-11/subscriptions-told: Deleting another's subscription is 403.": revealing('deleteWebhook'),
  "AUTH-11/listings-told: Archiving another's listing is a conflict.": revealing('archiveListing', 'conflict'),
  "AUTH-11/farms-told: Changing another's farm is 403.": revealing('updateFarm'),
  'AUTH-11/drafts-told: A draft of a seller is 403 to buyers.': revealing('getInventory'),
  'AUTH-14/list-without-team: A token without a team lists no subscriptions, with success.': teamless('listWebhooks'),
  'AUTH-14/deliveries-without-team: Deliveries are read without a team.': teamless('listDeliveries'),
  'AUTH-15/expired-let-in: An expired token is as good as another.': lettingIn('everywhere', ({ db, incoming }) =>
    holderOf(db, incoming.authorization),
  ),
  'AUTH-15/expired-writes: An expired token still writes.': lettingIn(
    ALL.filter((id) => OPERATIONS[id].method !== 'get'),
    ({ db, incoming }) => holderOf(db, incoming.authorization),
  ),
  'AUTH-15/expired-reads-market: An expired token reads the market.': lettingIn('listMarketPrices', ({ db, incoming }) =>
    holderOf(db, incoming.authorization),
  ),
  'AUTH-15/refused-with-403: An expired token is 403.': expiredIs403(),
  'AUTH-16/unknown-let-in: Whoever sends any token at all is let in.': lettingIn('everywhere', ({ incoming }) =>
    /^Bearer \S+$/.test(incoming.authorization ?? '') ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-16/prefix-is-enough: Of a token its first characters are compared.': lettingIn('everywhere', ({ incoming }) =>
    incoming.authorization?.startsWith('Bearer dev_buy') === true ? personaAsCaller('buyer') : undefined,
  ),
  'AUTH-16/unknown-is-400: An unknown token is a bad request.': unknownIs400(),
  'AUTH-18/decided-first: A bid that is no longer pending is 422 to strangers.': onFind(
    ANSWERS,
    async (found, { db, path, caller }) => {
      const truth = isRefusal(found) ? await findBid(db, idIn(path), caller.livemode) : undefined;
      return truth === undefined || truth.bid.status === 'pending' ? found : refuse('bid_not_pending');
    },
  ),
  'AUTH-18/decided-first-to-counter: A bid that is no longer pending is 422 to strangers who counter.': onFind(
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
