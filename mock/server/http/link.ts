import type { Request } from 'express';
import type { LinkTo } from '../../market/views/envelopes.ts';
import { readTarget } from './target.ts';

/** The address the request was sent to, or the one that a proxy in front of the mock is known by. */
export function originOf(request: Request, public_url: string | undefined): string {
  return public_url ?? `http://${hostOf(request)}`;
}

/** RFC 9112, section 3.2: a client may leave Host empty, and one of HTTP/1.0 out; there is still the address that it has connected to. */
function hostOf({ headers, socket }: Pick<Request, 'headers' | 'socket'>): string {
  if (headers.host !== undefined && headers.host !== '') return headers.host;
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return `${address.includes(':') ? `[${address}]` : address}:${localPort}`;
}

/** PAGE-5, PAGE-17: absolute links to other pages of the same query, with everything else of it kept. */
export function linker(request: Request, public_url: string | undefined): LinkTo {
  const { path, search } = readTarget(request);
  const address = `${originOf(request, public_url)}${path}`;
  const parameters = new URLSearchParams(search);
  return (limit, offset) => {
    parameters.set('limit', String(limit));
    parameters.set('offset', String(offset));
    return `${address}?${parameters.toString()}`;
  };
}
