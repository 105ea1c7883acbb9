import { sql } from 'kysely';
import type { Reader, Tables } from '../../../market/records/tables.ts';

/** A row of any table. */
type AnyRow = Readonly<Record<string, unknown>>;

/** A record with its relations by name. */
interface PrivateRecord {
  kind: string;
  record: object;
  [relation: string]: unknown;
}

/** Finds the rows of a table, or of two joined ones, that have an id in a column. Default order: by id. */
type Lookup = readonly [source: keyof Tables | Joined, column: string, order?: string];
type Joined = typeof MEMBERS | typeof TEAMS;
const MEMBERS = 'users join memberships on users.id = memberships.user_id';
const TEAMS = 'teams join memberships on teams.id = memberships.team_id';

/** How to find a record and its relations. */
interface Kind {
  kind: string;
  table: keyof Tables;
  /** Relations with one row. Found by an id in the record or in an earlier relation (`lot.farm_id`), or by the id of the record. */
  one?: Readonly<Record<string, readonly [table: keyof Tables, id_field: string] | { by: Lookup }>>;
  /** Relations with several rows, found by the id of the record. */
  many?: Readonly<Record<string, Lookup>>;
}

/** The limit on listed relations. */
const RELATED_MAX = 100;

/** CONV-10: the prefix of an id tells its kind. A delivery location has a number. */
const KINDS: Readonly<Record<string, Kind>> = {
  inv: {
    kind: 'lot',
    table: 'lots',
    one: { seller: ['users', 'user_id'], farm: ['farms', 'farm_id'] },
    many: { bids: ['bids', 'lot_id', 'created_at'], trades: ['trades', 'lot_id', 'created_at'] },
  },
  bid: {
    kind: 'bid',
    table: 'bids',
    one: {
      lot: ['lots', 'lot_id'],
      seller: ['users', 'lot.user_id'],
      farm: ['farms', 'lot.farm_id'],
      buyer_team: ['teams', 'buyer_team_id'],
      buyer: ['users', 'buyer_user_id'],
      counter_to: ['bids', 'counter_to'],
      countered_by: { by: ['bids', 'counter_to'] },
      trade: { by: ['trades', 'bid_id'] },
    },
    many: { lines: ['bid_lines', 'bid_id', 'position'] },
  },
  trd: {
    kind: 'trade',
    table: 'trades',
    one: {
      seller: ['users', 'seller_user_id'],
      buyer_team: ['teams', 'buyer_team_id'],
      lot: ['lots', 'lot_id'],
      farm: ['farms', 'lot.farm_id'],
      bid: ['bids', 'bid_id'],
      offer: ['offers', 'offer_id'],
    },
  },
  cb: {
    kind: 'cash_bid',
    table: 'cash_bids',
    one: { buyer_team: ['teams', 'team_id'], delivery_location: ['delivery_locations', 'delivery_location_id'] },
    many: { offers: ['offers', 'cash_bid_id', 'created_at'] },
  },
  cbo: {
    kind: 'offer',
    table: 'offers',
    one: {
      cash_bid: ['cash_bids', 'cash_bid_id'],
      buyer_team: ['teams', 'cash_bid.team_id'],
      seller: ['users', 'seller_user_id'],
      trade: ['trades', 'trade_id'],
    },
  },
  farm: { kind: 'farm', table: 'farms', one: { owner: ['users', 'user_id'] }, many: { lots: ['lots', 'farm_id'] } },
  tm: {
    kind: 'team',
    table: 'teams',
    many: {
      members: [MEMBERS, 'team_id'],
      delivery_locations: ['delivery_locations', 'team_id'],
      subscriptions: ['subscriptions', 'team_id'],
    },
  },
  usr: {
    kind: 'user',
    table: 'users',
    one: { created_by: ['clients', 'created_by_client_id'] },
    many: { teams: [TEAMS, 'user_id'], farms: ['farms', 'user_id'] },
  },
  whk: {
    kind: 'subscription',
    table: 'subscriptions',
    one: { team: ['teams', 'team_id'], client: ['clients', 'client_id'] },
    many: { queued: ['queue', 'subscription_id', 'due_at'] },
  },
  whd: {
    kind: 'delivery',
    table: 'deliveries',
    one: { subscription: ['subscriptions', 'subscription_id'], event: ['events', 'event_id'] },
  },
  evt: {
    kind: 'event',
    table: 'events',
    many: { deliveries: ['deliveries', 'event_id', 'seq'], queued: ['queue', 'event_id', 'due_at'] },
  },
};
const NUMBER = /^\d{1,15}$/;
const LOCATION: Kind = {
  kind: 'delivery_location',
  table: 'delivery_locations',
  one: { team: ['teams', 'team_id'], congestion: { by: ['congestions', 'location_id', 'location_id'] } },
};

async function findRows(db: Reader, [source, column, order = 'id']: Lookup, value: unknown): Promise<readonly AnyRow[]> {
  if (value === null || value === undefined) return [];
  const condition = sql`${sql.ref(column)} = ${value} order by ${sql.ref(order)} limit ${RELATED_MAX}`;
  return (await sql<AnyRow>`select * from ${sql.raw(source)} where ${condition}`.execute(db)).rows;
}

/** The value of `user_id`, or of `lot.user_id` in a record whose lot has been read. */
function valueAt(record: AnyRow, path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('.')) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}

/** The record behind a public id. Undefined if there is none. Missing relations are left out. */
export async function findPrivateRecord(db: Reader, id: string): Promise<PrivateRecord | undefined> {
  const prefix = /^([a-z]+)_/.exec(id)?.[1] ?? '';
  const { kind, table, one = {}, many = {} } = (Object.hasOwn(KINDS, prefix) ? KINDS[prefix] : undefined) ?? LOCATION;
  if (table === LOCATION.table && !NUMBER.test(id)) return undefined;
  const [record] = await findRows(db, [table, 'id'], id);
  if (record === undefined) return undefined;
  const relations: Record<string, unknown> = {};
  for (const [name, to] of Object.entries(one)) {
    const [by, value] = 'by' in to ? [to.by, id] : [[to[0], 'id'] as const, valueAt({ ...record, ...relations }, to[1])];
    [relations[name]] = await findRows(db, by, value);
  }
  for (const [name, by] of Object.entries(many)) relations[name] = await findRows(db, by, id);
  if (table === 'trades') relations['invoices'] = ['buyer', 'seller'].map((side) => invoiceOf(side, record));
  return { kind, record, ...relations };
}

function invoiceOf(side: string, trade: AnyRow): object {
  const paid_at = trade[`${side}_invoice_paid_at`];
  return { kind: side, status: paid_at === null ? 'unpaid' : 'paid', paid_at };
}
