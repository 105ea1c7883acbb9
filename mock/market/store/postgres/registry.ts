/** The worlds of a PostgreSQL database, which several processes serve. */
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tables, Tx } from '../../records/tables.ts';
import { unpredictableSecrets } from '../../../ports/random.ts';
import { lockHolder } from './claims.ts';
import { lockNumber, migrateRegistry, migrateWorld, noteMigrations, writeWorldScript } from './schema.ts';
import { Connections } from './pool.ts';
import { toPostgresSchema } from './dialect.ts';
import type { ImageRows } from './image.ts';
import { loadImage, writeImage } from './image.ts';
import { DatabaseFileError } from '../engine/database-error.ts';
import type { Runtime } from '../runtime.ts';
import { DatabaseServerError } from './server-error.ts';
import type { RateTable } from './rates.ts';
import { createRateTable } from './rates.ts';
import { leaveSpare, takeSpare } from './spares.ts';
import type { SnapshotTable } from './snapshots.ts';
import { createSnapshotTable } from './snapshots.ts';
import type { PostgresUrl } from './url.ts';
import { readPostgresUrl } from './url.ts';

/** The part of a world's state that changes, as JSON texts where it is a list. */
export interface StateRow extends Runtime {
  epoch: string;
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
  /** Increases with each change of the state. */
  version: number;
  /** How long the world has been idle, by the server's clock. */
  idle_seconds: number;
}

export type NewWorld = Omit<WorldRow, 'schema' | 'version' | 'idle_seconds' | 'faults'>;

/** The rows of larger images are not cached. */
const IMAGE_BYTES_KEPT_MAX = 8 * 1024 * 1024;

/** Connections for locks that last longer than a transaction. They are separate, so that other work does not wait for these locks. */
const LOCKS_MAX = 4;
/** Connections for the tables of the registry. They are separate, because switching the schema of a world's connection costs an extra statement. */
const REGISTRY_MAX = 3;

const WORLD = sql`worlds.id, worlds.schema, options, sellers, ttl_seconds, version, epoch, clock_start, mode, frozen_at_ms, offset_ms,
  secrets_used, next_due_ms, violations, variants, faults`;
const IDLE_SECONDS = sql`extract(epoch from clock_timestamp() - used_at)::double precision as idle_seconds`;

export class Registry {
  readonly connections: Connections;
  readonly schema: string;
  readonly db: Kysely<unknown>;
  /** The name of this process in claims. */
  readonly holder = unpredictableSecrets()('holder');
  /** The connection of the heartbeat. Nothing else uses it, so a heartbeat never waits. */
  readonly heartbeat: Kysely<unknown>;
  readonly snapshots: SnapshotTable;
  readonly #own: Connections;
  readonly rates: RateTable;
  readonly #locks: Connections;
  readonly #heartbeat: Connections;
  readonly #rows = new WeakMap<Uint8Array, ImageRows>();

  private constructor(url: PostgresUrl) {
    this.connections = new Connections(url);
    this.#own = new Connections(url, REGISTRY_MAX);
    this.#locks = new Connections({ ...url, statement_timeout_ms: 0 }, LOCKS_MAX);
    this.#heartbeat = new Connections(url, 1);
    this.schema = url.schema;
    this.db = this.#own.database(url.schema);
    this.snapshots = createSnapshotTable(this);
    this.rates = createRateTable(url);
    this.heartbeat = this.#heartbeat.database(url.schema);
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
      await lockHolder(registry);
      return registry;
    } catch (error) {
      await registry.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const pools = [this.connections, this.#own, this.#locks, this.#heartbeat, this.rates];
    await Promise.all(pools.map((pool) => pool.close()));
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
          // If the connection is lost, the lock is already released.
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

  /** The ttl of an expired world, in seconds. Undefined if no expired world has this id. */
  async findExpired(id: string): Promise<number | undefined> {
    const { rows } = await sql<{ ttl_seconds: number }>`
      select ttl_seconds from worlds where id = ${id} and expired_at is not null`.execute(this.db);
    return rows[0]?.ttl_seconds;
  }

  async generateId(): Promise<string> {
    const { rows } = await sql<{ number: number }>`select nextval('world_numbers') as number`.execute(this.db);
    return `w${rows[0]?.number ?? 0}`;
  }

  /**
   * Creates a world from an image.
   * @param max the limit on worlds
   * @returns false if the limit is reached, or the id is taken
   */
  async create(world: NewWorld, image: Uint8Array, max: number): Promise<boolean> {
    const schema = `${this.schema}_${world.id}`;
    const rows = await this.load(image);
    return this.transactionIn(schema, async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockNumber(`${this.schema} create`)})`.execute(tx);
      const { rows: counts } = await sql<{ worlds: number; same: number }>`
        select count(*) filter (where expired_at is null) as worlds, count(*) filter (where id = ${world.id}) as same
        from ${this.table('worlds')}`.execute(tx);
      if ((counts[0]?.same ?? 0) > 0 || (counts[0]?.worlds ?? 0) >= max) return false;
      const row = { ...world, schema };
      await sql`insert into ${this.table('worlds')} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(tx);
      await sql`insert into ${this.table('uses')} (world_id) values (${world.id})`.execute(tx);
      await sql`insert into ${this.table('journals')} (world_id) values (${world.id})`.execute(tx);
      await noteMigrations(tx, this.schema, world.id);
      const has_spare = await takeSpare(tx, this, schema);
      const { tables, indexes } = writeWorldScript();
      if (!has_spare) await sql.raw(`create schema "${schema}"; ${tables}`).execute(tx);
      await writeImage(tx, rows);
      if (!has_spare) await sql.raw(indexes).execute(tx);
      return true;
    });
  }

  /** Runs a change in a transaction in which unqualified names refer to a schema. */
  async transactionIn<Result>(schema: string, change: (tx: Tx) => Promise<Result>): Promise<Result> {
    // The brand exists in the type only.
    return this.connections
      .database<Tables>(schema)
      .transaction()
      .execute((tx) => change(tx as Tx));
  }

  /** The rows of an image. Caches the rows of small images, for the next world or reset. */
  async load(image: Uint8Array): Promise<ImageRows> {
    const rows = this.#rows.get(image) ?? (await loadImage(image));
    if (image.length <= IMAGE_BYTES_KEPT_MAX) this.#rows.set(image, rows);
    return rows;
  }

  /** Brings the tables of a world up to date. @throws DatabaseFileError if a newer version has changed what this one relies on */
  async migrate({ id, schema }: Pick<WorldRow, 'id' | 'schema'>): Promise<void> {
    await migrateWorld(this.connections.database<Tables>(schema, toPostgresSchema), this.schema, id);
  }

  /** Keeps a world from expiring. */
  async touch(id: string): Promise<void> {
    await sql`update uses set used_at = clock_timestamp() where world_id = ${id}`.execute(this.db);
  }

  /** Deletes a world and everything in it. @returns whether it existed */
  async delete(id: string): Promise<boolean> {
    return this.transactionIn(this.schema, async (tx) => {
      const { rows } = await sql<DeletedWorld>`delete from worlds where id = ${id} returning id, schema`.execute(tx);
      for (const world of rows) await this.#clear(tx, world);
      return rows.length > 0;
    });
  }

  /** Deletes the worlds that were idle for too long, and records their ids for error messages. @returns their ids */
  async expire(): Promise<string[]> {
    return this.transactionIn(this.schema, async (tx) => {
      const { rows } = await sql<DeletedWorld>`
        update worlds set expired_at = clock_timestamp() where id in (
          select id from worlds join uses on world_id = id
          where expired_at is null and used_at + make_interval(secs => ttl_seconds) <= clock_timestamp() for update of worlds skip locked)
        returning id, schema`.execute(tx);
      for (const world of rows) await this.#clear(tx, world);
      return rows.map(({ id }) => id);
    });
  }

  async #clear(tx: Tx, { id, schema }: DeletedWorld): Promise<void> {
    const { rows } = await sql<{ name: string }>`delete from migrations where world_id = ${id} returning name`.execute(tx);
    for (const table of TABLES_OF_WORLDS) await sql`delete from ${sql.table(table)} where world_id = ${id}`.execute(tx);
    const migrations = rows.map(({ name }) => name);
    await leaveSpare(tx, this, schema, migrations);
  }
}

type DeletedWorld = Pick<WorldRow, 'id' | 'schema'>;

/** Tables with rows of a world, except `migrations`. */
const TABLES_OF_WORLDS = [
  'uses',
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

/** Wraps a startup error that has no known code. */
export function explainStart(error: unknown): unknown {
  if (error instanceof DatabaseFileError || !(error instanceof Error)) return error;
  return new DatabaseServerError(`PostgreSQL refused: ${error.message}`, { cause: error });
}
