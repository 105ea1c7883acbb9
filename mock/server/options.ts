import type { Batch } from '#fixtures/records';
import type { RequestHandler } from 'express';
import { readClockStart } from '../ports/clock-start.ts';
import { closestName } from '#spec/closest-name';
import { readHostName } from './http/host.ts';
import { hostnameOf, isLoopback, isPublicUrl } from './http/loopback.ts';
import type { ServerLimits } from './http/server-limits.ts';
import { resolveServerLimits } from './http/server-limits.ts';
import type { Vault } from '../ports/vault.ts';
import { KEY_CHARS_MIN, createVault } from '../ports/vault.ts';
import { NO_TRACING } from '../ports/tracing.ts';
import { generateSeed } from '../ports/random.ts';
import { DatabaseFileError } from '../market/store/engine/database-error.ts';
import { MEMORY } from '../market/store/engine/sqlite.ts';
import type { WorldEvent } from './journal/event-bus.ts';
import type { Quotas } from './quotas.ts';
import { resolveQuotas } from './quotas.ts';
import type { Coach } from './journal/traffic.ts';
import type { SignatureOptions } from './webhooks/sign.ts';
import { TTL_FORM, readTtl } from './world-ttl.ts';
import type { WorldOptions } from './world/world.ts';

/** The options of a mock, named like the flags of `gristmill mock` and the fields of `POST /worlds`. */
export interface MockOptions {
  /** Default: 0, which picks a free port. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
  /** The public URL of the mock behind a proxy, with which all links begin. Unless it is loopback, the mock is treated as reachable by others. */
  public_url?: string | undefined;
  /** Determines the data and the ids. Default: '1', or random if others can reach the mock. */
  seed?: string;
  /** The number of lots, at least 20. Default: 500. */
  lots?: number;
  /** `real`, `frozen`, or an ISO instant to freeze at. Default: `real`. */
  clock?: string;
  /**
   * A file, which one mock can use at a time, or a `postgres://` URL. Default: in memory. An existing world keeps its seed, lots, and clock.
   */
  db?: string;
  /** How long a created world may be idle, such as `24h`. Default: `none`, or `24h` on a shared mock. */
  world_ttl?: string;
  /** Whether unknown fields of a body are ignored instead of rejected (CONV-7). */
  lenient?: boolean;
  /** Whether secrets are the same in every run, for tests that compare bytes. */
  test_secrets?: boolean;
  /** Whether developer tokens such as `dev_buyer` are valid. Default: only if no other machine can reach the mock. */
  dev_tokens?: boolean;
  /**
   * Hosts tenants: requires `admin_token`, allows no developer tokens, and rejects webhooks to private addresses (WHK-11). By default, the
   * mock has no tenants, and rejects such webhooks only if others can reach it.
   */
  shared?: boolean;
  /** Limits for each tenant of a shared mock, by name. Default: those of `quotas.ts`. */
  quotas?: Partial<Quotas>;
  /**
   * Encrypts the secrets in the database: the first key encrypts, all decrypt. Each has at least 32 random characters. A shared mock with a
   * database needs one.
   */
  secret_keys?: readonly string[];
  /** Limits for connections, by name. Default: those of `http/server-limits.ts`. */
  limits?: Partial<ServerLimits>;
  /**
   * Further host names to serve, such as that of a container. The control plane always checks the host, the API only if developer tokens are
   * valid.
   */
  allowed_hosts?: readonly string[];
  /** Allows using the control plane from other machines with this bearer token. */
  admin_token?: string | undefined;
  /** The violations to turn on at the start, by name. Each breaks one clause. */
  violations?: readonly string[];
  /** The variants to turn on at the start, by name. Each behaves differently in a way that the document allows. */
  variants?: readonly string[];
  /** How deliveries are signed. By default with `t` and `v1` (SIG-9). */
  signature_options?: SignatureOptions | undefined;
  /** A seed for the sellers, if it differs from `seed` (PRIV-11). */
  sellers?: string | undefined;
  /** Records beyond the generated ones. */
  fixtures?: Batch | undefined;
  /** Middleware that runs after the check of the Host header and before everything else, such as CORS or a rate limit. */
  before?: readonly RequestHandler[];
  /** Whether to create OpenTelemetry spans for requests, transactions, and delivery attempts. Your program registers the SDK. */
  traces?: boolean;
  /** How long a stopping mock still serves requests while `/ready` returns 503, so that load balancers notice. In seconds; default: 0. */
  drain_seconds?: number;
  /** Called with every request that has ended. Must not throw. */
  onAccess?: ((entry: AccessEntry) => void) | undefined;
  /** Called with internal errors. By default they are printed to stderr. */
  onError?: (error: unknown) => void;
  /** Called with every request, event, and delivery of every world. Must not throw. Requests still contain their secrets. */
  onEvent?: ((world_id: string, event: WorldEvent) => void) | undefined;
  /** Finds mistakes in clients that cause failures in production. Pass `coach` from `gristmill/coach`. `GET /coach` returns the findings. */
  coach?: Coach | undefined;
}

/** A request that has ended. No query, headers, or bodies, because they can contain secrets. */
export interface AccessEntry {
  request_id: string;
  method: string;
  path: string;
  /** Zero if the client disconnected before the response. */
  status: number;
  duration_ms: number;
  /** Null if the request names no existing world. */
  world_id: string | null;
  tenant_id: string | null;
}

type OptionsWithDefault = Required<
  Pick<MockOptions, 'port' | 'host' | 'dev_tokens' | 'traces' | 'drain_seconds' | 'before' | 'onError'>
>;

/** The options with every default filled in. */
export interface ResolvedOptions
  extends OptionsWithDefault, Pick<MockOptions, 'admin_token' | 'sellers' | 'fixtures' | 'onAccess'> {
  world: WorldOptions;
  /** Null if worlds never expire. */
  world_ttl_seconds: number | null;
  limits: ServerLimits;
  served_hosts: ReadonlySet<string>;
}

/** An unknown option, or an invalid value. */
export class MockOptionError extends Error {
  override readonly name = 'MockOptionError';
  readonly option: string;
  /** What is wrong, without the name of the option. */
  readonly problem: string;

  constructor(option: string, problem: string) {
    super(`${option}: ${problem}`);
    this.option = option;
    this.problem = problem;
  }
}

/** Every option. A missing one does not compile. */
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
  quotas: true,
  secret_keys: true,
  traces: true,
  drain_seconds: true,
  onAccess: true,
  limits: true,
  allowed_hosts: true,
  admin_token: true,
  violations: true,
  variants: true,
  signature_options: true,
  sellers: true,
  fixtures: true,
  before: true,
  onError: true,
  onEvent: true,
  coach: true,
};

export const OPTION_NAMES: readonly string[] = Object.keys(NAMES);

const LOTS_MIN = 20;
const PREFIX_LENGTH = 3;
/** The default on a shared mock, where unused worlds would accumulate. On a developer's machine, they end with the process. */
const WORLD_TTL_SHARED = '24h';

/**
 * Validates options and fills in defaults. Does not validate `admin_token` and `public_url`.
 * @throws MockOptionError that names the option
 */
export function resolveOptions(options: MockOptions): ResolvedOptions {
  refuseUnknownNames(Object.keys(options));
  checkShared(options);
  const { port = 0, host = '127.0.0.1', public_url, shared, before = [], onError = reportError } = options;
  const { admin_token, sellers, fixtures, onAccess, traces = false, drain_seconds = 0 } = options;
  const is_reachable = isReachable(host, public_url);
  // WHK-11: otherwise, anyone who can reach the mock could make it call addresses that only this machine can reach.
  const is_shared = shared ?? is_reachable;
  const world = resolveWorldOptions(options, is_reachable, is_shared);
  const world_ttl = options.world_ttl ?? (is_shared ? WORLD_TTL_SHARED : 'none');
  const world_ttl_seconds = readTtl(world_ttl);
  if (world_ttl_seconds === undefined) throw new MockOptionError('world_ttl', `'${world_ttl}' is not valid; ${TTL_FORM}`);
  return {
    port,
    host,
    world,
    world_ttl_seconds,
    dev_tokens: options.dev_tokens ?? (!is_reachable && shared !== true),
    limits: resolveServerLimits(options.limits ?? {}, is_shared),
    served_hosts: resolveHosts(options),
    admin_token,
    sellers,
    fixtures,
    traces,
    drain_seconds,
    before,
    onAccess,
    onError,
  };
}

function resolveWorldOptions(options: MockOptions, is_reachable: boolean, is_shared: boolean): WorldOptions {
  const { lots = 500, clock = 'real', db = MEMORY, lenient = false, test_secrets = false } = options;
  const { public_url, quotas = {}, signature_options, onEvent, coach, violations = [], variants = [] } = options;
  const start = readClockStart(clock);
  if (start === undefined)
    throw new MockOptionError('clock', `'${clock}' is not valid; use real, frozen, or an instant such as 2026-06-01T12:00:00Z`);
  if (!Number.isInteger(lots) || lots < LOTS_MIN)
    throw new MockOptionError('lots', `${lots} is not valid; use a whole number of ${LOTS_MIN} or more`);
  return {
    // PRIV-9: ids derive from the seed, so a known seed reveals the number of bids and lots.
    seed: options.seed ?? (is_reachable || is_shared ? generateSeed() : '1'),
    lots,
    clock: start,
    db,
    is_lenient: lenient,
    is_shared,
    public_url,
    vault: openVault(options),
    // `createMock` replaces it if `traces` is set.
    tracing: NO_TRACING,
    quotas: options.shared === true ? resolveQuotas(quotas) : undefined,
    has_test_secrets: test_secrets,
    signature_options,
    onEvent,
    coach,
    violations,
    variants,
  };
}

function openVault({ shared, db = MEMORY, secret_keys = [] }: MockOptions): Vault {
  const refuse = (problem: string): never => {
    throw new MockOptionError('secret_keys', `${problem}; create one with: openssl rand -hex 32`);
  };
  if (secret_keys.some((key) => key.length < KEY_CHARS_MIN)) refuse(`a key has fewer than ${KEY_CHARS_MIN} characters`);
  if (shared === true && db !== MEMORY && secret_keys.length === 0)
    refuse('a shared mock with a database needs a key, which encrypts the secrets in it');
  return createVault(secret_keys);
}

/** Rejects options that would make a shared mock unsafe to expose. */
function checkShared({ shared, admin_token, dev_tokens, test_secrets }: MockOptions): void {
  if (shared !== true) return;
  if (admin_token === undefined)
    throw new MockOptionError('admin_token', 'a shared mock needs an admin token, because others can reach its control plane');
  if (dev_tokens === true)
    throw new MockOptionError('dev_tokens', 'everyone knows the developer tokens, so a shared mock does not accept them');
  if (test_secrets === true)
    throw new MockOptionError('test_secrets', 'everyone can compute repeatable secrets, so a shared mock does not use them');
}

/** The hosts that the mock serves: the allowed ones, the one it listens on, and that of its proxy. */
function resolveHosts({ host = '127.0.0.1', public_url, allowed_hosts = [] }: MockOptions): ReadonlySet<string> {
  const named = allowed_hosts.map((name) => {
    const read = readHostName(name);
    if (read !== undefined) return read;
    throw new MockOptionError('allowed_hosts', `'${name}' is not a host name; leave out scheme and port, as in mock.internal`);
  });
  const known = [readHostName(host), hostnameOf(public_url ?? '')].filter((name) => name !== undefined);
  return new Set([...named, ...known]);
}

/** Whether other machines can reach the mock, directly or through its proxy. */
export function isReachable(host: string, public_url: string | undefined): boolean {
  return !isLoopback(host) || isPublicUrl(public_url);
}

function refuseUnknownNames(names: readonly string[]): void {
  const unknown = names.find((name) => !OPTION_NAMES.includes(name));
  if (unknown === undefined) return;
  // Compares the first letters, too, because `closestName` ignores short names.
  const closest =
    closestName(unknown, OPTION_NAMES) ?? OPTION_NAMES.find((name) => name.startsWith(unknown.slice(0, PREFIX_LENGTH)));
  const hint = closest === undefined ? `the options are ${OPTION_NAMES.join(', ')}` : `the closest is '${closest}'`;
  throw new MockOptionError(unknown, `is not an option of createMock; ${hint}`);
}

function reportError(error: unknown): void {
  if (error instanceof DatabaseFileError) {
    // The message says what to do. Print it once.
    if (!error.is_repeat) process.stderr.write(`gristmill: ${error.message}\n`);
    return;
  }
  process.stderr.write(`gristmill: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
