/** The limits of a connection. Each is a row here, an option of `limits`, and a value of `--limit` (docs/shared-sandbox-operation.md). */
import type { Server, ServerOptions } from 'node:http';

/** `local` is for a developer's machine, where a debugger can pause a request. `shared` is for a mock that others can reach. */
const SERVER_LIMITS = {
  /** From the first byte of a request to the end of its headers. */
  header_seconds: { local: 60, shared: 10 },
  /** From the first byte of a request to its last. */
  request_seconds: { local: 300, shared: 30 },
  /** Between the requests of a connection. */
  keep_alive_seconds: { local: 65, shared: 65 },
  /** The request line and the headers. */
  header_bytes: { local: 16_384, shared: 16_384 },
  headers: { local: 100, shared: 100 },
  /** Further connections are closed immediately. */
  connections: { local: 100_000, shared: 2_000 },
} as const;

type ServerLimitName = keyof typeof SERVER_LIMITS;
export type ServerLimits = Readonly<Record<ServerLimitName, number>>;

// Object.keys widens the names of the limits to string.
export const SERVER_LIMIT_NAMES = Object.keys(SERVER_LIMITS) as readonly ServerLimitName[];

/** Adds the defaults, which are lower for a mock that others can reach. */
export function resolveServerLimits(given: Partial<ServerLimits>, is_shared: boolean): ServerLimits {
  const rows = SERVER_LIMIT_NAMES.map((name) => [name, given[name] ?? SERVER_LIMITS[name][is_shared ? 'shared' : 'local']]);
  // Every name is there.
  return Object.fromEntries(rows) as ServerLimits;
}

/** How often Node looks for late requests within the shortest time limit. */
const CHECKS = 4;

export function serverOptionsOf(limits: ServerLimits): ServerOptions {
  const headersTimeout = limits.header_seconds * 1000;
  return {
    headersTimeout,
    requestTimeout: limits.request_seconds * 1000,
    connectionsCheckingInterval: Math.ceil(Math.min(headersTimeout, limits.request_seconds * 1000) / CHECKS),
    keepAliveTimeout: limits.keep_alive_seconds * 1000,
    maxHeaderSize: limits.header_bytes,
    // `isHostMalformed` checks the header instead, so that the response is an Error object (ERR-1).
    requireHostHeader: false,
  };
}

export function limitServer(server: Server, { connections }: ServerLimits): void {
  server.maxConnections = connections;
  // Node would silently drop headers beyond 2,000. `header_bytes` limits their number.
  server.maxHeadersCount = 0;
}
