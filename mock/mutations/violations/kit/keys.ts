import type { KeyUse } from '../../../server/http/idempotency.ts';
import type { About, Awaitable, Seams } from '../../seams.ts';

/** Changes what an Idempotency-Key is kept under and looked up by: whose it is, for which path, with which body. */
export function onKey(change: (use: KeyUse, about: About) => Awaitable<KeyUse>): Partial<Seams> {
  return { key: change };
}
