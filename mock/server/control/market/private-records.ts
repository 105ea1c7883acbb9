import type { Reader, Row, Tables } from '../../../market/records/tables.ts';
import { findLocation } from './delivery-locations.ts';

/** A record with its relations by name. */
export interface PrivateRecord {
  kind: string;
  record: object;
  [relation: string]: unknown;
}

type Read = (db: Reader, id: string) => Promise<PrivateRecord | undefined>;
type Keyed = { [Name in keyof Tables]: Tables[Name] extends { id: string } ? Name : never }[keyof Tables];

/** The limit on listed relations. */
const RELATED_MAX = 100;

/** Undefined without an id, or if there is no such row. */
async function find<Name extends Keyed>(db: Reader, table: Name, id: string | null | undefined): Promise<Row<Name> | undefined> {
  if (id === null || id === undefined) return undefined;
  // The query builder cannot follow a table that is a type parameter. Each of these tables has an `id`, and all columns are read.
  const row = await db
    .selectFrom(table as 'users')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Row<Name> | undefined; // a row of `table`
}

/** The seller and the farm of a lot. */
async function aroundLot(db: Reader, lot: Row<'lots'> | undefined): Promise<object> {
  return { seller: await find(db, 'users', lot?.user_id), farm: await find(db, 'farms', lot?.farm_id) };
}

async function readLot(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'lots', id);
  if (record === undefined) return undefined;
  const bids = await db
    .selectFrom('bids')
    .selectAll()
    .where('lot_id', '=', id)
    .orderBy('created_at')
    .limit(RELATED_MAX)
    .execute();
  const trades = await db
    .selectFrom('trades')
    .selectAll()
    .where('lot_id', '=', id)
    .orderBy('created_at')
    .limit(RELATED_MAX)
    .execute();
  return { kind: 'lot', record, ...(await aroundLot(db, record)), bids, trades };
}

async function readBid(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'bids', id);
  if (record === undefined) return undefined;
  const lot = await find(db, 'lots', record.lot_id);
  return {
    kind: 'bid',
    record,
    lines: await db.selectFrom('bid_lines').selectAll().where('bid_id', '=', id).orderBy('position').execute(),
    lot,
    ...(await aroundLot(db, lot)),
    buyer_team: await find(db, 'teams', record.buyer_team_id),
    buyer: await find(db, 'users', record.buyer_user_id),
    counter_to: await find(db, 'bids', record.counter_to),
    countered_by: await db
      .selectFrom('bids')
      .selectAll()
      .where('lot_id', '=', record.lot_id)
      .where('counter_to', '=', id)
      .executeTakeFirst(),
    trade: await db.selectFrom('trades').selectAll().where('bid_id', '=', id).executeTakeFirst(),
  };
}

async function readTrade(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'trades', id);
  if (record === undefined) return undefined;
  const lot = await find(db, 'lots', record.lot_id);
  const invoices = [
    { kind: 'buyer', paid_at: record.buyer_invoice_paid_at },
    { kind: 'seller', paid_at: record.seller_invoice_paid_at },
  ].map(({ kind, paid_at }) => ({ kind, status: paid_at === null ? 'unpaid' : 'paid', paid_at }));
  return {
    kind: 'trade',
    record,
    seller: await find(db, 'users', record.seller_user_id),
    buyer_team: await find(db, 'teams', record.buyer_team_id),
    invoices,
    lot,
    farm: await find(db, 'farms', lot?.farm_id),
    bid: await find(db, 'bids', record.bid_id),
    offer: await find(db, 'offers', record.offer_id),
  };
}

async function readCashBid(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'cash_bids', id);
  if (record === undefined) return undefined;
  return {
    kind: 'cash_bid',
    record,
    buyer_team: await find(db, 'teams', record.team_id),
    delivery_location: await findLocation(db, String(record.delivery_location_id)),
    offers: await db
      .selectFrom('offers')
      .selectAll()
      .where('cash_bid_id', '=', id)
      .orderBy('created_at')
      .limit(RELATED_MAX)
      .execute(),
  };
}

async function readOffer(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'offers', id);
  if (record === undefined) return undefined;
  const cash_bid = await find(db, 'cash_bids', record.cash_bid_id);
  return {
    kind: 'offer',
    record,
    cash_bid,
    buyer_team: await find(db, 'teams', cash_bid?.team_id),
    seller: await find(db, 'users', record.seller_user_id),
    trade: await find(db, 'trades', record.trade_id),
  };
}

async function readFarm(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'farms', id);
  if (record === undefined) return undefined;
  const lots = await db
    .selectFrom('lots')
    .selectAll()
    .where('user_id', '=', record.user_id)
    .where('livemode', '=', record.livemode)
    .where('farm_id', '=', id)
    .limit(RELATED_MAX)
    .execute();
  return { kind: 'farm', record, owner: await find(db, 'users', record.user_id), lots };
}

async function readTeam(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'teams', id);
  if (record === undefined) return undefined;
  const members = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('users')
    .select('role')
    .where('team_id', '=', id)
    .execute();
  const delivery_locations = await db
    .selectFrom('delivery_locations')
    .selectAll()
    .where('team_id', '=', id)
    .orderBy('id')
    .execute();
  const subscriptions = await db.selectFrom('subscriptions').selectAll().where('team_id', '=', id).limit(RELATED_MAX).execute();
  return { kind: 'team', record, members, delivery_locations, subscriptions };
}

async function readUser(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'users', id);
  if (record === undefined) return undefined;
  const teams = await db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .selectAll('teams')
    .select('role')
    .where('user_id', '=', id)
    .execute();
  const farms = await db.selectFrom('farms').selectAll().where('user_id', '=', id).limit(RELATED_MAX).execute();
  return { kind: 'user', record, teams, farms, created_by: await find(db, 'clients', record.created_by_client_id) };
}

async function readSubscription(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'subscriptions', id);
  if (record === undefined) return undefined;
  const queued = await db
    .selectFrom('queue')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('due_at')
    .limit(RELATED_MAX)
    .execute();
  return {
    kind: 'subscription',
    record,
    team: await find(db, 'teams', record.team_id),
    client: await find(db, 'clients', record.client_id),
    queued,
  };
}

async function readDelivery(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'deliveries', id);
  if (record === undefined) return undefined;
  const { subscription_id, event_id } = record;
  return {
    kind: 'delivery',
    record,
    subscription: await find(db, 'subscriptions', subscription_id),
    event: await find(db, 'events', event_id),
  };
}

async function readEvent(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await find(db, 'events', id);
  if (record === undefined) return undefined;
  const deliveries = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('event_id', '=', id)
    .orderBy('seq')
    .limit(RELATED_MAX)
    .execute();
  const queued = await db.selectFrom('queue').selectAll().where('event_id', '=', id).limit(RELATED_MAX).execute();
  return { kind: 'event', record, deliveries, queued };
}

async function readLocation(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const record = await findLocation(db, id);
  if (record === undefined) return undefined;
  const congestion = await db.selectFrom('congestions').selectAll().where('location_id', '=', record.id).executeTakeFirst();
  return { kind: 'delivery_location', record, team: await find(db, 'teams', record.team_id), congestion };
}

/** CONV-10: the prefix of an id tells its kind. */
const READERS: Readonly<Record<string, Read>> = {
  inv: readLot,
  bid: readBid,
  trd: readTrade,
  cb: readCashBid,
  cbo: readOffer,
  farm: readFarm,
  tm: readTeam,
  usr: readUser,
  whk: readSubscription,
  whd: readDelivery,
  evt: readEvent,
};

/** The record behind a public id. Undefined if there is none. Missing relations are left out. */
export async function findPrivateRecord(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const prefix = /^([a-z]+)_/.exec(id)?.[1] ?? '';
  const read = Object.hasOwn(READERS, prefix) ? READERS[prefix] : readLocation;
  return read?.(db, id);
}
