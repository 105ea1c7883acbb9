import { sql } from 'kysely';
import type { Reader } from '../records/tables.ts';
import { prepareQuery, queryCompiler } from './engine/compiled-query.ts';

const selectDue = prepareQuery((now: string) =>
  sql<{ due: string | null }>`
    select min(due) as due from (
      select min(expires_at) as due from bids where status = 'pending'
      union all select min(expires_at) from lots where status = 'listed' and expires_at is not null
      union all select min(clears_at) from congestions where clears_at is not null
      union all select min(due_at) from queue where due_at > ${now}
    ) as dues`.compile(queryCompiler),
);

/** When time alone next changes the world: a bid or lot expires, congestion clears, or a queued attempt is due. Null if it never does.
 * The dispatcher handles attempts that are already due. Each of the four has an index that begins with the instant.
 */
export async function nextDue(db: Reader, now: string): Promise<string | null> {
  return (await selectDue(db, now))[0]?.due ?? null;
}
