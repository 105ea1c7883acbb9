import { IncomingMessage } from 'node:http';
import type { OauthRequest } from '../../mutations/seams.ts';

/**
 * Copies a request as if it had been sent to the issuer directly. The body has already been read, and oidc-provider derives URLs from the
 * request, which a proxy may have changed.
 */
export function replayRequest(
  request: IncomingMessage & { originalUrl: string },
  issuer: string,
  { path: rest, search, bytes }: OauthRequest,
): IncomingMessage {
  const { host, protocol, pathname } = new URL(issuer);
  const replay = new IncomingMessage(request.socket);
  const url = search === '' ? rest : `${rest}?${search}`;
  // Clients must not set the host.
  const { 'x-forwarded-host': _host, ...headers } = request.headers;
  const length = headers['content-length'] === undefined ? {} : { 'content-length': String(bytes.length) };
  Object.assign(replay, {
    // The body is complete.
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
