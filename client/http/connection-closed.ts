/** Repeats requests that were lost because the server closed the connection, possibly before it read them. */
import { TargetDown, TransportFault } from '../replies/findings.ts';

const CLOSED: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** How often a request is repeated, because other idle connections can be closed too. */
const REPEATS_MAX = 2;

/** Whether the server closed the connection of a request: it can close an idle one just as it is reused. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CLOSED.has(error.code);
}

/** Errors before a connection is open. */
const UNCONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the target certainly did not get a request, so that it cannot have done anything. */
export function isUnsent(error: unknown): boolean {
  if (error instanceof TargetDown) return true;
  if (!(error instanceof TransportFault)) return false;
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && UNCONNECTED.has(cause.code);
}

/** Like {@link isConnectionLost}, for errors of the HTTP client. */
export function isLostRequest(error: unknown): boolean {
  return error instanceof TransportFault && isConnectionLost(error.cause);
}

/**
 * Sends a request, and repeats it if it was lost.
 * @param isLost whether the request was lost and can be repeated, because it changes nothing (RFC 9110, section 9.2.2)
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
