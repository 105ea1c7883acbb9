/** The connections of this process, shared by all of its worlds. */
import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Client, Pool, types } from 'pg';
import type { PoolClient } from 'pg';
import { SerialQueue } from '../../../ports/serial-queue.ts';
import { DatabaseServerError, WorldGoneError, explainServerFailure } from './server-error.ts';
import { toPostgres } from './dialect.ts';
import type { PostgresUrl } from './url.ts';

/** How long a query waits for a free connection. */
const CONNECTION_PATIENCE_MS = 5_000;
const IDLE_MS = 30_000;
/** SQLSTATE of a missing table. */
const NO_TABLE = '42P01';

/** Parsers for the types whose values would differ from SQLite's, by their number in `pg_type`. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  // bool
  16: (text) => (text === 't' ? 1 : 0),
  // int8, numeric
  20: Number,
  1700: Number,
};

export class Connections {
  readonly url: PostgresUrl;
  readonly #pool: Pool;
  /** The schema that each connection is set to. */
  readonly #schemas = new WeakMap<PoolClient, string>();
  readonly #checks = new SerialQueue();
  /** The last error message, until a statement succeeds. */
  #explained: string | undefined;

  constructor(url: PostgresUrl, max: number = url.max) {
    this.url = url;
    this.#pool = new Pool({
      connectionString: url.connection,
      max,
      connectionTimeoutMillis: CONNECTION_PATIENCE_MS,
      idleTimeoutMillis: IDLE_MS,
      statement_timeout: url.statement_timeout_ms,
      application_name: 'gristmill',
      types: {
        // `pg` has no type for a parser that returns any value.
        getTypeParser: (oid: number, format?: 'text' | 'binary') => {
          // A parser of `pg` takes the text of a value.
          return PARSERS[oid] ?? (types.getTypeParser(oid, format) as (text: string) => unknown);
        },
      },
    });
    // Ignored, because the statement that used a broken connection reports it. Without a listener, the error would end the process.
    this.#pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  }

  /** A query builder in which unqualified names refer to a schema. @param translate runs on each statement */
  database<Tables>(schema: string, translate: (sql: string) => string = toPostgres): Kysely<Tables> {
    const pool: PostgresPool = {
      options: {},
      connect: async () => this.#connect(schema, translate),
      // Does nothing, because the connections belong to all worlds.
      end: () => Promise.resolve(),
    };
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Runs a statement and explains its errors. @param schema the schema of its unqualified names, to notice a deleted world */
  readonly attempt = async <Result>(act: () => Promise<Result>, schema?: string): Promise<Result> => {
    try {
      const result = await act();
      this.#explained = undefined;
      return result;
    } catch (error) {
      const message = error instanceof DatabaseServerError ? undefined : explainServerFailure(error, this.url);
      const is_no_table = error instanceof Error && 'code' in error && error.code === NO_TABLE;
      // A table that is missing in a schema that exists is a bug.
      if (is_no_table && schema !== undefined && !(await this.#hasSchema(schema)))
        throw new WorldGoneError('the world was deleted', { cause: error });
      if (message === undefined) throw error;
      const is_repeat = message === this.#explained;
      this.#explained = message;
      throw new DatabaseServerError(message, { is_repeat, cause: error });
    }
  };

  /** Uses a new connection, because that of the failed statement rejects others before a rollback, and the pool can be empty. */
  async #hasSchema(schema: string): Promise<boolean> {
    return this.#checks.queue(async () => {
      const client = new Client({ connectionString: this.url.connection, connectionTimeoutMillis: CONNECTION_PATIENCE_MS });
      client.on('error', () => undefined);
      try {
        await this.attempt(() => client.connect());
        const { rows } = await this.attempt(() => client.query('select 1 from pg_namespace where nspname = $1', [schema]));
        return rows.length > 0;
      } finally {
        await client.end().catch(() => undefined);
      }
    });
  }

  async #connect(schema: string, translate: (sql: string) => string): Promise<PostgresPoolClient> {
    const client = await this.attempt(() => this.#pool.connect());
    if (this.#schemas.get(client) !== schema) {
      try {
        await this.attempt(() => client.query(`set search_path to "${schema}"`));
      } catch (error) {
        client.release(true);
        throw error;
      }
      this.#schemas.set(client, schema);
    }
    const run = async <Row>(sql: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> => {
      const results = await this.attempt(() => client.query({ text: translate(sql), values: values.map(storable) }), schema);
      // A script has a result for each statement.
      const result = [results].flat().at(-1) ?? results;
      // `pg` types the name of the statement as a text, and has null where Kysely ignores the number.
      const command = result.command as PostgresQueryResult<Row>['command'];
      // A dialect types its rows by what was asked for.
      const rows = withoutRowid(result.fields, result.rows as Row[]);
      return { command, rowCount: result.rowCount ?? 0, rows };
    };
    return {
      // Cast: Kysely passes a cursor only if the dialect has an option for it.
      query: run as PostgresPoolClient['query'],
      release: () => {
        client.release();
      },
    };
  }
}

/** Replaces zero characters, which PostgreSQL cannot store. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

/** `select *` has no rowid in SQLite. */
function withoutRowid<Row>(fields: readonly { name: string }[], rows: Row[]): Row[] {
  if (!fields.some(({ name }) => name === 'rowid')) return rows;
  for (const row of rows) if (typeof row === 'object' && row !== null) Reflect.deleteProperty(row, 'rowid');
  return rows;
}
