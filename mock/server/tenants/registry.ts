/** The database of tenants and invitations. It is separate from the worlds, so that resets and restored snapshots do not change it. */
import type { Selectable } from 'kysely';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { explainFailures } from '../../market/store/engine/database-error.ts';
import { isPostgresUrl, readPostgresUrl } from '../../market/store/postgres/url.ts';
import { MEMORY, openSqlite } from '../../market/store/engine/sqlite.ts';

interface TenantTable {
  id: string;
  name: string;
  token_hash: string;
  /** The number of its worlds. Stored here, so that a single update can check the limit and reserve a place. */
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
  /** The options that the world was created with, as JSON. A durable world is reopened with them after a restart. */
  making: string;
  created_at: string;
}

interface TenantTables {
  tenants: TenantTable;
  invitations: InvitationTable;
  tenant_worlds: TenantWorldTable;
}

export interface TenantRegistry {
  db: Kysely<TenantTables>;
  close: () => Promise<void>;
}

export type TenantRow = Selectable<TenantTable>;
export type InvitationRow = Selectable<InvitationTable>;

/** Both databases understand these. */
const TABLES: readonly string[] = [
  `tenants (id text primary key, name text not null, token_hash text not null unique, worlds integer not null,
     worlds_max integer not null, created_at text not null)`,
  `invitations (id text primary key, name text not null, code_hash text not null unique, worlds_max integer not null,
     created_at text not null, expires_at text not null, tenant_id text)`,
  `tenant_worlds (world_id text primary key, tenant_id text not null, making text not null, created_at text not null)`,
];

const POSTGRES_CONNECTIONS_MAX = 2;

/**
 * Opens the registry of tenants.
 * @param db where the default world is stored. For a file, the registry is a second file, `<db>.tenants`; for PostgreSQL, a separate schema
 * @throws DatabaseFileError if it cannot be opened
 */
export async function openTenantRegistry(db: string): Promise<TenantRegistry> {
  if (isPostgresUrl(db)) return openPostgres(db);
  const registry = openFile(db);
  try {
    await createTables(registry.db);
    return registry;
  } catch (error) {
    await registry.close();
    throw error;
  }
}

function openFile(db: string): TenantRegistry {
  const path = db === MEMORY ? MEMORY : `${db}.tenants`;
  const made = new Kysely<TenantTables>({
    dialect: new SqliteDialect({ database: explainFailures(path, () => openSqlite(path)) }),
  });
  return { db: made, close: () => made.destroy() };
}

async function openPostgres(url: string): Promise<TenantRegistry> {
  const { Connections } = await import('../../market/store/postgres/pool.ts');
  const read = readPostgresUrl(url);
  // A schema next to those of the worlds, whose names begin with the same prefix.
  const schema = `${read.schema}_tenants`;
  const connections = new Connections(read, POSTGRES_CONNECTIONS_MAX);
  const db = connections.database<TenantTables>(schema);
  const close = async (): Promise<void> => {
    await db.destroy();
    await connections.close();
  };
  try {
    await db.transaction().execute(async (tx) => {
      // Locked, because several processes of a mock can start at the same time.
      await sql`select pg_advisory_xact_lock(hashtext(${schema}))`.execute(tx);
      await sql`create schema if not exists ${sql.id(schema)}`.execute(tx);
      await createTables(tx);
    });
    return { db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createTables(db: Kysely<TenantTables>): Promise<void> {
  for (const table of TABLES) await sql.raw(`create table if not exists ${table}`).execute(db);
}
