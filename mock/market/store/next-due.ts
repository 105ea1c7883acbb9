import { sql } from 'kysely';
import type { Reader } from '../records/tables.ts';

/**
 * When something next happens by itself: a bid or lot expires, congestion clears, or a queued attempt is due.
 * The dispatcher handles attempts that are already due. Each of the four has an index that begins with the instant.
 */
export async function nextDue(db: Reader, now: string): Promise<string | null> {
  const { rows } = await sql<{ due: string | null }>`
    select min(due) as due from (
      select min(expires_at) as due from bids where status = 'pending'
      union all select min(expires_at) from lots where status = 'listed' and expires_at is not null
      union all select min(clears_at) from congestions where clears_at is not null
      union all select min(due_at) from queue where due_at > ${now}
    ) as dues`.execute(db);
  return rows[0]?.due ?? null;
}
