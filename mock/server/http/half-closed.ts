import type { Server } from 'node:http';

/**
 * RFC 9112, section 9.6: a client may close its half of a connection behind its request, and has its answer all the same, however long that takes.
 * Node hangs up on it otherwise; the property that forbids that has been there since its first days and is in no documentation.
 */
export function keepHalfClosed<Any extends Server>(server: Any): Any {
  return Object.assign(server, { httpAllowHalfOpen: true });
}
