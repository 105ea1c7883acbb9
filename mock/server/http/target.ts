import type { Request } from 'express';

/** The target of a request: its raw path, and its query without the question mark. */
interface Target {
  path: string;
  search: string;
}

/** RFC 9112, section 3.2.2: the target can be a whole URL, as clients send it to a proxy. The group is its host and port. */
export const TARGET_AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/**
 * Splits the request target at the first question mark, because a query can contain others (RFC 3986, section 3.4). Drops the host of a whole
 * URL, and a fragment, which clients should not send (RFC 9110, section 4.2.5).
 */
export function readTarget(request: Pick<Request, 'originalUrl'>): Target {
  const target = request.originalUrl.replace(TARGET_AUTHORITY, '').replace(/#.*$/, '');
  const cut = target.indexOf('?');
  return cut === -1 ? { path: target, search: '' } : { path: target.slice(0, cut), search: target.slice(cut + 1) };
}
