import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import type { Refusal } from '../../../market/rules/refusal.ts';
import type { OperationId } from '#spec';
import { OPERATIONS } from '#spec';
import type { Seams } from '../../seams.ts';
import { findBid } from '../../../market/store/bids.ts';
import type { Reader, Tables } from '../../../market/records/tables.ts';
import { holderOf, lettingIn, onCaller, onFind, ownersOf, personaAsCaller, refuseAs, violation } from '../kit/index.ts';
import type { Violation } from '../violation.ts';

const ANSWERS = ['acceptBid', 'rejectBid', 'counterBid'] as const;
const ALL: readonly OperationId[] = Object.keys(OPERATIONS).filter((id): id is OperationId => id in OPERATIONS);

/** Whoever sends no token is the developer buyer. */
function openTo(where: OperationId | readonly OperationId[] | 'everywhere'): Partial<Seams> {
  return lettingIn(where, ({ incoming }) => (incoming.authorization === undefined ? personaAsCaller('buyer') : undefined));
}

async function exists(db: Reader, table: 'lots' | 'trades' | 'subscriptions' | 'farms' | 'bids', id: string): Promise<boolean> {
  // Each of these tables has a text as its id.
  const rows = db.selectFrom(table as keyof Pick<Tables, 'lots'>).select('id');
  return (await rows.where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Tells that something is there, though not for whoever asks. */
function telling(where: OperationId, table: Parameters<typeof exists>[1], other: Refusal): Partial<Seams> {
  return onFind(where, async (found, { db, path }) =>
    isRefusal(found) && (await exists(db, table, path['id'] ?? '')) ? other : found,
  );
}

/** A token without a team acts for the team that owns what it names. */
function teamless(where: OperationId | readonly OperationId[]): Partial<Seams> {
  return onCaller(where, async (caller, { db, incoming }) => {
    if (caller.team_id !== null) return caller;
    const [owner] = await ownersOf(db, incoming.path['id'] ?? '');
    return { ...caller, team_id: owner?.team_id ?? 'tm_none' };
  });
}

/** Who is let in, and what a stranger learns. */
export const TOKENS_VIOLATED: readonly Violation[] = [
  violation('AUTH-1/open-to-anybody', 'Whoever sends no token is the developer buyer.', openTo('everywhere')),
  violation('AUTH-1/filters-open', 'The filters of the inventory need no token.', openTo('getInventoryFilters')),
  violation('AUTH-1/listing-open', 'A public listing needs no token.', openTo('getInventory')),
  violation(
    'AUTH-1/market-open',
    'The market needs no token.',
    openTo(['listMarketCommodities', 'listMarketPrices', 'getPriceHistory']),
  ),
  violation('AUTH-1/redelivery-open', 'A replay needs no token.', openTo('redeliver')),
  violation('AUTH-1/simulator-open', 'The simulator needs no token.', openTo('simulateEvent')),
  violation(
    'AUTH-1/refused-with-403',
    'A missing token is 403.',
    refuseAs('everywhere', 'unauthenticated', 'insufficient_scope'),
  ),
  violation(
    'AUTH-1/empty-bearer',
    'An empty Bearer token is the developer buyer.',
    lettingIn('everywhere', ({ incoming }) =>
      incoming.authorization?.trim() === 'Bearer' ? personaAsCaller('buyer') : undefined,
    ),
  ),
  violation(
    'AUTH-1/basic-let-in',
    'Whoever sends credentials of the Basic scheme is let in.',
    lettingIn('everywhere', ({ incoming }) =>
      incoming.authorization?.startsWith('Basic ') === true ? personaAsCaller('buyer') : undefined,
    ),
  ),
  violation(
    'AUTH-7/no-team-needed',
    'A subscription is made without a team.',
    onCaller('createWebhook', (caller) => (caller.team_id === null ? { ...caller, team_id: 'tm_de00000000000001' } : caller)),
  ),
  violation('AUTH-7/deleted-without-team', 'A subscription is deleted without a team.', teamless('deleteWebhook')),
  violation(
    'AUTH-11/trades-told',
    "Another's trade is 403, and one that never was 404.",
    telling('getTrade', 'trades', refuse('insufficient_scope')),
  ),
  violation('AUTH-11/bids-told', "Rejecting another's bid is 403.", telling('rejectBid', 'bids', refuse('insufficient_scope'))),
  violation(
    'AUTH-11/subscriptions-told',
    "Deleting another's subscription is 403.",
    telling('deleteWebhook', 'subscriptions', refuse('insufficient_scope')),
  ),
  violation(
    'AUTH-11/listings-told',
    "Archiving another's listing is a conflict.",
    telling('archiveListing', 'lots', refuse('conflict')),
  ),
  violation(
    'AUTH-11/farms-told',
    "Changing another's farm is 403.",
    telling('updateFarm', 'farms', refuse('insufficient_scope')),
  ),
  violation(
    'AUTH-11/drafts-told',
    'A draft of a seller is 403 to buyers.',
    telling('getInventory', 'lots', refuse('insufficient_scope')),
  ),
  violation(
    'AUTH-14/list-without-team',
    'A token without a team lists no subscriptions, with success.',
    teamless('listWebhooks'),
  ),
  violation('AUTH-14/deliveries-without-team', 'Deliveries are read without a team.', teamless('listDeliveries')),
  violation(
    'AUTH-15/expired-let-in',
    'An expired token is as good as another.',
    lettingIn('everywhere', ({ db, incoming }) => holderOf(db, incoming.authorization)),
  ),
  violation(
    'AUTH-15/expired-writes',
    'An expired token still writes.',
    lettingIn(
      ALL.filter((id) => OPERATIONS[id].method !== 'get'),
      ({ db, incoming }) => holderOf(db, incoming.authorization),
    ),
  ),
  violation(
    'AUTH-15/expired-reads-market',
    'An expired token reads the market.',
    lettingIn('listMarketPrices', ({ db, incoming }) => holderOf(db, incoming.authorization)),
  ),
  violation('AUTH-15/refused-with-403', 'An expired token is 403.', expiredIs403()),
  violation(
    'AUTH-16/unknown-let-in',
    'Whoever sends any token at all is let in.',
    lettingIn('everywhere', ({ incoming }) =>
      /^Bearer \S+$/.test(incoming.authorization ?? '') ? personaAsCaller('buyer') : undefined,
    ),
  ),
  violation(
    'AUTH-16/prefix-is-enough',
    'Of a token its first characters are compared.',
    lettingIn('everywhere', ({ incoming }) =>
      incoming.authorization?.startsWith('Bearer dev_buy') === true ? personaAsCaller('buyer') : undefined,
    ),
  ),
  violation('AUTH-16/unknown-is-400', 'An unknown token is a bad request.', unknownIs400()),
  violation(
    'AUTH-18/decided-first',
    'A bid that is no longer pending is 422 to strangers.',
    onFind(ANSWERS, async (found, { db, path, caller }) => {
      const truth = isRefusal(found) ? await findBid(db, path['id'] ?? '', caller.livemode) : undefined;
      return truth === undefined || truth.bid.status === 'pending' ? found : refuse('bid_not_pending');
    }),
  ),
  violation(
    'AUTH-18/decided-first-to-counter',
    'A bid that is no longer pending is 422 to strangers who counter.',
    onFind('counterBid', async (found, { db, path, caller }) => {
      const truth = isRefusal(found) ? await findBid(db, path['id'] ?? '', caller.livemode) : undefined;
      return truth === undefined || truth.bid.status === 'pending' ? found : refuse('bid_not_pending');
    }),
  ),
];

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
