/** Which addresses a shared mock does not call: whatever is not out on the public network (WHK-11). */
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns';
import { lookup as lookupLater } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Alarm } from '../../ports/timer.ts';

/** A subscription is made in a transaction, which must not wait long for a name server. */
const LOOKUP_PATIENCE_MS = 1_000;

/** The special-purpose blocks of RFC 6890 and its registries, with multicast. */
const BLOCKS: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Below ::/96 lie the unspecified address, the loopback, and IPv4 in an old disguise; mapped IPv4 is judged as IPv4.
  ['::', 96],
  // Translated and tunnelled IPv4 could lead anywhere.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const blocked = new BlockList();
for (const [network, prefix] of BLOCKS) blocked.addSubnet(network, prefix, familyOf(network));

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Whether an IP address is not on the public network. A zone (`%eth0`) never is. */
export function isPrivateAddress(address: string): boolean {
  return address.includes('%') || blocked.check(address, familyOf(address));
}

/** The host of a URL as an IP address, where it is one. */
function literalOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

export function isPrivateLiteral(hostname: string): boolean {
  const literal = literalOf(hostname);
  return literal !== undefined && isPrivateAddress(literal);
}

/**
 * Whether any of the addresses of a URL's host is private. A name that does not resolve, or not soon, is not: it is judged again at each
 * delivery.
 * @param url an absolute one
 */
export async function leadsToPrivate(url: string): Promise<boolean> {
  const { hostname } = new URL(url);
  if (literalOf(hostname) !== undefined) return isPrivateLiteral(hostname);
  const found = await within(LOOKUP_PATIENCE_MS, lookupLater(hostname, { all: true }));
  return found?.some(({ address }) => isPrivateAddress(address)) ?? false;
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

  constructor(hostname: string, address: string) {
    super(`${hostname} leads to ${address}, which is not on the public network.`);
  }
}

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Looks a name up for a socket that is about to connect: one private address among those found, and nothing is called (WHK-11). */
export function lookupPublic(hostname: string, options: LookupOptions, callback: Callback): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
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
}
