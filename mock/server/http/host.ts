/** The host that a request was sent to. Links begin with it, and an unknown host can mean DNS rebinding. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostnameOf, isLoopback, plainAddress } from './loopback.ts';
import { TARGET_AUTHORITY } from './target.ts';

/** RFC 3986, section 3.2: a name or an address, and a port. User information is not allowed here (RFC 9110, section 4.2.4). */
const HOST = /^(?:\w[\w.-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/** The parts of a request that contain its host. */
export interface Addressed {
  headers: { host?: string | undefined };
  socket: { localAddress?: string | undefined; localPort?: number | undefined };
}

/**
 * The origin that a request was sent to, as in URLs: lower case, without a default port. Ignores headers of proxies.
 * @param target the request target: a whole URL has precedence over Host (RFC 9112, section 3.2.2)
 * @returns undefined if the host is malformed
 */
export function readOrigin({ headers, socket }: Addressed, target = ''): string | undefined {
  const host = TARGET_AUTHORITY.exec(target)?.[1] ?? (headers.host === '' ? undefined : headers.host) ?? hostOfSocket(socket);
  return HOST.test(host) ? URL.parse(`http://${host}`)?.origin : undefined;
}

/** RFC 9112, section 3.2: Host can be empty, and HTTP/1.0 has none. Then the address that the client connected to is used. */
function hostOfSocket({ localAddress, localPort = 80 }: Addressed['socket']): string {
  const address = plainAddress(localAddress);
  return `${isIP(address) === 6 ? `[${address}]` : address}:${localPort}`;
}

/** RFC 9112, section 3.2: there is one Host header, and it is a host. */
export function isHostMalformed(request: IncomingMessage): boolean {
  const { length: count } = request.headersDistinct['host'] ?? [];
  if (count > 1) return true;
  if (count === 0 && request.httpVersion !== '1.0') return true;
  return readOrigin(request, request.url) === undefined;
}

/**
 * Whether the mock serves the host of an origin. An attacker can point any DNS name to this machine (DNS rebinding), but not an IP address or
 * a name below localhost. So other names are served only if the operator listed them.
 * @param served_hosts normalized by `readHostName`
 */
export function isServedHost(
  origin: string | undefined,
  { localAddress }: Addressed['socket'],
  served_hosts: ReadonlySet<string>,
): boolean {
  const name = origin === undefined ? undefined : hostnameOf(origin);
  if (name === undefined) return false;
  return isLoopback(name) || served_hosts.has(name) || (isIP(name) !== 0 && name === plainAddress(localAddress));
}

/** The error message for a refused host. */
export function explainForeignHost(origin: string | undefined): string {
  const name = hostnameOf(origin ?? '') ?? '';
  return `Host: ${name} is not served here; start the mock with --allow-host ${name}`;
}

/** Normalizes a host name or address for `isServedHost`. Undefined if the text has other parts, such as a port. */
export function readHostName(text: string): string | undefined {
  const host = isIP(text) === 6 ? `[${text}]` : text;
  return HOST.test(host) && !/:\d*$/.test(host) ? hostnameOf(`http://${host}`) : undefined;
}
