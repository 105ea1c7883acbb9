import { TransportFault } from '../replies/findings.ts';

/** Repeats requests that were lost because the server closed the connection, possibly before it read them. */
const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** How often a request is repeated, because other idle connections can be closed too. */
const REPEATS_MAX = 2;

/** Whether an error means that a request was lost with its connection: a server can close an idle connection just as it is reused. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED.has(error.code);
}

/** Whether a fault of the transport means that. */
export function isLostRequest(error: unknown): boolean {
  return error instanceof TransportFault && isConnectionLost(error.cause);
}

/**
 * Sends a request, and repeats it if it was lost.
 * @param isLost whether an error means that, and the request changes nothing, so that it can be repeated (RFC 9110, section 9.2.2)
 */
export async function repeatIfLost<Received>(
  send: () => Promise<Received>,
  isLost: (error: unknown) => boolean,
): Promise<Received> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (tries >= REPEATS_MAX || !isLost(error)) throw error;
    }
  }
}
