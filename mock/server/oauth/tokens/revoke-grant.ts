import type { Tx } from '../../../market/records/tables.ts';

/** AUTH-8: revokes a consent with its codes, refresh tokens, and access tokens. */
export async function revokeGrant(tx: Tx, grant_id: string): Promise<void> {
  await tx.deleteFrom('oauth_records').where('grant_id', '=', grant_id).execute();
  await tx.deleteFrom('oauth_records').where('model', '=', 'Grant').where('id', '=', grant_id).execute();
  await tx.deleteFrom('tokens').where('grant_id', '=', grant_id).execute();
}
