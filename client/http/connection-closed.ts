/** Detects that the server closed the connection, possibly before it read the request. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** How often a GET is repeated after that, because other idle connections can be closed too. */
export const RETRIES_AFTER_CLOSED = 2;

/**
 * Whether a request was lost with its connection: a server can close a connection just as it is reused. A request that changes nothing can be
 * repeated then (RFC 9110, section 9.2.2).
 */
export function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED.has(error.code);
}
