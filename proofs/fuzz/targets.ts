/** Whom and what a request can reach: callers that may do a thing, with the ids they may do it to, so that generated requests get past the door. */
import type { Mock } from '#mock/server';
import type { OperationId } from '#spec';
import { OPERATIONS, OPERATION_IDS } from '#spec';

export interface Target {
  token: string;
  ids: readonly string[];
}

export type Targets = Readonly<Record<OperationId, readonly Target[]>>;

const CALLERS = [
  'buyer',
  'rival',
  'elevator',
  'seller',
  'partner',
  'buyer_sandbox',
  'elevator_sandbox',
  'seller_sandbox',
  'partner_sandbox',
] as const;

/** The first subscriptions are left alone: what failed there is to be replayed. */
const HOOKS_KEPT = 12;

/** Reads what is there now: requests change it all the time. */
export async function readTargets(mock: Mock): Promise<Targets> {
  const { db } = mock.worlds.default.store;
  const tokens = await db
    .selectFrom('tokens')
    .selectAll()
    .where(
      'token',
      'in',
      CALLERS.map((name) => mock.tokens[name] ?? ''),
    )
    .execute();
  const lots = await db.selectFrom('lots').selectAll().execute();
  const bids = await db.selectFrom('bids').selectAll().execute();
  const trades = await db.selectFrom('trades').selectAll().execute();
  const cashBids = await db.selectFrom('cash_bids').selectAll().execute();
  const offers = await db
    .selectFrom('offers')
    .innerJoin('cash_bids', 'cash_bids.id', 'offers.cash_bid_id')
    .selectAll('offers')
    .select('team_id')
    .execute();
  const farms = await db.selectFrom('farms').selectAll().execute();
  const subscriptions = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('subscriptions', 'subscriptions.id', 'deliveries.subscription_id')
    .where('deleted_at', 'is', null)
    .select(['deliveries.id', 'subscription_id', 'team_id', 'livemode', 'status'])
    .execute();
  const memberships = await db.selectFrom('memberships').selectAll().execute();

  type Caller = (typeof tokens)[number];
  const cross = <Item>(
    items: readonly Item[],
    fits: (caller: Caller, item: Item) => boolean,
    idsOf: (item: Item) => string[],
  ): Target[] =>
    tokens.flatMap((caller) =>
      items.filter((item) => fits(caller, item)).map((item) => ({ token: caller.token, ids: idsOf(item) })),
    );
  const idOf = ({ id }: { id: string }): string[] => [id];
  const sameMode = (caller: Caller, item: { livemode: number }): boolean => caller.livemode === item.livemode;

  const onOffer = cross(lots, (caller, lot) => sameMode(caller, lot) && lot.status === 'listed', idOf);
  const toBidOn = onOffer.filter(({ token }) => tokens.some((caller) => caller.token === token && caller.team_id !== null));
  const ownLots = cross(lots, (caller, lot) => sameMode(caller, lot) && caller.user_id === lot.user_id, idOf);
  const placed = cross(bids, (caller, bid) => sameMode(caller, bid) && caller.team_id === bid.buyer_team_id, idOf);
  const toAnswer = cross(
    bids,
    (caller, bid) =>
      sameMode(caller, bid) &&
      bid.status === 'pending' &&
      (bid.author === 'buyer' ? caller.user_id === bid.seller_user_id : caller.team_id === bid.buyer_team_id),
    idOf,
  );
  const ownTrades = cross(
    trades,
    (caller, trade) =>
      sameMode(caller, trade) && (caller.team_id === trade.buyer_team_id || caller.user_id === trade.seller_user_id),
    idOf,
  );
  const ownCashBids = cross(cashBids, (caller, cashBid) => sameMode(caller, cashBid) && caller.team_id === cashBid.team_id, idOf);
  const ownOffers = cross(offers, (caller, offer) => sameMode(caller, offer) && caller.team_id === offer.team_id, idOf);
  const ownFarms = cross(farms, (caller, farm) => sameMode(caller, farm) && caller.user_id === farm.user_id, idOf);
  const ownHooks = cross(subscriptions, (caller, hook) => sameMode(caller, hook) && caller.team_id === hook.team_id, idOf);
  const failed = cross(
    deliveries,
    (caller, row) => sameMode(caller, row) && caller.team_id === row.team_id && row.status === 'failed',
    (row) => [row.subscription_id, row.id],
  );
  const ownTeams = cross(
    memberships,
    (caller, row) => caller.user_id === row.user_id,
    (row) => [row.team_id],
  );
  const anybody = tokens.map(({ token }) => ({ token, ids: ['canola'] }));
  const elevators = anybody.filter(({ token }) => token.startsWith('dev_elevator'));
  const sellers = anybody.filter(({ token }) => /seller|partner/.test(token));
  const testers = sellers.filter(({ token }) => token.endsWith('_sandbox'));

  const reachable: Partial<Record<OperationId, readonly Target[]>> = {
    getInventory: onOffer,
    placeBid: toBidOn,
    getBid: placed,
    acceptBid: toAnswer,
    rejectBid: toAnswer,
    counterBid: toAnswer,
    getTrade: ownTrades,
    getTeam: ownTeams,
    createCashBid: elevators,
    updateCashBid: ownCashBids,
    listOffers: ownCashBids,
    acceptOffer: ownOffers,
    rejectOffer: ownOffers,
    deleteWebhook: ownHooks.slice(HOOKS_KEPT),
    listDeliveries: ownHooks,
    redeliver: failed,
    simulateEvent: testers,
    createSandboxUser: testers,
    listFarms: sellers,
    createFarm: sellers,
    getFarm: ownFarms,
    updateFarm: ownFarms,
    listListings: sellers,
    createListing: ownFarms,
    getListing: ownLots,
    updateListing: ownLots,
    archiveListing: ownLots,
    listReceivedBids: ownLots,
    listBidsReceived: sellers,
  };
  const entries = OPERATION_IDS.map((id) => [
    id,
    reachable[id] ?? (OPERATIONS[id].needs_team ? anybody.filter(({ token }) => !token.startsWith('dev_seller')) : anybody),
  ]);
  // Built from all the ids there are.
  return Object.fromEntries(entries) as Targets;
}
