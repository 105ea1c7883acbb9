/** What one tenant of a hosted mock may use. Every limit is a row of both tables, an option of `quotas`, and a value of `--quota`. */
import type { Reader } from '../market/records/tables.ts';
import type { Refusal } from '../market/rules/refusal.ts';
import { refuse } from '../market/rules/refusal.ts';

interface Quota {
  /** What it counts, as the refusal writes it after the number. */
  counts: string;
  /** What a tenant can do about it. */
  remedy: string;
}

export const STANDARD_QUOTAS = {
  worlds: 3,
  lots: 2_000,
  rows: 50_000,
  subscriptions: 50,
  tokens: 1_000,
  snapshots: 3,
  streams: 10,
  journal_entries: 500,
  requests_per_second: 50,
  concurrent_requests: 8,
} as const;

export type QuotaName = keyof typeof STANDARD_QUOTAS;
export type Quotas = Readonly<Record<QuotaName, number>>;

const EXPLAINED: Readonly<Record<QuotaName, Quota>> = {
  worlds: { counts: 'worlds per tenant', remedy: 'delete one with DELETE worlds/{id}' },
  lots: { counts: 'generated lots per world', remedy: 'ask for fewer lots' },
  rows: { counts: 'records per world', remedy: 'empty the world with POST reset' },
  subscriptions: { counts: 'webhook subscriptions per world', remedy: 'delete one with DELETE /v1/webhooks/{id}' },
  tokens: { counts: 'valid access tokens per world', remedy: 'wait until some expire, or empty the world with POST reset' },
  snapshots: { counts: 'snapshots per world', remedy: 'delete one with DELETE snapshots/{id}' },
  streams: { counts: 'open streams and waits per tenant', remedy: 'close one' },
  journal_entries: { counts: 'requests in the journal of a world', remedy: 'read them sooner; older ones are dropped' },
  requests_per_second: { counts: 'requests per second and tenant', remedy: 'retry after the time given in Retry-After' },
  concurrent_requests: { counts: 'requests of a tenant at the same time', remedy: 'wait for the others to end' },
};

/** Whose a world is, and what a tenant may use on this mock. */
export interface TenantOptions {
  /** Undefined for a world of the operator, which has no quotas. */
  readonly tenant_id?: string | undefined;
  readonly quotas?: Quotas | undefined;
}

// Object.keys widens the names of the quotas to string.
export const QUOTA_NAMES = Object.keys(STANDARD_QUOTAS) as readonly QuotaName[];

export function resolveQuotas(given: Partial<Quotas>): Quotas {
  return { ...STANDARD_QUOTAS, ...given };
}

/** Says which limit it is, its value, and what to do. */
export function explainQuota(name: QuotaName, value: number): string {
  const { counts, remedy } = EXPLAINED[name];
  return `The limit is ${value.toLocaleString('en')} ${counts} (quota ${name}): ${remedy}, or ask the operator for more.`;
}

export function refuseQuota(name: QuotaName, value: number): Refusal {
  return refuse('conflict', { message: explainQuota(name, value) });
}

/** Undefined for a world without a tenant. */
export function quotaOf({ tenant_id, quotas }: TenantOptions, name: QuotaName): number | undefined {
  return tenant_id === undefined ? undefined : quotas?.[name];
}

/** On average, with headers and both bodies. */
const BYTES_PER_JOURNAL_ENTRY = 8_192;

/** What the journal of a tenant's world keeps. Undefined without a tenant. */
export function journalLimitsOf(options: TenantOptions): { entries: number; bytes: number } | undefined {
  const journal_entries = quotaOf(options, 'journal_entries');
  if (journal_entries === undefined) return undefined;
  return { entries: journal_entries, bytes: journal_entries * BYTES_PER_JOURNAL_ENTRY };
}

/** How much of a world is used, by quota. */
const USED = {
  rows: async (db: Reader): Promise<number> => {
    // Ids and their counters survive deletions, so that this never takes longer than reading a few rows.
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
    // Those of the authorization server have a payload, expire, and have a limit of their own.
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
