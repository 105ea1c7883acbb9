import type { Request } from 'express';

/** The target of a request: its raw path, and its query without the question mark. */
export interface Target {
  path: string;
  search: string;
}

/** RFC 9112, section 3.2.2: a client can send a whole address, as it does to a proxy; the group is its host and port. */
export const TARGET_AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/**
 * Splits the request target at the first question mark: a query may hold more of them (RFC 3986, section 3.4).
 * The host of a whole address is not part of the path. A fragment is for
 * the client alone (RFC 9110, section 4.2.5): where one comes all the same, it is left out.
 */
export function readTarget(request: Pick<Request, 'originalUrl'>): Target {
  const target = request.originalUrl.replace(TARGET_AUTHORITY, '').replace(/#.*$/, '');
  const cut = target.indexOf('?');
  return cut === -1 ? { path: target, search: '' } : { path: target.slice(0, cut), search: target.slice(cut + 1) };
}
