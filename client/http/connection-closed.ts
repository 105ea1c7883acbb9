/** What says that the other side has closed the connection, before it has read the request perhaps. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** How often a GET is sent again for that: other idle connections may just have been closed as well. */
export const RETRIES_AFTER_CLOSED = 2;

/**
 * Whether a request was lost with its connection: a server may close one just when it is used again. What changes nothing may be sent once more
 * then (RFC 9110, section 9.2.2).
 */
export function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED.has(error.code);
}
