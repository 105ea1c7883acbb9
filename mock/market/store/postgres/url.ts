/** The URL of a PostgreSQL database, as `--db` takes it. */
import { DatabaseFileError } from '../engine/database-error.ts';

export interface PostgresUrl {
  /** What `pg` connects to, with the password. Never printed. */
  connection: string;
  /** The URL without the password, for messages. */
  label: string;
  host: string;
  user: string;
  database: string;
  /** The schema of the registry. Those of the worlds begin with it. */
  schema: string;
  /** The limit on connections of this process. */
  max: number;
  /** How long one statement can take, in ms. */
  statement_timeout_ms: number;
}

const SCHEMA = /^[a-z][a-z0-9_]{0,30}$/;
const FORM = 'use postgres://user:password@host/database';

export function isPostgresUrl(db: string): boolean {
  return /^postgres(?:ql)?:/i.test(db);
}

/** @throws DatabaseFileError that never contains the password */
export function readPostgresUrl(text: string): PostgresUrl {
  const url = URL.parse(text);
  if (url === null || url.hostname === '') throw new DatabaseFileError(`the address of the database cannot be read; ${FORM}`);
  const database = decode(url.pathname.slice(1));
  if (database === '' || database.includes('/')) throw new DatabaseFileError(`the address names no database; ${FORM}`);
  const schema = take(url, 'schema') ?? 'gristmill';
  if (!SCHEMA.test(schema))
    throw new DatabaseFileError(`schema=${schema} is not valid; use up to 31 lower-case letters, digits, and underscores`);
  const max = readNumber(url, 'max', { min: 2, max: 1_000, standard: 10 });
  const statement_timeout_ms = readNumber(url, 'statement_timeout', { min: 10, max: 3_600_000, standard: 30_000 });
  const user = decode(url.username);
  const host = url.port === '' ? url.hostname : `${url.hostname}:${url.port}`;
  const label = `postgres://${user === '' ? '' : `${user}@`}${host}/${database}`;
  return { connection: url.href, label, host, user, database, schema, max, statement_timeout_ms };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes a parameter from the URL and returns it. `pg` gets the parameters that remain, such as `sslmode`. */
function take(url: URL, name: string): string | undefined {
  const value = url.searchParams.get(name) ?? undefined;
  url.searchParams.delete(name);
  return value;
}

function readNumber(url: URL, name: string, { min, max, standard }: { min: number; max: number; standard: number }): number {
  const text = take(url, name);
  const value = text === undefined ? standard : Number(text);
  if (Number.isInteger(value) && min <= value && value <= max) return value;
  throw new DatabaseFileError(`${name}=${text} is not valid; use a whole number from ${min} to ${max}`);
}
