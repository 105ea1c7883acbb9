/** Decides who can use the control plane. Rejects web pages of other origins, and other machines without the admin token. */
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../../market/rules/refusal.ts';
import { type Addressed, explainForeignHost, isServedHost, readOrigin } from '../../http/host.ts';
import { isLoopback, isPublicUrl, plainAddress } from '../../http/loopback.ts';
import { isSameSecret } from '../../http/same-secret.ts';
import { type ControlRefusal, refuseControl } from './refusals.ts';

export interface GuardOptions {
  /** If set, every request must send it. */
  admin_token: string | undefined;
  public_url: string | undefined;
  /** Host names that the mock accepts, besides those of this machine. */
  served_hosts: ReadonlySet<string>;
}

/** The parts of a request that the guard reads. */
export interface Visitor {
  headers: IncomingHttpHeaders;
  socket: Addressed['socket'] & { remoteAddress?: string | undefined };
  originalUrl?: string;
}

/** Headers that a proxy adds. They mean that the request comes from another machine, although its connection comes from this one. */
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/** A header of every webhook delivery (SIG-1). */
const DELIVERY_HEADER = 'svc-signature';

/** @returns why a request is rejected. Undefined if it is accepted */
export function checkVisitor(visitor: Visitor, options: GuardOptions): ControlRefusal | undefined {
  return checkSource(visitor, options) ?? checkToken(visitor, options);
}

/** The checks that do not depend on a token. */
export function checkSource(visitor: Visitor, options: GuardOptions): ControlRefusal | undefined {
  const { headers, socket } = visitor;
  // Subscribers choose the URL of deliveries. A delivery to the control plane could pay an invoice and thereby unmask a seller (PRIV-4).
  if (headers[DELIVERY_HEADER] !== undefined)
    return refuseControl('forbidden', { message: 'The control plane does not accept webhook deliveries.' });
  if (!isOwnPage(headers))
    return refuseControl('forbidden', { message: 'The control plane does not accept requests from web pages of other origins.' });
  const origin = readOrigin(visitor, visitor.originalUrl);
  if (!isServedHost(origin, socket, options.served_hosts))
    return refuseControl('forbidden', { message: explainForeignHost(origin) });
  return undefined;
}

/** @returns undefined if a visitor has the admin token, or needs none */
export function checkToken({ headers, socket }: Visitor, options: GuardOptions): ControlRefusal | undefined {
  if (options.admin_token !== undefined) {
    if (isSameSecret(headers.authorization ?? '', `Bearer ${options.admin_token}`)) return undefined;
    return refuse('unauthenticated', { message: 'Send the admin token as "Authorization: Bearer <token>".' });
  }
  // A proxy on this machine possibly adds no header that identifies its client.
  if (isPublicUrl(options.public_url))
    return refuseControl('forbidden', {
      message: 'With --public-url, the control plane needs an admin token; set one with --admin-token.',
    });
  if (isFromThisMachine(socket) && FORWARDING_HEADERS.every((name) => headers[name] === undefined)) return undefined;
  return refuseControl('forbidden', {
    message:
      'The control plane accepts requests from this machine only; to use it from another one, set an admin token with --admin-token.',
  });
}

/** From a loopback address, or from an address of this machine to itself. */
function isFromThisMachine({ remoteAddress, localAddress }: Visitor['socket']): boolean {
  const address = plainAddress(remoteAddress);
  return isLoopback(address) || (address !== '' && address === plainAddress(localAddress));
}

/** Whether the request comes from a page of this mock, or from no page. Only browsers send the origin of a page. */
function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || origin === `http://${host ?? ''}` || origin === `https://${host ?? ''}`;
}
