import type { Request } from 'express';

/** What a request was sent to: its path as it came, and its query without the question mark. */
export interface Target {
  path: string;
  search: string;
}

/**
 * Splits the request target at the first question mark: a query may hold more of them (RFC 3986, section 3.4).
 * A client may send a whole address, as it does to a proxy (RFC 9112, section 3.2.2); the host is not part of the path. A fragment is for
 * the client alone (RFC 9110, section 4.2.5): where one comes all the same, it is left out.
 */
export function readTarget(request: Pick<Request, 'originalUrl'>): Target {
  const target = request.originalUrl.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/, '');
  const cut = target.indexOf('?');
  return cut === -1 ? { path: target, search: '' } : { path: target.slice(0, cut), search: target.slice(cut + 1) };
}
