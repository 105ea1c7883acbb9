/** Idempotency keys of bids and counters (IDEM-1 to IDEM-9). */
import { hash } from 'node:crypto';
import type { Operation } from '#spec';
import { LIMITS } from '#spec';
import { later } from '../../ports/clock.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import { deletePast } from '../../market/store/deletion/delete-past.ts';
import type { Tx } from '../../market/records/tables.ts';
import type { Caller } from './call.ts';

/** IDEM-4: a key belongs to a team, or to a user without a team, and to a path. INV-23: the sandbox and the live market have separate keys. */
export interface KeyUse {
  owner: string;
  path: string;
  key: string;
  body_hash: string;
}

/** IDEM-6: the header, or 400 if it is empty or too long. Undefined without the header. */
export function readKey(header: string | undefined): string | undefined | Refusal {
  if (header === undefined) return undefined;
  if (header.trim() === '' || header.length > LIMITS.idempotency_key_length_max) {
    const message = `must have 1 to ${LIMITS.idempotency_key_length_max} characters`;
    return refuse('invalid_header', {
      message: `Idempotency-Key ${message}.`,
      errors: [{ field: 'Idempotency-Key', message }],
    });
  }
  return header;
}

/** IDEM-4: the owner and the path of a key. The path is rebuilt from its parameters, so that encodings do not matter. */
export function keyUseOf(
  operation: Operation,
  caller: Caller,
  path: Readonly<Record<string, string>>,
  key: string,
  json: unknown,
): KeyUse {
  return {
    owner: `${caller.livemode === 1 ? '' : 'sandbox:'}${caller.team_id ?? caller.user_id ?? ''}`,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? ''),
    key,
    body_hash: hash('sha256', json === undefined ? '' : canonicalText(json)),
  };
}

/** IDEM-4, IDEM-9: two bodies are equal if their JSON values are. An explicit default differs from a missing field. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`).join(',')}}`;
}

/** IDEM-2, IDEM-3: the stored response if the key was used with this body, 409 if with another, else undefined. */
export async function recall(
  tx: Tx,
  use: KeyUse,
  now: string,
): Promise<{ status: number; response: string } | Refusal | undefined> {
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'response'])
    .where('team_id', '=', use.owner)
    .where('path', '=', use.path)
    .where('key', '=', use.key)
    .where('created_at', '>', expiredSince(now))
    .executeTakeFirst();
  if (stored === undefined) return undefined;
  // IDEM-3. IDEM-7, IDEM-8: the refusal does not contain the stored body.
  return stored.body_hash === use.body_hash ? stored : refuse('idempotency_conflict');
}

/** IDEM-6: keys that were used at or before this time are forgotten. */
function expiredSince(now: string): string {
  return later(now, -LIMITS.idempotency_key_hours * 3600);
}

/** IDEM-8: stores the response. Called in the transaction of a successful request, so a failed request does not use up its key. */
export async function remember(tx: Tx, use: KeyUse, status: number, response: string, now: string): Promise<void> {
  await deletePast(tx, 'idempotency_keys', expiredSince(now));
  const row = { body_hash: use.body_hash, status, response, created_at: now };
  await tx
    .insertInto('idempotency_keys')
    .values({ team_id: use.owner, path: use.path, key: use.key, ...row })
    .onConflict((conflict) => conflict.columns(['team_id', 'path', 'key']).doUpdateSet(row))
    .execute();
}
