import { later } from '../../ports/clock.ts';
import { deletePast } from './delete-past.ts';
import type { Db } from '../records/tables.ts';

/** So long a code or refresh token that has run out is remembered: a later second use still revokes what it gave (AUTH-8). */
const MEMORY_SECONDS = 86_400;

/** What nobody can use any more goes when something new comes: the store grows with what is in use, not with what has been. */
export async function forgetExpired(tx: Db, now: string): Promise<void> {
  const forgotten = later(now, -MEMORY_SECONDS);
  await deletePast(tx, 'oauth_records', forgotten);
  await deletePast(tx, 'tokens', forgotten);
}
