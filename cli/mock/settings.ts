import type { MockOptions } from '#mock';
import { SERVER_LIMIT_NAMES } from '#mock/server/http/server-limits';
import { QUOTA_NAMES } from '#mock/server/quotas';
import { MockOptionError, resolveOptions } from '#mock/server/options';
import { UsageError, messageOf } from '../errors.ts';
import { isPostgresUrl, readPostgresUrl } from '#mock/market/store/postgres/url';
import { readListenAddress, readNumberFlag } from '../flags/values.ts';

/** The flags of `gristmill mock` as typed. */
export interface MockFlags {
  port: string;
  host: string;
  publicUrl?: string;
  seed?: string;
  lots: string;
  db?: string;
  worldTtl?: string;
  fixtures?: string;
  lenient?: boolean;
  clock: string;
  rateLimit?: string;
  cors?: boolean;
  allowHost?: readonly string[];
  shared?: boolean;
  quota?: readonly string[];
  limit?: readonly string[];
  drain: string;
  traces?: boolean;
  devTokens?: boolean;
  adminToken?: string;
  testSecrets?: boolean;
  violate?: readonly string[];
  variant?: readonly string[];
  list?: boolean;
  json?: boolean;
  quiet?: boolean;
  log?: LogFormat;
  coach?: boolean;
}

/** How requests, events, and deliveries are printed as they happen. */
export type LogFormat = (typeof LOG_FORMATS)[number];
export const LOG_FORMATS = ['pretty', 'json', 'off'] as const;

export interface MockSettings {
  mock: MockOptions & {
    port: number;
    host: string;
    lots: number;
    clock: string;
    allowed_hosts: readonly string[];
    dev_tokens: boolean;
    admin_token: string | undefined;
    violations: readonly string[];
    variants: readonly string[];
  };
  /** The database for messages: without a password. Undefined for a world in memory. */
  db_label: string | undefined;
  fixtures_path: string | undefined;
  /** Requests per minute and caller. */
  rate_limit: number | undefined;
  has_cors: boolean;
  output: 'screen' | 'json' | 'nothing';
  log: LogFormat;
  /** Whether findings of the coach are printed as they arise. */
  is_coached: boolean;
}

const LOTS = { min: 20, max: 1_000_000 } as const;
const RATE = { min: 1, max: 1_000_000 } as const;
const DRAIN_SECONDS = { min: 0, max: 3_600 } as const;
const SECRET_KEY = 'GRISTMILL_SECRET_KEY';
const NAMED_NUMBER = { min: 1, max: 1_000_000_000 } as const;
const TEXT_MAX = 200;
const ADMIN_TOKEN = /^[\w.~+/=-]{8,}$/;

/** @throws UsageError */
export function readMockFlags(flags: MockFlags): MockSettings {
  const { seed, db } = flags;
  const { host, port } = readListenAddress(flags);
  if (seed !== undefined && (seed.trim() === '' || seed.length > TEXT_MAX))
    throw new UsageError('--seed', `give text of 1 to ${TEXT_MAX} characters`);
  if (db?.trim() === '' || /^(?!postgres(?:ql)?:)[a-z][\w+.-]*:\/\//i.test(db ?? ''))
    throw new UsageError('--db', 'give the path of a file, or postgres://user:password@host/database');
  const { adminToken } = flags;
  if (adminToken !== undefined && !ADMIN_TOKEN.test(adminToken)) {
    throw new UsageError(
      '--admin-token or GRISTMILL_ADMIN_TOKEN',
      'is too short or has a character that is not allowed; give at least 8 letters, digits, or ._~+/=-',
    );
  }
  if (flags.quota !== undefined && flags.shared !== true)
    throw new UsageError('--quota', 'limits the tenants of a shared mock; add --shared');
  const public_url = flags.publicUrl === undefined ? undefined : readUrl(flags.publicUrl);

  return {
    mock: checkOptions({
      port,
      host,
      public_url,
      ...(seed === undefined ? {} : { seed }),
      lots: readNumberFlag('--lots', flags.lots, LOTS),
      db: db ?? ':memory:',
      ...(flags.worldTtl === undefined ? {} : { world_ttl: flags.worldTtl }),
      lenient: flags.lenient === true,
      clock: flags.clock,
      allowed_hosts: flags.allowHost ?? [],
      ...(flags.devTokens === undefined ? {} : { dev_tokens: flags.devTokens }),
      ...(flags.shared === true ? { shared: true } : {}),
      secret_keys: readSecretKeys(),
      drain_seconds: readNumberFlag('--drain', flags.drain, DRAIN_SECONDS),
      traces: flags.traces === true,
      quotas: readNamedNumbers('--quota', QUOTA_NAMES, flags.quota),
      limits: readNamedNumbers('--limit', SERVER_LIMIT_NAMES, flags.limit),
      admin_token: adminToken,
      test_secrets: flags.testSecrets === true,
      violations: flags.violate ?? [],
      variants: flags.variant ?? [],
    }),
    db_label: db === undefined ? undefined : labelOf(db),
    fixtures_path: flags.fixtures,
    rate_limit: flags.rateLimit === undefined ? undefined : readNumberFlag('--rate-limit', flags.rateLimit, RATE),
    has_cors: flags.cors === true,
    output: flags.json === true ? 'json' : flags.quiet === true ? 'nothing' : 'screen',
    is_coached: flags.coach === true,
    // Programs that read the addresses, and people who asked for silence, get the log only if they ask for it.
    log: flags.log ?? (flags.json === true || flags.quiet === true ? 'off' : 'pretty'),
  };
}

/** The flags and variables of the options whose names differ from theirs. */
const FLAG_OF: Readonly<Record<string, string>> = {
  admin_token: '--admin-token or GRISTMILL_ADMIN_TOKEN',
  allowed_hosts: '--allow-host',
  secret_keys: SECRET_KEY,
};

/** The options, checked, with the defaults that messages need. @throws UsageError */
function checkOptions<Options extends MockOptions>(options: Options): Options & { clock: string; dev_tokens: boolean } {
  try {
    const { dev_tokens, world } = resolveOptions(options);
    return { ...options, dev_tokens, clock: world.clock };
  } catch (error) {
    if (!(error instanceof MockOptionError)) throw error;
    throw new UsageError(FLAG_OF[error.option] ?? `--${error.option.replaceAll('_', '-')}`, error.problem);
  }
}

/** From the environment only: other users of a machine can read the flags of its processes. */
function readSecretKeys(): readonly string[] {
  const keys = (process.env[SECRET_KEY] ?? '').split(',').map((key) => key.trim());
  return keys.filter((key) => key !== '');
}

/** Reads values such as `worlds=5`. */
function readNamedNumbers<Name extends string>(
  flag: string,
  names: readonly Name[],
  given: readonly string[] = [],
): Partial<Record<Name, number>> {
  const read: Partial<Record<Name, number>> = {};
  for (const text of given) {
    const [word = '', value = ''] = text.split('=', 2);
    const name = names.find((each) => each === word);
    if (name === undefined) throw new UsageError(flag, `'${word}' is not a limit; use one of ${names.join(', ')}`);
    read[name] = readNumberFlag(flag, value, NAMED_NUMBER);
  }
  return read;
}

/** @throws UsageError */
function labelOf(db: string): string {
  if (!isPostgresUrl(db)) return db;
  try {
    return readPostgresUrl(db).label;
  } catch (error) {
    throw new UsageError('--db', messageOf(error));
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  const is_plain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (is_plain) return url.href.replace(/\/+$/, '');
  throw new UsageError('--public-url', `'${text}' is not a plain http address; give one such as https://mock.example.com`);
}
