/** Which addresses a shared mock does not call: whatever is not out on the public network (WHK-11). */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Alarm } from '../../ports/timer.ts';

/** A subscription is made in a transaction, which must not wait long for a name server. */
const LOOKUP_PATIENCE_MS = 1_000;

/** Where all public IPv6 addresses lie (RFC 4291, section 2.4). Below it are the IPv4-compatible ones, above it what nobody has been given. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Azure answers every virtual machine with its settings there, at an address that is public by its number. */
const HOST_SERVICE = '168.63.129.16';

/** The zones that are this machine or its network, whatever a name server says: RFC 6761, RFC 6762, RFC 8375, and the one ICANN has set aside. */
const LOCAL_ZONES = ['.localhost', '.localdomain', '.local', '.home.arpa', '.internal'];

/** Whether an IP address is not on the public network. A zone (`%eth0`) never is, and neither is what is no address. */
export function isPrivateAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return true;
  // IPv4-mapped addresses are judged as IPv4.
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast' || plain.toString() === HOST_SERVICE) return true;
  return plain.kind() === 'ipv6' && !plain.match(GLOBAL_UNICAST);
}

/** The host of a URL as an IP address, where it is one. URLs have brought decimal, octal and hexadecimal spellings into the usual form. */
function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Whether the host of a URL is private as it stands there. A name without a dot is of the local network. */
export function isPrivateHost(hostname: string): boolean {
  const literal = literalOf(hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || LOCAL_ZONES.some((zone) => name.endsWith(zone));
}

/** Finds all addresses of a name, as `lookup` of node:dns does. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Whether a URL's host, or any of the addresses of its name, is private. A name that does not resolve, or not soon, is not: it is judged
 * again at each delivery.
 * @param url an absolute one
 */
export async function leadsToPrivate(url: string, resolve: Resolve = lookup): Promise<boolean> {
  const { hostname } = new URL(url);
  if (isPrivateHost(hostname)) return true;
  if (literalOf(hostname) !== undefined) return false;
  const found = await within(LOOKUP_PATIENCE_MS, findAddresses(hostname, resolve));
  return found?.some(({ address }) => isPrivateAddress(address)) ?? false;
}

function findAddresses(hostname: string, resolve: Resolve): Promise<LookupAddress[]> {
  const { promise, resolve: fulfil, reject } = Promise.withResolvers<LookupAddress[]>();
  resolve(hostname, { all: true }, (error, found) => {
    if (error === null) fulfil(found);
    else reject(error);
  });
  return promise;
}

/** The resolver knows no timeout of its own. */
async function within<Result>(patience_ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const alarm = new Alarm(() => {
    resolve(undefined);
  });
  alarm.set(patience_ms);
  const result = await Promise.race([work.catch(() => undefined), late]);
  alarm.clear();
  return result;
}

/** Told apart from failures that are worth another try. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  /** @param address where the name leads, unless it is the host itself that is private */
  constructor(hostname: string, address?: string) {
    super(`${hostname}${address === undefined ? ' is' : ` leads to ${address}, which is`} not on the public network.`);
  }
}

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
type Lookup = (hostname: string, options: LookupOptions, callback: Callback) => void;

/**
 * Makes the lookup of a socket that is about to connect: one private address among those found, and nothing is called (WHK-11). The socket
 * connects to what was judged here and looks nothing up again, so that a name cannot lead elsewhere meanwhile (DNS rebinding).
 */
export function makePublicLookup(resolve: Resolve = lookup): Lookup {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const [first] = found;
      const wrong = found.find(({ address }) => isPrivateAddress(address));
      if (wrong !== undefined) callback(new PrivateAddressError(hostname, wrong.address), []);
      else if (options.all === true || first === undefined) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
