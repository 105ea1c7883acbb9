import { DatabaseFileError } from '../engine/database-error.ts';
import type { PostgresUrl } from './url.ts';

/** The database server is unavailable. Requests get 503 until it is available again. */
export class DatabaseServerError extends DatabaseFileError {
  override readonly name = 'DatabaseServerError';
}

/** A world was deleted, by this process or another one. */
export class WorldGoneError extends Error {
  override readonly name = 'WorldGoneError';
}

type Explain = (url: PostgresUrl) => string;

const NOT_THERE: Explain = ({ host }) =>
  `PostgreSQL at ${host} does not respond; check that it is running and that the address is correct`;
const STOPPING: Explain = ({ host }) =>
  `PostgreSQL at ${host} closed the connection; the mock continues when the server is available again`;
const REFUSED: Explain = ({ host, user }) => `PostgreSQL at ${host} rejects the user '${user}'; check the name and the password`;
const BUSY: Explain = ({ host, max }) =>
  `PostgreSQL at ${host} has no free connection; raise max_connections there, or lower max=${max} in the address`;
const NO_CONNECTION: Explain = ({ host, max }) =>
  `PostgreSQL at ${host} did not provide a connection in time: all connections of this process are in use, or the server does not respond; raise max=${max} in the address, or look for slow statements`;
const NO_RIGHTS: Explain = ({ user, database }) =>
  `the user '${user}' lacks rights in the database '${database}'; run: grant create on database "${database}" to "${user}"`;

/** By SQLSTATE, or by its class, and by the codes of the operating system. */
const BY_CODE: Readonly<Record<string, Explain>> = {
  ECONNREFUSED: NOT_THERE,
  ECONNRESET: STOPPING,
  EPIPE: STOPPING,
  ENOTFOUND: NOT_THERE,
  EAI_AGAIN: NOT_THERE,
  EHOSTUNREACH: NOT_THERE,
  ENETUNREACH: NOT_THERE,
  ETIMEDOUT: NOT_THERE,
  '08': STOPPING,
  '25006': ({ host }) => `PostgreSQL at ${host} accepts no writes, because it is a standby; use the address of the primary`,
  '28': REFUSED,
  '3D000': ({ database, host }) => `there is no database '${database}' at ${host}; create it with: createdb ${database}`,
  '42501': NO_RIGHTS,
  '40': ({ host }) => `PostgreSQL at ${host} rolled back a transaction that conflicted with another one; repeat the request`,
  '53100': ({ host }) => `the disk of PostgreSQL at ${host} is full, so the last change was undone; free some space`,
  '53300': BUSY,
  '53': ({ host }) => `PostgreSQL at ${host} lacks memory or another resource; check its log`,
  '55P03': ({ host }) => `PostgreSQL at ${host} could not lock a row in time; repeat the request`,
  '57014': ({ host, statement_timeout_ms }) =>
    `PostgreSQL at ${host} took longer than ${statement_timeout_ms} ms for a statement, so it was undone; raise statement_timeout in the address if that is usual`,
  '57': STOPPING,
  '58': ({ host }) => `PostgreSQL at ${host} cannot read or write its files; check its log and its disk`,
};

/** Errors of `pg` that have no code. */
const BY_MESSAGE: readonly (readonly [pattern: RegExp, explain: Explain])[] = [
  [/timeout exceeded when trying to connect/i, NO_CONNECTION],
  [/connection terminated|not queryable|client was closed|connection error/i, STOPPING],
  [/password must be a string|SASL/i, REFUSED],
  [/does not support SSL/i, ({ host }) => `PostgreSQL at ${host} does not offer TLS; remove sslmode from the address`],
];

/** Explains that the server cannot be used. Undefined if the statement is the cause. */
export function explainServerFailure(error: unknown, url: PostgresUrl): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Several addresses of one name were tried.
  if (error instanceof AggregateError && error.message === '') return explainServerFailure(error.errors[0], url);
  const code = 'code' in error ? String(error.code) : '';
  const explain = BY_CODE[code] ?? BY_CODE[code.slice(0, 2)] ?? BY_MESSAGE.find(([pattern]) => pattern.test(error.message))?.[1];
  return explain?.(url);
}

/** Explains that a write waited too long for earlier writes of its world. */
export function explainWaiting({ host }: PostgresUrl): string {
  return `a write waited too long for earlier writes; look for slow statements and long transactions in PostgreSQL at ${host}`;
}
