import { OPERATION_IDS } from '#spec';
import { z } from 'zod';
import { type JournalEntry, OAUTH, UNKNOWN } from '../../journal/journal.ts';
import type { World } from '../../world/world.ts';
import { limit, since, text } from '../endpoint/query-parameters.ts';

export const REQUEST_CRITERIA = {
  operation_id: z
    .enum([...OPERATION_IDS, OAUTH, UNKNOWN])
    .optional()
    .meta({
      description: `${OAUTH}: requests that the authorization server refused. ${UNKNOWN}: those with an unknown path or method.`,
    }),
  status: z.coerce.number().int().min(100).max(599).optional(),
  method: text,
  user_id: text.meta({ description: 'The user of the caller.' }),
};
const RequestCriteria = z.strictObject(REQUEST_CRITERIA);
export type RequestCriteria = z.infer<typeof RequestCriteria>;

export const RequestFilter = z.strictObject({ ...REQUEST_CRITERIA, since, limit });
type RequestFilter = z.infer<typeof RequestFilter>;

export function matchesCriteria(entry: JournalEntry, { operation_id, status, method, user_id }: RequestCriteria): boolean {
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
  const matching = (await journal.read(filter.since)).filter((entry) => matchesCriteria(entry, filter));
  const entries = filter.since === undefined ? matching.slice(-filter.limit) : matching.slice(0, filter.limit);
  return { entries, total: matching.length };
}
