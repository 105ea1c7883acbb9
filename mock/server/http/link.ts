import type { Request } from 'express';
import type { LinkTo } from '../../market/views/envelopes.ts';
import { readOrigin } from './host.ts';
import { readTarget } from './target.ts';

/** The origin that clients use: `public_url` if a proxy is in front of the mock, otherwise the origin that the request was sent to. */
export function originOf(request: Request, public_url: string | undefined): string {
  const origin = public_url ?? readOrigin(request, request.originalUrl);
  // `createApp` has refused every request whose host is malformed.
  if (origin === undefined) throw new Error('a request with a malformed Host was let in');
  return origin;
}

/** PAGE-5, PAGE-17: absolute links to other pages of the same query. They keep all its other parameters. */
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
