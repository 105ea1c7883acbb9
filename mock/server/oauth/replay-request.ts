import { IncomingMessage } from 'node:http';
import type { OauthRequest } from '../../mutations/seams.ts';

/**
 * The request once more, with its body read and as it would have come had it been sent to the issuer itself: oidc-provider makes addresses
 * out of it, and whatever stands before the mock may have changed them.
 * @param issuer the address of the world
 * @param plain its path below the issuer, its query and its body
 */
export function replayRequest(
  request: IncomingMessage & { originalUrl: string },
  issuer: string,
  { path: rest, search, bytes }: OauthRequest,
): IncomingMessage {
  const { host, protocol, pathname } = new URL(issuer);
  const replay = new IncomingMessage(request.socket);
  const url = search === '' ? rest : `${rest}?${search}`;
  // Not what a client says about a proxy, but what we know.
  const { 'x-forwarded-host': _host, ...headers } = request.headers;
  const length = headers['content-length'] === undefined ? {} : { 'content-length': String(bytes.length) };
  Object.assign(replay, {
    // All of it is here: its end is not the end of the connection.
    complete: true,
    method: request.method,
    httpVersion: request.httpVersion,
    httpVersionMajor: request.httpVersionMajor,
    httpVersionMinor: request.httpVersionMinor,
    url,
    originalUrl: `${pathname.replace(/\/$/, '')}${url}`,
    headers: { ...headers, ...length, host, 'x-forwarded-proto': protocol.slice(0, -1) },
  });
  replay.push(bytes);
  replay.push(null);
  return replay;
}
