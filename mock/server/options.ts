import type { Batch } from '#fixtures/records';
import type { RequestHandler } from 'express';
import { readClockStart } from '../ports/clock-start.ts';
import { closestName } from '../closest-name.ts';
import { readHostName } from './http/host.ts';
import { hostnameOf, isLoopback, isPublicUrl } from './http/loopback.ts';
import { drawSeed } from '../ports/random.ts';
import { DatabaseFileError } from '../market/store/engine/database-error.ts';
import { MEMORY } from '../market/store/engine/sqlite.ts';
import type { SignatureOptions } from './webhooks/sign.ts';
import { TTL_FORM, readTtl } from './world-ttl.ts';
import type { WorldOptions } from './world/world.ts';

/** What a mock is started with. They are called as the flags of `gristmill mock` and the fields of `POST /worlds` are. */
export interface MockOptions {
  /** 0, unless given: a free one. */
  port?: number;
  /** 127.0.0.1, unless given. */
  host?: string;
  /** What links begin with, where a proxy stands before the mock. One that leads others to it has the mock count as shared. */
  public_url?: string | undefined;
  /** Decides what the world holds, and its ids: '1', unless given, or drawn where others can reach the mock. */
  seed?: string;
  /** How many lots there are, at least 20: 500, unless given. */
  lots?: number;
  /** `real`, unless given; `frozen`, or an ISO instant to stand still at. */
  clock?: string;
  /** A file, for one mock at a time; in memory unless given. One that holds a world goes on with the seed and the lots it was made with. */
  db?: string;
  /** How long a world that is made later may be idle, such as `24h`: `none`, unless given, or `24h` on a shared mock. */
  world_ttl?: string;
  /** Whether unknown fields of a body are ignored instead of refused (CONV-7). */
  lenient?: boolean;
  /** Whether secrets repeat from run to run, for tests that compare bytes. */
  test_secrets?: boolean;
  /** Whether `dev_buyer` and its like are valid; unless given, where nobody else can reach the mock. */
  dev_tokens?: boolean;
  /** Whether webhooks to private addresses are refused (WHK-11); unless given, where others can reach the mock. */
  shared?: boolean;
  /** Names, besides those of this machine, by which the mock is served: that of its container, for one. They count wherever developer tokens are valid, and for the control plane. */
  allowed_hosts?: readonly string[];
  /** Lets the control plane be used from elsewhere than loopback, by whoever sends it as a bearer token. */
  admin_token?: string | undefined;
  /** The names of the violations that are on from the start: each breaks one clause. */
  violations?: readonly string[];
  /** The names of the variants that are on from the start: each does what the document leaves open in another way. */
  variants?: readonly string[];
  /** How deliveries are signed, where it is not to be the plain way (SIG-9). */
  signature_options?: SignatureOptions | undefined;
  /** Who the sellers are, where that is to differ from the seed (PRIV-11). */
  sellers?: string | undefined;
  /** Records beyond the generated ones. */
  fixtures?: Batch | undefined;
  /** Run before everything else, unless the Host is refused: CORS, a rate limit. */
  before?: readonly RequestHandler[];
  /** Told of what went wrong on our side; prints to stderr unless given. */
  onError?: (error: unknown) => void;
}

/** What they come to. */
export interface SettledOptions {
  port: number;
  host: string;
  world: WorldOptions;
  /** Null for as long as the mock lasts. */
  world_ttl_seconds: number | null;
  dev_tokens: boolean;
  served_hosts: ReadonlySet<string>;
  admin_token: string | undefined;
  sellers: string | undefined;
  fixtures: Batch | undefined;
  before: readonly RequestHandler[];
  onError: (error: unknown) => void;
}

/** An option that there is not, or that cannot be what it was set to. */
export class MockOptionError extends Error {
  override readonly name = 'MockOptionError';
}

/** Every name there is: one that is left out here does not compile. */
const NAMES: Readonly<Record<keyof MockOptions, true>> = {
  port: true,
  host: true,
  public_url: true,
  seed: true,
  lots: true,
  clock: true,
  db: true,
  world_ttl: true,
  lenient: true,
  test_secrets: true,
  dev_tokens: true,
  shared: true,
  allowed_hosts: true,
  admin_token: true,
  violations: true,
  variants: true,
  signature_options: true,
  sellers: true,
  fixtures: true,
  before: true,
  onError: true,
};

export const OPTION_NAMES: readonly string[] = Object.keys(NAMES);

const LOTS_MIN = 20;
const BEGINNING = 3;
/** Nobody tidies up after those who share a mock. A world on a developer's own machine goes with the process, and not over a weekend. */
const WORLD_TTL_SHARED = '24h';

/**
 * Fills in what is not given.
 * @throws MockOptionError that names the option; an `admin_token` and a `public_url` are taken as they are
 */
export function settleOptions(options: MockOptions): SettledOptions {
  refuseUnknownNames(Object.keys(options));
  const { host = '127.0.0.1', public_url, lots = 500, clock = 'real' } = options;
  const start = readClockStart(clock);
  if (start === undefined)
    throw new MockOptionError(`clock: '${clock}' will not do; give real, frozen, or an instant such as 2026-06-01T12:00:00Z`);
  if (!Number.isInteger(lots) || lots < LOTS_MIN)
    throw new MockOptionError(`lots: ${lots} will not do; give a whole number from ${LOTS_MIN} on`);

  const is_reachable = isReachable(host, public_url);
  // WHK-11: whoever else can reach it could otherwise have it call what only this machine can reach.
  const is_shared = options.shared ?? is_reachable;
  const world_ttl = options.world_ttl ?? (is_shared ? WORLD_TTL_SHARED : 'none');
  const world_ttl_seconds = readTtl(world_ttl);
  if (world_ttl_seconds === undefined) throw new MockOptionError(`world_ttl: '${world_ttl}' will not do; ${TTL_FORM}`);
  return {
    port: options.port ?? 0,
    host,
    world: {
      // PRIV-9: whoever knows the seed can count the bids and lots of others by their ids.
      seed: options.seed ?? (is_reachable ? drawSeed() : '1'),
      lots,
      clock: start,
      db: options.db ?? MEMORY,
      is_lenient: options.lenient ?? false,
      is_shared,
      public_url,
      has_test_secrets: options.test_secrets ?? false,
      signature_options: options.signature_options,
      violations: options.violations ?? [],
      variants: options.variants ?? [],
    },
    world_ttl_seconds,
    dev_tokens: options.dev_tokens ?? !is_reachable,
    served_hosts: settleHosts(options),
    admin_token: options.admin_token,
    sellers: options.sellers,
    fixtures: options.fixtures,
    before: options.before ?? [],
    onError: options.onError ?? reportError,
  };
}

/** The names that the mock is known by: those it was given, the one it listens at, and that of the proxy before it. */
function settleHosts({ host = '127.0.0.1', public_url, allowed_hosts = [] }: MockOptions): ReadonlySet<string> {
  const named = allowed_hosts.map((name) => {
    const read = readHostName(name);
    if (read !== undefined) return read;
    throw new MockOptionError(
      `allowed_hosts: '${name}' is not a host name; give it without scheme and port, such as mock.internal`,
    );
  });
  const known = [readHostName(host), hostnameOf(public_url ?? '')].filter((name) => name !== undefined);
  return new Set([...named, ...known]);
}

/** Whether others than this machine can reach a mock that listens there: by itself, or through the proxy before it. */
export function isReachable(host: string, public_url: string | undefined): boolean {
  return !isLoopback(host) || isPublicUrl(public_url);
}

function refuseUnknownNames(names: readonly string[]): void {
  const unknown = names.find((name) => !OPTION_NAMES.includes(name));
  if (unknown === undefined) return;
  // Short names are not guessed by their letters, but few of ours begin alike.
  const closest = closestName(unknown, OPTION_NAMES) ?? OPTION_NAMES.find((name) => name.startsWith(unknown.slice(0, BEGINNING)));
  const hint = closest === undefined ? `there are ${OPTION_NAMES.join(', ')}` : `the closest is '${closest}'`;
  throw new MockOptionError(`'${unknown}' is no option of createMock; ${hint}`);
}

function reportError(error: unknown): void {
  if (error instanceof DatabaseFileError) {
    // What to do about it is all there is to say, and once is enough.
    if (!error.is_repeat) process.stderr.write(`gristmill: ${error.message}\n`);
    return;
  }
  process.stderr.write(`gristmill: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
