/** The worlds of a PostgreSQL database, which several processes serve. */
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tables, Tx } from '../../records/tables.ts';
import { unpredictableSecrets } from '../../../ports/random.ts';
import { lockNumber, migrateRegistry, migrateWorld } from './schema.ts';
import { Connections } from './pool.ts';
import { toPostgresSchema } from './dialect.ts';
import { writeImage } from './image.ts';
import { DatabaseFileError } from '../engine/database-error.ts';
import { DatabaseServerError } from './server-error.ts';
import type { RateTable } from './rates.ts';
import { createRateTable } from './rates.ts';
import type { SnapshotTable } from './snapshots.ts';
import { createSnapshotTable } from './snapshots.ts';
import type { PostgresUrl } from './url.ts';
import { readPostgresUrl } from './url.ts';

/** The part of a world's state that changes, as JSON texts where it is a list. */
export interface StateRow {
  epoch: string;
  clock_start: string;
  mode: 'real' | 'frozen';
  frozen_at_ms: number;
  offset_ms: number;
  secrets_used: number;
  next_due_ms: number | null;
  violations: string;
  variants: string;
  /** How many faults there are. */
  faults: number;
}

export interface WorldRow extends StateRow {
  id: string;
  schema: string;
  /** JSON. */
  options: string;
  sellers: string | null;
  ttl_seconds: number | null;
  /** Grows with each change of the state. */
  version: number;
  /** How long nobody has used it, by the clock of the server. */
  idle_seconds: number;
}

export type NewWorld = Omit<WorldRow, 'schema' | 'version' | 'idle_seconds' | 'faults'>;

/** Connections that hold a lock for longer than a transaction. They are apart, so that those who wait for one do not stop the others. */
const LOCKS_MAX = 4;

const WORLD = sql`worlds.id, worlds.schema, options, sellers, ttl_seconds, version, epoch, clock_start, mode, frozen_at_ms, offset_ms,
  secrets_used, next_due_ms, violations, variants, faults`;
const IDLE_SECONDS = sql`extract(epoch from clock_timestamp() - used_at)::double precision as idle_seconds`;

export class Registry {
  readonly connections: Connections;
  readonly schema: string;
  readonly db: Kysely<unknown>;
  /** This process, in claims. */
  readonly holder = unpredictableSecrets()('holder');
  /** A connection that never waits for others. */
  readonly heart: Kysely<unknown>;
  readonly snapshots: SnapshotTable;
  readonly rates: RateTable;
  readonly #locks: Connections;
  readonly #heart: Connections;

  private constructor(url: PostgresUrl) {
    this.connections = new Connections(url);
    this.#locks = new Connections({ ...url, statement_timeout_ms: 0 }, LOCKS_MAX);
    this.#heart = new Connections(url, 1);
    this.schema = url.schema;
    this.db = this.connections.database(url.schema);
    this.snapshots = createSnapshotTable(this);
    this.rates = createRateTable(url);
    this.heart = this.#heart.database(url.schema);
  }

  /** @throws DatabaseServerError or DatabaseFileError if the database cannot be used */
  static async open(url: PostgresUrl): Promise<Registry> {
    const registry = new Registry(url);
    try {
      const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(registry.db);
      if (rows[0]?.server_encoding !== 'UTF8')
        throw new DatabaseFileError(
          `the database '${url.database}' is not in UTF8; create one with: createdb -E UTF8 -T template0`,
        );
      await migrateRegistry(registry.db, url.schema);
      return registry;
    } catch (error) {
      await registry.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.connections.close(), this.#locks.close(), this.#heart.close(), this.rates.close()]);
  }

  /** The qualified name of a table of the registry, for a connection of a world. */
  table(name: string): RawBuilder<unknown> {
    return sql.table(`${this.schema}.${name}`);
  }

  /** Runs work while no other process runs work of the same name. The lock is released if this process dies. */
  async exclude<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const number = lockNumber(`${this.schema} ${name}`);
    return this.#locks
      .database(this.schema)
      .connection()
      .execute(async (connection) => {
        await sql`select pg_advisory_lock(${number})`.execute(connection);
        try {
          return await work();
        } finally {
          // Where the connection is lost, so is the lock.
          await sql`select pg_advisory_unlock(${number})`.execute(connection).catch(() => undefined);
        }
      });
  }

  /** The worlds that have not expired, oldest first. */
  async list(): Promise<WorldRow[]> {
    const { rows } = await sql<WorldRow>`
      select ${WORLD}, ${IDLE_SECONDS} from worlds join uses on world_id = id where expired_at is null
      order by created_at, id`.execute(this.db);
    return rows;
  }

  async find(id: string): Promise<WorldRow | undefined> {
    const { rows } = await sql<WorldRow>`
      select ${WORLD}, ${IDLE_SECONDS} from worlds join uses on world_id = id where id = ${id} and expired_at is null`.execute(
      this.db,
    );
    return rows[0];
  }

  /** The ttl of a world that has expired. */
  async findExpired(id: string): Promise<number | undefined> {
    const { rows } = await sql<{ ttl_seconds: number }>`
      select ttl_seconds from worlds where id = ${id} and expired_at is not null`.execute(this.db);
    return rows[0]?.ttl_seconds;
  }

  async drawId(): Promise<string> {
    const { rows } = await sql<{ number: number }>`select nextval('world_numbers') as number`.execute(this.db);
    return `w${rows[0]?.number ?? 0}`;
  }

  /**
   * Creates a world from an image.
   * @param max the limit on worlds
   * @returns false if there are that many, or one of this id
   */
  async create(world: NewWorld, image: Uint8Array, max: number): Promise<boolean> {
    const schema = `${this.schema}_${world.id}`;
    return this.connections
      .database<Tables>(schema, toPostgresSchema)
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${lockNumber(`${this.schema} create`)})`.execute(tx);
        const { rows } = await sql<{ worlds: number; same: number }>`
        select count(*) filter (where expired_at is null) as worlds, count(*) filter (where id = ${world.id}) as same
        from ${this.table('worlds')}`.execute(tx);
        if ((rows[0]?.same ?? 0) > 0 || (rows[0]?.worlds ?? 0) >= max) return false;
        const names = Object.keys({ ...world, schema });
        const values = Object.values({ ...world, schema });
        await sql`insert into ${this.table('worlds')} (${sql.join(names.map((name) => sql.ref(name)))})
        values (${sql.join(values)})`.execute(tx);
        await sql`insert into ${this.table('uses')} (world_id) values (${world.id})`.execute(tx);
        await sql`insert into ${this.table('journals')} (world_id) values (${world.id})`.execute(tx);
        await sql.raw(`create schema "${schema}"`).execute(tx);
        await migrateWorld(tx, this.schema, world.id);
        // The brand exists in the type only.
        await writeImage(tx as Tx, image);
        return true;
      });
  }

  /** Brings the tables of every world up to date. */
  async migrateWorlds(): Promise<void> {
    for (const { id, schema } of await this.list()) {
      const db = this.connections.database<Tables>(schema, toPostgresSchema);
      await db.transaction().execute((tx) => migrateWorld(tx, this.schema, id));
    }
  }

  /** Keeps a world from expiring. */
  async touch(id: string): Promise<void> {
    await sql`update uses set used_at = clock_timestamp() where world_id = ${id}`.execute(this.db);
  }

  /** Deletes a world with all that it has. @returns whether it existed */
  async delete(id: string): Promise<boolean> {
    return this.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ schema: string }>`delete from worlds where id = ${id} returning schema`.execute(tx);
      await dropWorld(tx, id, rows[0]?.schema);
      return rows.length > 0;
    });
  }

  /** Deletes the worlds that were idle for too long, and remembers their names. @returns their ids */
  async expire(): Promise<string[]> {
    return this.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; schema: string }>`
        update worlds set expired_at = clock_timestamp() where id in (
          select id from worlds join uses on world_id = id
          where expired_at is null and used_at + make_interval(secs => ttl_seconds) <= clock_timestamp() for update of worlds skip locked)
        returning id, schema`.execute(tx);
      for (const { id, schema } of rows) await dropWorld(tx, id, schema);
      return rows.map(({ id }) => id);
    });
  }
}

const TABLES_OF_WORLDS = [
  'uses',
  'migrations',
  'faults',
  'snapshots',
  'claims',
  'journals',
  'journal',
  'inboxes',
  'inbox',
  'observed',
  'observations',
];

async function dropWorld(tx: Kysely<unknown>, id: string, schema: string | undefined): Promise<void> {
  if (schema === undefined) return;
  for (const table of TABLES_OF_WORLDS) await sql`delete from ${sql.table(table)} where world_id = ${id}`.execute(tx);
  await sql.raw(`drop schema if exists "${schema}" cascade`).execute(tx);
}

/** Whether the database has a default world. @throws DatabaseFileError if the database cannot be used */
export async function holdsWorld(db: string): Promise<boolean> {
  const url = readPostgresUrl(db);
  const connections = new Connections(url, 1);
  try {
    const { rows } = await sql`select 1 from pg_tables where schemaname = ${`${url.schema}_default`} limit 1`.execute(
      connections.database('public'),
    );
    return rows.length > 0;
  } catch (error) {
    throw explainStart(error);
  } finally {
    await connections.close();
  }
}

/** Explains what no code of PostgreSQL says. */
export function explainStart(error: unknown): unknown {
  if (error instanceof DatabaseFileError || !(error instanceof Error)) return error;
  return new DatabaseServerError(`PostgreSQL refused: ${error.message}`, { cause: error });
}
