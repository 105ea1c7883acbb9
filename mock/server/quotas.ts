/** What one tenant of a hosted mock may use. Every limit is a row here, an option of `quotas`, and a value of `--quota`. */
import type { Refusal } from '../market/rules/refusal.ts';
import { refuse } from '../market/rules/refusal.ts';

interface Quota {
  standard: number;
  /** What it counts, as the refusal writes it after the number. */
  counts: string;
  /** What a tenant can do about it. */
  remedy: string;
}

export const QUOTAS = {
  worlds: { standard: 3, counts: 'worlds per tenant', remedy: 'delete one with DELETE worlds/{id}' },
  lots: { standard: 2_000, counts: 'generated lots per world', remedy: 'ask for fewer lots' },
  rows: { standard: 50_000, counts: 'records per world', remedy: 'empty the world with POST reset' },
  subscriptions: { standard: 50, counts: 'webhook subscriptions per world', remedy: 'delete one with DELETE /v1/webhooks/{id}' },
  tokens: {
    standard: 1_000,
    counts: 'valid access tokens per world',
    remedy: 'wait until some expire, or empty the world with POST reset',
  },
  snapshots: { standard: 3, counts: 'snapshots per world', remedy: 'delete one with DELETE snapshots/{id}' },
  streams: { standard: 10, counts: 'open streams and waits per tenant', remedy: 'close one' },
  journal_entries: {
    standard: 500,
    counts: 'requests in the journal of a world',
    remedy: 'read them sooner; older ones are dropped',
  },
  requests_per_second: {
    standard: 50,
    counts: 'requests per second and tenant',
    remedy: 'retry after the time given in Retry-After',
  },
  concurrent_requests: { standard: 8, counts: 'requests of a tenant at the same time', remedy: 'wait for the others to end' },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof QUOTAS;
export type Quotas = Readonly<Record<QuotaName, number>>;

/** The tenant of a world, and what it may use. */
export interface WorldTenant {
  id: string;
  quotas: Quotas;
}

// Object.keys widens the names of the quotas to string.
export const QUOTA_NAMES = Object.keys(QUOTAS) as readonly QuotaName[];

export function isQuotaName(name: string): name is QuotaName {
  return Object.hasOwn(QUOTAS, name);
}

export function resolveQuotas(given: Partial<Quotas>): Quotas {
  return Object.fromEntries(QUOTA_NAMES.map((name) => [name, given[name] ?? QUOTAS[name].standard])) as unknown as Quotas; // every name is there
}

/** Says which limit it is, its value, and what to do. */
export function explainQuota(name: QuotaName, value: number): string {
  const { counts, remedy } = QUOTAS[name];
  return `The limit is ${value.toLocaleString('en')} ${counts} (quota ${name}): ${remedy}, or ask the operator for more.`;
}

export function refuseQuota(name: QuotaName, value: number): Refusal {
  return refuse('conflict', { message: explainQuota(name, value) });
}
