import type { MockOptions } from '#mock';
import { readClockStart } from '#mock/ports/clock-start';
import { readHostName } from '#mock/server/http/host';
import { isReachable } from '#mock/server/options';
import { PORTS, readNumberFlag } from '../flags/read-number-flag.ts';
import { TTL_FORM, readTtl } from '#mock/server/world-ttl';
import { UsageError } from '../usage-error.ts';

/** The flags of `gristmill mock` as they were typed. */
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
  allowHost?: string[];
  devTokens?: boolean;
  adminToken?: string;
  testSecrets?: boolean;
  violate?: string[];
  variant?: string[];
  list?: boolean;
  json?: boolean;
  quiet?: boolean;
}

/** What they come to. */
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
  db: string | undefined;
  fixtures_path: string | undefined;
  /** Requests a minute and token. */
  rate_limit: number | undefined;
  has_cors: boolean;
  output: 'screen' | 'json' | 'nothing';
}

const LOTS = { min: 20, max: 1_000_000 } as const;
const RATE = { min: 1, max: 1_000_000 } as const;
const TEXT_MAX = 200;
const ADMIN_TOKEN = /^[\w.~+/=-]{8,}$/;

/** @throws UsageError that names the flag, and says what it takes */
export function settle(flags: MockFlags): MockSettings {
  const { host, seed, db } = flags;
  if (host.trim() === '') throw new UsageError('--host', 'give an address to listen at, such as 127.0.0.1 or 0.0.0.0');
  if (seed !== undefined && (seed.trim() === '' || seed.length > TEXT_MAX))
    throw new UsageError('--seed', `give a text of 1 to ${TEXT_MAX} characters`);
  if (db !== undefined && /^postgres(?:ql)?:/i.test(db)) {
    throw new UsageError(
      '--db',
      'PostgreSQL is not in this version; give the path of a file, or leave it out to keep the world in memory',
    );
  }
  if (db?.trim() === '') throw new UsageError('--db', 'give the path of a file');
  const { adminToken } = flags;
  if (adminToken !== undefined && !ADMIN_TOKEN.test(adminToken)) {
    throw new UsageError('--admin-token', 'give at least 8 characters, of letters, digits and ._~+/=-');
  }
  const public_url = flags.publicUrl === undefined ? undefined : readUrl(flags.publicUrl);

  return {
    mock: {
      port: readNumberFlag('--port', flags.port, PORTS),
      host,
      public_url,
      ...(seed === undefined ? {} : { seed }),
      lots: readNumberFlag('--lots', flags.lots, LOTS),
      db: db ?? ':memory:',
      ...(flags.worldTtl === undefined ? {} : { world_ttl: checkTtl(flags.worldTtl) }),
      lenient: flags.lenient === true,
      clock: readClock(flags.clock),
      allowed_hosts: readHosts(flags.allowHost ?? []),
      dev_tokens: flags.devTokens ?? !isReachable(host, public_url),
      admin_token: adminToken,
      test_secrets: flags.testSecrets === true,
      violations: flags.violate ?? [],
      variants: flags.variant ?? [],
    },
    db,
    fixtures_path: flags.fixtures,
    rate_limit: flags.rateLimit === undefined ? undefined : readNumberFlag('--rate-limit', flags.rateLimit, RATE),
    has_cors: flags.cors === true,
    output: flags.json === true ? 'json' : flags.quiet === true ? 'nothing' : 'screen',
  };
}

function readHosts(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => readHostName(name) === undefined);
  if (wrong === undefined) return names;
  throw new UsageError('--allow-host', `'${wrong}' is not a host name; give it without scheme and port, such as mock.internal`);
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  const is_plain = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '';
  if (is_plain) return url.href.replace(/\/+$/, '');
  throw new UsageError('--public-url', `'${text}' will not do; give an address such as https://mock.example.com`);
}

function checkTtl(text: string): string {
  if (readTtl(text) !== undefined) return text;
  throw new UsageError('--world-ttl', `'${text}' will not do; ${TTL_FORM}`);
}

function readClock(text: string): string {
  const start = readClockStart(text);
  if (start !== undefined) return start;
  throw new UsageError('--clock', `'${text}' will not do; give real, frozen, or an instant such as 2026-06-01T12:00:00Z`);
}
