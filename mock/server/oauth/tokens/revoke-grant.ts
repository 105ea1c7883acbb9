import type { Tx } from '../../../market/records/tables.ts';
import { deleteRows } from '../../../market/store/delete-rows.ts';

/** AUTH-8: revokes a consent with its codes, refresh tokens, and access tokens. */
export async function revokeGrant(tx: Tx, grant_id: string): Promise<void> {
  await deleteRows(tx, 'oauth_records', { grant_id });
  await deleteRows(tx, 'oauth_records', { model: 'Grant', id: grant_id });
  await deleteRows(tx, 'tokens', { grant_id });
}
