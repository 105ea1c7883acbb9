/** Which caller can do what to which ids, so that generated requests get past authorization. */
import { ENDPOINT_ROWS } from '#client';
import { personas } from '#fixtures/personas';
import type { Mock } from '#mock/server/server';
import { OPERATIONS, OPERATION_IDS, type OperationId } from '#spec';

export interface Target {
  token: string;
  ids: readonly string[];
}

export type Targets = Readonly<Record<OperationId, readonly Target[]>>;

type Database = Mock['worlds']['default']['store']['reader'];

interface Caller {
  token: string;
  user_id: string | null;
  team_id: string | null;
  livemode: number;
}

/** The first records of a kind are never deleted, because other operations need them. For example, the failed deliveries of a webhook can be replayed. */
const RECORDS_KEPT = 12;

/** Callers that can write, in both modes. */
function listCallers(): Caller[] {
  const { buyer, rival, elevator, seller, partner } = personas;
  return [buyer, rival, elevator, seller, partner].flatMap(({ token, sandbox_token, user_id, team_id }) => [
    { token, user_id, team_id, livemode: 1 },
    ...(sandbox_token === null ? [] : [{ token: sandbox_token, user_id, team_id, livemode: 0 }]),
  ]);
}

/** Reads the current targets: requests change them constantly. */
export async function readTargets(mock: Mock): Promise<Targets> {
  const { reader: db } = mock.worlds.default.store;
  const reachable = { ...listByRole(), ...(await listOfSellers(db)), ...(await listOfBuyers(db)), ...(await listOfTeams(db)) };
  const entries = OPERATION_IDS.map((id) => [id, reachable[id] ?? withoutResource(OPERATIONS[id].needs_team)]);
  // Built from all the ids there are.
  return Object.fromEntries(entries) as Targets;
}

type SomeTargets = Partial<Record<OperationId, readonly Target[]>>;

/** Pairs each caller with the items of its mode that fit it. */
function pairUp<Item extends { id: string; livemode: number }>(
  items: readonly Item[],
  fits: (caller: Caller, item: Item) => boolean,
): Target[] {
  return listCallers().flatMap((caller) =>
    items
      .filter((item) => item.livemode === caller.livemode && fits(caller, item))
      .map(({ id }) => ({ token: caller.token, ids: [id] })),
  );
}

/** Targets of operations without an existing resource. `canola` fills a path that takes a commodity. */
function withoutResource(needs_team: boolean): Target[] {
  return listCallers()
    .filter(({ team_id }) => !needs_team || team_id !== null)
    .map(({ token }) => ({ token, ids: ['canola'] }));
}

function listByRole(): SomeTargets {
  const elevators = withoutResource(true).filter(({ token }) => token.startsWith(personas.elevator.token));
  const sellers = withoutResource(false).filter(
    ({ token }) => token.startsWith(personas.seller.token) || token.startsWith(personas.partner.token),
  );
  const testers = sellers.filter(({ token }) => token.endsWith('_sandbox'));
  return {
    createCashBid: elevators,
    simulateEvent: testers,
    createSandboxUser: testers,
    listFarms: sellers,
    createFarm: sellers,
    listListings: sellers,
    listBidsReceived: sellers,
  };
}

async function listOfSellers(db: Database): Promise<SomeTargets> {
  const farms = await db.selectFrom('farms').selectAll().execute();
  const lots = await db.selectFrom('lots').selectAll().execute();
  const ownFarms = pairUp(farms, (caller, farm) => caller.user_id === farm.user_id);
  const ownLots = pairUp(lots, (caller, lot) => caller.user_id === lot.user_id);
  const onOffer = lots.filter((lot) => lot.status === 'listed');
  return {
    createListing: ownFarms,
    getFarm: ownFarms,
    updateFarm: ownFarms,
    getListing: ownLots,
    updateListing: ownLots,
    archiveListing: ownLots,
    listReceivedBids: ownLots,
    getInventory: pairUp(onOffer, () => true),
    placeBid: pairUp(onOffer, (caller, lot) => caller.team_id !== null && caller.user_id !== lot.user_id),
  };
}

async function listOfBuyers(db: Database): Promise<SomeTargets> {
  const bids = await db.selectFrom('bids').selectAll().execute();
  const trades = await db.selectFrom('trades').selectAll().execute();
  const pending = bids.filter((bid) => bid.status === 'pending');
  const toAnswer = pairUp(pending, (caller, bid) =>
    bid.author === 'buyer' ? caller.user_id === bid.seller_user_id : caller.team_id === bid.buyer_team_id,
  );
  return {
    getBid: pairUp(bids, (caller, bid) => caller.team_id === bid.buyer_team_id),
    acceptBid: toAnswer,
    rejectBid: toAnswer,
    counterBid: toAnswer,
    getTrade: pairUp(
      trades,
      (caller, trade) => caller.team_id === trade.buyer_team_id || caller.user_id === trade.seller_user_id,
    ),
  };
}

async function listOfTeams(db: Database): Promise<SomeTargets> {
  const ownedBy = (caller: Caller, { team_id }: { team_id: string }): boolean => caller.team_id === team_id;
  const cashBids = await db.selectFrom('cash_bids').selectAll().execute();
  const offers = await db
    .selectFrom('offers')
    .innerJoin('cash_bids', 'cash_bids.id', 'offers.cash_bid_id')
    .select(['offers.id', 'offers.livemode', 'team_id'])
    .execute();
  const alive = db.selectFrom('subscriptions').where('deleted_at', 'is', null);
  const hooks = await alive.selectAll().orderBy('created_at').orderBy('id').execute();
  const failed = await alive
    .innerJoin('deliveries', 'deliveries.subscription_id', 'subscriptions.id')
    .select(['subscriptions.id', 'subscriptions.livemode', 'team_id', 'deliveries.id as delivery_id'])
    .where('deliveries.status', '=', 'failed')
    .execute();
  const ownCashBids = pairUp(cashBids, ownedBy);
  const ownOffers = pairUp(offers, ownedBy);
  const ownHooks = pairUp(hooks, ownedBy);
  // Operations that need only a record of the caller, of one kind.
  const own = { cash_bid: ownCashBids };
  const onOwn = ENDPOINT_ROWS.flatMap(([id, { visit_on, ends }]) =>
    visit_on === undefined ? [] : [[id, own[visit_on].slice(ends === undefined ? 0 : RECORDS_KEPT)] as const],
  );
  return {
    ...Object.fromEntries(onOwn),
    getTeam: listCallers().flatMap(({ token, team_id }) => (team_id === null ? [] : [{ token, ids: [team_id] }])),
    listOffers: ownCashBids,
    acceptOffer: ownOffers,
    rejectOffer: ownOffers,
    listDeliveries: ownHooks,
    deleteWebhook: ownHooks.slice(RECORDS_KEPT),
    redeliver: failed.flatMap((row) =>
      pairUp([row], ownedBy).map(({ token, ids }) => ({ token, ids: [...ids, row.delivery_id] })),
    ),
  };
}
