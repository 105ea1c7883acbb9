/** The database of tenants and invitations, apart from the worlds, so that a reset or a restored snapshot does not change it. */
import type { Insertable, Selectable } from 'kysely';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { explainingFailures } from '../../market/store/engine/database-error.ts';
import { MEMORY, openSqlite } from '../../market/store/engine/sqlite.ts';

interface TenantTable {
  id: string;
  name: string;
  token_hash: string;
  /** How many worlds it has. Counted here, so that one update takes a place or does not. */
  worlds: number;
  worlds_max: number;
  created_at: string;
}

interface InvitationTable {
  id: string;
  name: string;
  code_hash: string;
  worlds_max: number;
  created_at: string;
  expires_at: string;
  /** Null until it is redeemed. */
  tenant_id: string | null;
}

interface TenantWorldTable {
  world_id: string;
  tenant_id: string;
  /** What the world was made with, as JSON, so that a durable world is opened again. */
  making: string;
  created_at: string;
}

interface RegistryTables {
  tenants: TenantTable;
  invitations: InvitationTable;
  tenant_worlds: TenantWorldTable;
}

export type Registry = Kysely<RegistryTables>;
export type TenantRow = Selectable<TenantTable>;
export type InvitationRow = Selectable<InvitationTable>;
export type NewWorldRow = Insertable<TenantWorldTable>;

/** Both databases understand these. */
const TABLES: readonly string[] = [
  `tenants (id text primary key, name text not null, token_hash text not null unique, worlds integer not null,
     worlds_max integer not null, created_at text not null)`,
  `invitations (id text primary key, name text not null, code_hash text not null unique, worlds_max integer not null,
     created_at text not null, expires_at text not null, tenant_id text)`,
  `tenant_worlds (world_id text primary key, tenant_id text not null, making text not null, created_at text not null)`,
];

/** A schema of its own, beside those of the worlds. */
const POSTGRES_SCHEMA = 'gristmill_tenants';
const POSTGRES_CONNECTIONS_MAX = 2;

export function isPostgres(db: string): boolean {
  return /^postgres(?:ql)?:/i.test(db);
}

/**
 * Opens the registry of a mock.
 * @param db what the default world is kept in: a file gets a second file beside it, `<db>.tenants`
 * @throws DatabaseFileError if the file cannot be opened
 */
export async function openRegistry(db: string): Promise<Registry> {
  const registry = isPostgres(db) ? await openPostgres(db) : openFile(db);
  try {
    for (const table of TABLES) await sql.raw(`create table if not exists ${table}`).execute(registry);
  } catch (error) {
    await registry.destroy();
    throw error;
  }
  return registry;
}

function openFile(db: string): Registry {
  const path = db === MEMORY ? MEMORY : `${db}.tenants`;
  return new Kysely({ dialect: new SqliteDialect({ database: explainingFailures(path, () => openSqlite(path)) }) });
}

async function openPostgres(connection: string): Promise<Registry> {
  const [{ PostgresDialect }, { Pool }] = await Promise.all([import('kysely'), import('pg')]);
  const pool = new Pool({
    connectionString: connection,
    max: POSTGRES_CONNECTIONS_MAX,
    // The processes of a mock start at the same time: the schema is made once, under a lock that ends with the connection's work.
    options: `-c search_path=${POSTGRES_SCHEMA}`,
  });
  await pool.query(
    `select pg_advisory_lock(hashtext('${POSTGRES_SCHEMA}')); create schema if not exists ${POSTGRES_SCHEMA};
     ${TABLES.map((table) => `create table if not exists ${table};`).join('\n')}
     select pg_advisory_unlock(hashtext('${POSTGRES_SCHEMA}'))`,
  );
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}
