/** The tables of a world, as migrations. The first one creates them, later ones change them. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { DatabaseFileError } from './database-error.ts';

const price = 'price_amount double precision, price_unit text';

const TABLES: readonly string[] = [
  `teams (id text primary key, name text not null, type text not null, is_verified_elevator integer not null,
     has_good_credit integer not null, created_at text not null)`,
  `users (id text primary key, name text not null, email text not null, created_by_client_id text, created_at text not null)`,
  `memberships (team_id text not null, user_id text not null, role text not null, primary key (user_id, team_id))`,
  `clients (id text primary key, name text not null, livemode integer not null, is_approved_partner integer not null, created_at text not null)`,
  `tokens (token text primary key, client_id text not null, user_id text, team_id text, scopes text not null,
     livemode integer not null, expires_at text, created_at text not null)`,
  `farms (id text primary key, user_id text not null, livemode integer not null, name text not null, latitude double precision not null,
     longitude double precision not null, nearest_city text not null, nearest_province text not null, has_payment_method integer not null,
     created_at text not null)`,
  // INV-24: commodities, grades, and provinces are compared case-insensitively.
  `lots (id text primary key, reference text not null, user_id text not null, farm_id text not null, livemode integer not null,
     commodity text not null collate nocase, variety text, grade text collate nocase, is_organic integer not null, crop_year integer,
     quantity_mt double precision not null, price_amount double precision, price_firm integer, is_unpriced integer not null,
     protein double precision, moisture double precision, test_weight double precision, dockage double precision,
     falling_number double precision, province text not null collate nocase, nearest_city text not null, city_id integer,
     status text not null, listed_at text not null, expires_at text, created_at text not null)`,
  `bids (id text primary key, reference text not null, lot_id text not null, livemode integer not null, buyer_team_id text not null,
     buyer_user_id text not null, seller_user_id text not null, author text not null, status text not null, type text not null, ${price},
     quantity_mt double precision not null, delivery_from text not null, delivery_to text not null, fob_farm integer not null,
     delivery_location_id integer, subject_to_sample_approval integer not null, additional_terms text, expires_at text not null,
     counter_to text, is_simulated integer not null, created_at text not null)`,
  `bid_lines (id text primary key, bid_id text not null, position integer not null, grade text not null, ${price},
     subject_to_sample_approval integer not null, status text not null)`,
  `trades (id text primary key, reference text not null, livemode integer not null, bid_id text unique, offer_id text unique, lot_id text,
     buyer_team_id text not null, seller_user_id text not null, commodity text not null collate nocase, quantity_mt double precision not null,
     ${price}, delivery_from text, delivery_to text, status text not null, buyer_invoice_paid_at text, seller_invoice_paid_at text,
     created_at text not null, settled_at text)`,
  `cash_bids (id text primary key, reference text not null, team_id text not null, livemode integer not null,
     commodity text not null collate nocase, grade text, crop_year integer, ${price}, quantity_mt double precision not null,
     delivery_from text not null, delivery_to text not null, delivery_location_id integer not null, is_active integer not null,
     created_at text not null)`,
  `offers (id text primary key, cash_bid_id text not null, seller_user_id text not null, livemode integer not null, status text not null,
     ${price}, quantity_mt double precision not null, trade_id text, created_at text not null)`,
  `delivery_locations (id integer primary key, team_id text not null, name text not null, formatted text not null, city text not null,
     province text not null, trucks_waiting integer not null, congestion_threshold integer not null)`,
  `prices (commodity text not null collate nocase, date text not null, price_amount double precision not null,
     low double precision not null, high double precision not null, primary key (commodity, date))`,
  `subscriptions (id text primary key, team_id text not null, client_id text not null, livemode integer not null, url text not null,
     events text not null, secret text not null, is_active integer not null, created_at text not null, deleted_at text)`,
  `events (seq integer primary key, id text not null unique, type text not null, livemode integer not null, created_at text not null,
     subject_id text, data text not null)`,
  `queue (seq integer primary key autoincrement, subscription_id text not null, event_id text not null, attempt integer not null,
     is_first integer not null, due_at text not null)`,
  `deliveries (seq integer primary key, id text not null unique, subscription_id text not null, event_id text not null, event text not null,
     status text not null, response_status integer, attempts integer not null, delivered_at text, created_at text not null, error text,
     request_body text not null, signature text not null, duration_ms double precision not null)`,
  `idempotency_keys (team_id text not null, path text not null, key text not null, body_hash text not null, status integer not null,
     response text not null, created_at text not null, primary key (team_id, path, key))`,
  `counters (kind text primary key, next integer not null)`,
  `congestions (location_id integer primary key, started_at text not null, clears_at text)`,
];

const INDEXES: readonly string[] = [
  `lots_due on lots (expires_at) where status = 'listed'`,
  `lots_of_seller on lots (user_id, livemode, created_at)`,
  `farms_of_seller on farms (user_id, livemode)`,
  `bids_of_team on bids (buyer_team_id, livemode, created_at)`,
  `bids_of_lot on bids (lot_id, created_at)`,
  `bids_of_seller on bids (seller_user_id, livemode, status)`,
  `bids_due on bids (expires_at) where status = 'pending'`,
  `bid_lines_of_bid on bid_lines (bid_id, position)`,
  `trades_of_team on trades (buyer_team_id, livemode, created_at)`,
  `trades_of_seller on trades (seller_user_id, livemode, created_at)`,
  `cash_bids_of_team on cash_bids (team_id, livemode, created_at)`,
  `offers_of_cash_bid on offers (cash_bid_id, created_at)`,
  `memberships_of_team on memberships (team_id)`,
  `subscriptions_of_team on subscriptions (team_id, livemode)`,
  `subscriptions_of_client on subscriptions (client_id, livemode)`,
  `queue_due on queue (due_at)`,
  // RTY-9: the first attempts of a subscription in order, and its other attempts by due time.
  `queue_of_subscription on queue (subscription_id, is_first, seq)`,
  `queue_of_subscription_due on queue (subscription_id, is_first, due_at)`,
  `deliveries_of_subscription on deliveries (subscription_id, seq)`,
  `deliveries_of_event on deliveries (event_id)`,
  `locations_of_team on delivery_locations (team_id)`,
  `congestions_due on congestions (clears_at)`,
];

/** The authorization server: its records and keys, how clients authenticate, and the grant of each token (AUTH-8). */
const OAUTH: readonly string[] = [
  `create table oauth_records (model text not null, id text not null, payload text not null, uid text, grant_id text, client_id text,
     team_id text, consumed_at text, expires_at text, primary key (model, id))`,
  `create index oauth_records_of_grant on oauth_records (grant_id)`,
  `create index oauth_records_of_client on oauth_records (client_id)`,
  `create index oauth_records_by_uid on oauth_records (uid)`,
  `create index oauth_records_due on oauth_records (expires_at)`,
  `create table oauth_clients (client_id text primary key, kind text not null, redirect_uris text not null, secret_hash text)`,
  `create table oauth_keys (name text primary key, value text not null)`,
  `alter table clients add column revoked_at text`,
  `alter table tokens add column grant_id text`,
  `alter table tokens add column payload text`,
  `create index tokens_of_grant on tokens (grant_id) where grant_id is not null`,
  `create index tokens_of_client on tokens (client_id)`,
  `create index tokens_due on tokens (expires_at) where payload is not null`,
];

/** A step of the schema. */
interface SchemaMigration {
  statements: readonly string[];
  /** Whether it does more than add. A process that does not know a breaking migration of its database refuses to start. */
  is_breaking?: true;
}

/** In order. During a rolling restart on PostgreSQL, older processes work on newer tables, so a migration only adds. */
export const MIGRATIONS: Readonly<Record<string, SchemaMigration>> = {
  '0001-initial': {
    statements: [...TABLES.map((table) => `create table ${table}`), ...INDEXES.map((index) => `create index ${index}`)],
  },
  '0002-oauth': { statements: OAUTH },
  // The options that the world was created with.
  '0003-origin': { statements: ['create table origins (seed text not null, lots integer not null)'] },
  // The clock and the number of drawn secrets, and an index for expired keys (IDEM-6).
  '0004-runtime': {
    statements: [
      `create table runtime (id integer primary key, clock_start text not null, mode text not null, frozen_at_ms double precision not null,
         offset_ms double precision not null, secrets_used integer not null)`,
      `create index idempotency_keys_due on idempotency_keys (created_at)`,
      `create index tokens_expiring on tokens (expires_at)`,
    ],
  },
  // RTY-8: older files have null for an attempt without a response.
  '0005-response-status': { statements: ['update deliveries set response_status = 0 where response_status is null'] },
  // What receivers responded, for the control plane.
  '0006-response-body': { statements: [`alter table deliveries add column response_body text not null default ''`] },
  // RTY-9: retries and replays of all subscriptions by due time. Also the queued attempts of an event.
  '0007-queue': {
    statements: [
      'create index if not exists queue_retries_due on queue (due_at, seq) where is_first = 0',
      'create index if not exists queue_of_event on queue (event_id)',
    ],
  },
  // State that survives resets and restored snapshots: violations and variants, faults, and the key of the inbox.
  '0008-kept': {
    statements: ['deviations', 'faults', 'inbox_key'].map((column) => `alter table runtime add column ${column} text`),
  },
  // The span that caused a delivery, for the traces of other processes.
  '0009-trace': { statements: ['alter table queue add column trace text'] },
  // Prices are computed from the seed and this date instead of stored, so those of an older file can change.
  '0010-computed-prices': {
    is_breaking: true,
    statements: [
      'alter table origins add column priced_until text',
      'update origins set priced_until = (select max(date) from prices)',
      'drop table prices',
    ],
  },
  // Whether a delivery attempt belongs to a replay, for the control plane.
  '0011-redelivery': { statements: ['alter table deliveries add column is_redelivery integer not null default 0'] },
};

export async function applyMigration<Any>(db: Kysely<Any>, { statements }: SchemaMigration): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Migrates a database to the newest schema in one transaction. @throws the error of the failed migration */
export async function migrate<Any>(db: Kysely<Any>): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS).map(([name, migration]) => [name, { up: (to: Kysely<unknown>) => applyMigration(to, migration) }]),
  );
  await db.connection().execute(async (connection) => {
    // Kysely's migrator uses no transaction with SQLite.
    await sql.raw('begin').execute(connection);
    try {
      const migrator = new Migrator({ db: connection, provider: { getMigrations: () => Promise.resolve(migrations) } });
      const { error } = await migrator.migrateToLatest();
      if (error instanceof DatabaseFileError) throw error;
      if (error !== undefined) throw new Error('the schema could not be brought up to date', { cause: error });
      await sql.raw('commit').execute(connection);
    } catch (error) {
      await sql.raw('rollback').execute(connection);
      throw error;
    }
  });
}
