/** What a connection may take before a request is read. Every limit is a row here, an option of `limits`, and a value of `--limit`. */
import type { Server, ServerOptions } from 'node:http';

interface Limit {
  counts: string;
  /** On a developer's machine, where people hold requests in a debugger. */
  local: number;
  /** On a shared mock. */
  shared: number;
}

export const SERVER_LIMITS = {
  header_seconds: { counts: 'from the first byte of a request to the end of its headers', local: 60, shared: 10 },
  request_seconds: { counts: 'from the first byte of a request to its last', local: 300, shared: 30 },
  keep_alive_seconds: { counts: 'between the requests of a connection', local: 65, shared: 65 },
  header_bytes: { counts: 'bytes of the request line and the headers', local: 16_384, shared: 16_384 },
  headers: { counts: 'headers of a request', local: 100, shared: 100 },
  connections: { counts: 'open connections; more are closed at once', local: 100_000, shared: 2_000 },
} as const satisfies Record<string, Limit>;

export type ServerLimitName = keyof typeof SERVER_LIMITS;
export type ServerLimits = Readonly<Record<ServerLimitName, number>>;

// Object.keys widens the names of the limits to string.
export const SERVER_LIMIT_NAMES = Object.keys(SERVER_LIMITS) as readonly ServerLimitName[];

export function resolveServerLimits(given: Partial<ServerLimits>, is_shared: boolean): ServerLimits {
  const rows = SERVER_LIMIT_NAMES.map((name) => [name, given[name] ?? SERVER_LIMITS[name][is_shared ? 'shared' : 'local']]);
  // Every name is there.
  return Object.fromEntries(rows) as ServerLimits;
}

/** Late requests are found this often within their time. */
const CHECKS = 4;

export function serverOptionsOf(limits: ServerLimits): ServerOptions {
  const headersTimeout = limits.header_seconds * 1000;
  return {
    headersTimeout,
    requestTimeout: limits.request_seconds * 1000,
    connectionsCheckingInterval: Math.ceil(Math.min(headersTimeout, limits.request_seconds * 1000) / CHECKS),
    keepAliveTimeout: limits.keep_alive_seconds * 1000,
    maxHeaderSize: limits.header_bytes,
    // Answered in our own words.
    requireHostHeader: false,
  };
}

export function limitServer(server: Server, { connections }: ServerLimits): void {
  server.maxConnections = connections;
  // Node would drop the headers beyond 2,000 without a word. Their bytes limit their number before.
  server.maxHeadersCount = 0;
}
