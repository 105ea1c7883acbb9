/** Decides which webhook addresses a shared mock may call: only those on the public network (WHK-11). */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import ipaddr from 'ipaddr.js';
import { waitAtMost } from '../../ports/wait-at-most.ts';

/** How long creating a subscription waits for DNS. */
const LOOKUP_TIMEOUT_MS = 1_000;

/** All public IPv6 addresses (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** The Azure platform service. It has a public address but is reachable from virtual machines only. */
const HOST_SERVICE = '168.63.129.16';

/** Domains of local networks: RFC 6761, RFC 6762, RFC 8375, and ICANN's `.internal`. */
const LOCAL_ZONES = ['.localhost', '.localdomain', '.local', '.home.arpa', '.internal'];

/** Whether an IP address is private. Addresses with a zone (`%eth0`) and invalid ones count as private. */
export function isPrivateAddress(address: string): boolean {
  if (address.includes('%') || !ipaddr.isValid(address)) return true;
  // `process` converts IPv4-mapped addresses to IPv4.
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast' || plain.toString() === HOST_SERVICE) return true;
  return plain.kind() === 'ipv6' && !plain.match(GLOBAL_UNICAST);
}

/** The host of a URL as an IP address. Undefined for a name. `URL` has already normalized decimal, octal, and hexadecimal forms. */
function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Whether the host of a URL is private without looking it up. A name without a dot belongs to the local network. */
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
 * Whether the host of a URL, or any address of its name, is private. A name that does not resolve in time counts as public, because each
 * delivery checks it again.
 * @param url an absolute one
 */
export async function leadsToPrivate(url: string, resolve: Resolve = lookup): Promise<boolean> {
  const { hostname } = new URL(url);
  if (isPrivateHost(hostname)) return true;
  if (literalOf(hostname) !== undefined) return false;
  const found = await waitAtMost(LOOKUP_TIMEOUT_MS, () => promisify(resolve)(hostname, { all: true }));
  return found?.some(({ address }) => isPrivateAddress(address)) ?? false;
}

/** A delivery to a private address. It is not retried. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  /** @param address the private address of the name, unless the host itself is private */
  constructor(hostname: string, address?: string) {
    super(`${hostname}${address === undefined ? ' is' : ` leads to ${address}, which is`} not on the public network.`);
  }
}

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
type Lookup = (hostname: string, options: LookupOptions, callback: Callback) => void;

/**
 * Makes the DNS lookup of a connecting socket. If any address of the name is private, the connection fails (WHK-11). The socket connects to
 * the checked addresses without another lookup, which prevents DNS rebinding.
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
