import { sql } from 'kysely';
import type { Vault } from '../../../ports/vault.ts';
import type { Tx } from '../../records/tables.ts';

/** Every column with secrets, and whether it is encrypted, to read it again, or hashed, to look it up only. */
const COLUMNS: readonly (readonly [table: string, column: string, how: 'seal' | 'digest', where?: string])[] = [
  ['subscriptions', 'secret', 'seal'],
  ['tokens', 'token', 'digest'],
  ['tokens', 'payload', 'seal'],
  // Not the ids of grants: only other rows refer to a grant, and no client gets its id.
  ['oauth_records', 'id', 'digest', `model <> 'Grant'`],
  ['oauth_records', 'payload', 'seal'],
  ['oauth_keys', 'value', 'seal'],
  // The response to POST /webhooks has a secret.
  ['idempotency_keys', 'response', 'seal'],
];

/**
 * Encrypts or hashes all stored secrets with the newest key, including those that were stored without a key or with an older one.
 * @throws SecretKeyError if one was encrypted with a key that the vault does not have
 */
export async function sealSecrets(tx: Tx, vault: Vault): Promise<void> {
  for (const [table, column, how, where = 'true'] of COLUMNS) {
    const name = sql.id(column);
    const { rows } = await sql<{ value: string }>`
      select distinct ${name} as value from ${sql.table(table)} where ${name} is not null and ${sql.raw(where)}`.execute(tx);
    for (const { value } of rows) {
      if (vault.isFresh(value)) continue;
      const renewed = how === 'seal' ? vault.seal(vault.open(value)) : vault.digest(value);
      await sql`update ${sql.table(table)} set ${name} = ${renewed} where ${name} = ${value}`.execute(tx);
    }
  }
}
