/** Who may use the control plane: no web page, nobody from elsewhere without the operator's token. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../../market/rules/refusal.ts';
import { refuse } from '../../../market/rules/refusal.ts';
import type { Addressed } from '../../http/host.ts';
import { explainForeignHost, isServedHost, readOrigin } from '../../http/host.ts';
import { isLoopback, isPublicUrl, plainAddress } from '../../http/loopback.ts';
import type { ControlRefusal } from './refusals.ts';
import { refuseControl } from './refusals.ts';

export interface GuardOptions {
  /** Where it is set, everybody has to send it. */
  admin_token: string | undefined;
  public_url: string | undefined;
  /** The names that the mock is known by, besides those of this machine. */
  served_hosts: ReadonlySet<string>;
}

/** What the guard looks at of a request. */
export interface Visitor {
  headers: IncomingHttpHeaders;
  socket: Addressed['socket'] & { remoteAddress?: string | undefined };
  originalUrl?: string;
}

/** What a proxy adds: whoever sends it does not sit at this machine, though the connection comes from it. */
const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/** What every delivery carries (SIG-1), and no operator sends. */
const OF_DELIVERIES = 'svc-signature';

/** @returns why a request is not let in; undefined where it is */
export function checkVisitor(visitor: Visitor, options: GuardOptions): Refusal | ControlRefusal | undefined {
  const { headers, socket } = visitor;
  // It comes from this machine, and goes where whoever has subscribed wants it to: to pay an invoice here, and unmask a seller (PRIV-4).
  if (headers[OF_DELIVERIES] !== undefined)
    return refuseControl('forbidden', { message: 'The control plane takes no deliveries of webhooks.' });
  if (!isOwnPage(headers))
    return refuseControl('forbidden', { message: 'The control plane takes no requests from web pages of other origins.' });
  const origin = readOrigin(visitor, visitor.originalUrl);
  if (!isServedHost(origin, socket, options.served_hosts))
    return refuseControl('forbidden', { message: explainForeignHost(origin) });
  if (options.admin_token !== undefined) {
    if (isSameSecret(headers.authorization ?? '', `Bearer ${options.admin_token}`)) return undefined;
    return refuse('unauthenticated', { message: 'Send the admin token as "Authorization: Bearer <token>".' });
  }
  // The proxy behind that address may sit at this machine and say nothing of who stands before it.
  if (isPublicUrl(options.public_url))
    return refuseControl('forbidden', {
      message: 'Behind a --public-url the control plane answers nobody without an admin token.',
    });
  if (isFromHere(socket) && FORWARDING.every((name) => headers[name] === undefined)) return undefined;
  return refuseControl('forbidden', {
    message: 'The control plane answers on this machine only, unless the mock has an admin token.',
  });
}

/** From an address to itself: no packet from outside gets that far. */
function isFromHere({ remoteAddress, localAddress }: Visitor['socket']): boolean {
  const address = plainAddress(remoteAddress);
  return isLoopback(address) || (address !== '' && address === plainAddress(localAddress));
}

/** A page that a browser shows says where it comes from; whatever is no browser says nothing. */
function isOwnPage(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return origin === undefined || origin === `http://${host ?? ''}` || origin === `https://${host ?? ''}`;
}

/** Takes as long for a guess that is nearly right as for one that is not. */
function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}
