/** IDEM-2: repeating the last request with a key returns the original bid, whatever happened to the lot and the bid since. */
import { repeat } from '../commands/repeating.ts';
import { listKeyedRequests } from '../model/keys.ts';
import type { Invariant } from './invariant.ts';

export const IDEMPOTENCY: Invariant = {
  id: 'idempotency',
  title: 'Repeating the last request with a key returns the original bid and creates no other',
  check: async ({ session }) => {
    const keyed = listKeyedRequests(session.model).at(-1);
    if (keyed === undefined) return 0;
    await repeat(session, keyed);
    return 1;
  },
};
