/** The limits of one tenant of a hosted mock. Each is a row of QUOTAS, an option of `quotas`, and a value of `--quota`. */
import type { Reader } from '../market/records/tables.ts';
import type { Refusal } from '../market/rules/refusal.ts';
import { refuse } from '../market/rules/refusal.ts';

/** The default of each limit, and two parts of the refusal: what the limit counts, and what the tenant can do. */
const QUOTAS = {
  worlds: [3, 'worlds per tenant', 'delete one with DELETE /worlds/{id}'],
  lots: [2_000, 'generated lots per world', 'ask for fewer lots'],
  rows: [50_000, 'records per world', 'empty the world with POST reset'],
  subscriptions: [50, 'webhook subscriptions per world', 'delete one with DELETE /v1/webhooks/{id}'],
  tokens: [1_000, 'valid access tokens per world', 'wait until some expire, or empty the world with POST reset'],
  snapshots: [3, 'snapshots per world', 'delete one with DELETE snapshots/{id}'],
  streams: [10, 'open streams and waits per tenant', 'close one'],
  journal_entries: [500, 'requests in the journal of a world', 'read them sooner; older ones are dropped'],
  requests_per_second: [50, 'requests per second for each tenant', 'retry after the time given in Retry-After'],
  concurrent_requests: [8, 'concurrent requests of a tenant', 'wait for the others to end'],
} as const;

export type QuotaName = keyof typeof QUOTAS;
export type Quotas = Readonly<Record<QuotaName, number>>;

/** The tenant of a world, and the limits of tenants on this mock. */
export interface TenantOptions {
  /** Undefined for a world of the operator, which has no quotas. */
  readonly tenant_id?: string | undefined;
  readonly quotas?: Quotas | undefined;
}

// Object.keys widens the names of the quotas to string.
export const QUOTA_NAMES = Object.keys(QUOTAS) as readonly QuotaName[];

export function resolveQuotas(given: Partial<Quotas>): Quotas {
  // Every name is there.
  return Object.fromEntries(QUOTA_NAMES.map((name) => [name, given[name] ?? QUOTAS[name][0]])) as Quotas;
}

/** Explains which limit was reached, its value, and what to do. */
export function explainQuota(name: QuotaName, value: number): string {
  const [, counts, remedy] = QUOTAS[name];
  return `The limit is ${value.toLocaleString('en')} ${counts} (quota ${name}): ${remedy}, or ask the operator for more.`;
}

export function refuseQuota(name: QuotaName, value: number): Refusal {
  return refuse('conflict', { message: explainQuota(name, value) });
}

/** Undefined for a world without a tenant. */
export function quotaOf({ tenant_id, quotas }: TenantOptions, name: QuotaName): number | undefined {
  return tenant_id === undefined ? undefined : quotas?.[name];
}

/** The average size, with headers and both bodies. */
const BYTES_PER_JOURNAL_ENTRY = 8_192;

/** What the journal of a tenant's world keeps. Undefined without a tenant. */
export function journalLimitsOf(options: TenantOptions): { entries: number; bytes: number } | undefined {
  const journal_entries = quotaOf(options, 'journal_entries');
  if (journal_entries === undefined) return undefined;
  return { entries: journal_entries, bytes: journal_entries * BYTES_PER_JOURNAL_ENTRY };
}

/** How to read the usage of a world, by quota. */
const USED = {
  rows: async (db: Reader): Promise<number> => {
    // Counters of ids include deleted records, and take only a few rows to read.
    const { used } = await db
      .selectFrom('counters')
      .select((eb) => eb.fn.sum<number | null>(eb('next', '-', 1)).as('used'))
      .executeTakeFirstOrThrow();
    return used ?? 0;
  },
  subscriptions: async (db: Reader): Promise<number> => {
    const { used } = await db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.countAll<number>().as('used'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return used;
  },
  tokens: async (db: Reader): Promise<number> => {
    // Tokens of the authorization server have a payload. They expire, and have their own limit.
    const { used } = await db
      .selectFrom('tokens')
      .select((eb) => eb.fn.countAll<number>().as('used'))
      .where('payload', 'is', null)
      .executeTakeFirstOrThrow();
    return used;
  },
} as const satisfies Partial<Record<QuotaName, (db: Reader) => Promise<number>>>;

/** @returns a refusal if the tenant's world has no room for another. Worlds without a tenant have no quotas */
export async function checkQuota(db: Reader, name: keyof typeof USED, options: TenantOptions): Promise<Refusal | undefined> {
  const limit = quotaOf(options, name);
  if (limit === undefined) return undefined;
  return (await USED[name](db)) >= limit ? refuseQuota(name, limit) : undefined;
}
