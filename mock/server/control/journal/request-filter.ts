/** Query parameters of lists, and the filter for the requests of the journal. */
import { OPERATION_IDS } from '#spec';
import { z } from 'zod';
import { type JournalEntry, OAUTH } from '../../journal/journal.ts';
import type { World } from '../../world/world.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1_000;

export const text = z.string().max(500).optional();
export const since = z.coerce
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .optional()
  .meta({ description: 'Only items with a higher `seq`.' });
export const limit = z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT);
export const offset = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0);

/** The fields that requests can be filtered by. */
export const REQUEST_TRAITS = {
  operation_id: z
    .enum([...OPERATION_IDS, OAUTH])
    .optional()
    .meta({ description: `${OAUTH}: requests that the authorization server refused.` }),
  status: z.coerce.number().int().min(100).max(599).optional(),
  method: text,
  user_id: text.meta({ description: 'The user of the caller.' }),
};
const RequestTraits = z.strictObject(REQUEST_TRAITS);
export type RequestTraits = z.infer<typeof RequestTraits>;

export const RequestFilter = z.strictObject({ ...REQUEST_TRAITS, since, limit });
type RequestFilter = z.infer<typeof RequestFilter>;

export function isWanted(entry: JournalEntry, { operation_id, status, method, user_id }: RequestTraits): boolean {
  return (
    (operation_id === undefined || entry.operation_id === operation_id) &&
    (status === undefined || entry.status === status) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (user_id === undefined || entry.actor?.user_id === user_id)
  );
}

/** The first requests after `since`, or the newest without it, oldest first. `total` ignores the limit. */
export async function findRequests(
  { journal }: World,
  filter: RequestFilter,
): Promise<{ entries: readonly JournalEntry[]; total: number }> {
  const { since: after, limit: most } = filter;
  const matching = (await journal.read(after)).filter((entry) => isWanted(entry, filter));
  return { entries: after === undefined ? matching.slice(-most) : matching.slice(0, most), total: matching.length };
}
