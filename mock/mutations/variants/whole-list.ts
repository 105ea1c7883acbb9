import { isRefusal } from '../../market/rules/refusal.ts';
import type { Seams } from '../seams.ts';
import { viewPage } from '../../market/views/envelopes.ts';
import { show } from '../../market/views/visible.ts';
import type { CallOf, ResourceIn } from '../violations/kit/index.ts';
import { insteadOfAct } from '../violations/kit/index.ts';

/** More items than a world has. */
const EVERYTHING = 100_000;

/** Changes which items a list has: pages and `total` follow. */
export function onWholeList<Id extends 'listTrades' | 'listBidsReceived'>(
  id: Id,
  change: (items: readonly ResourceIn<Id>[], call: CallOf<Id>) => readonly ResourceIn<Id>[],
): Partial<Seams> {
  return insteadOfAct(id, async (call, _subject, act) => {
    // Both operations take them, with defaults.
    const { limit, offset } = call.query as { limit: number; offset: number };
    Object.assign(call.query, { limit: EVERYTHING, offset: 0 });
    const answer = await act();
    if (isRefusal(answer)) return answer;
    // The answer of the operation that `id` names.
    const { items } = answer as { items: readonly ResourceIn<Id>[] };
    const kept = change(items, call).map((item) => show(item));
    return viewPage(kept.slice(offset, offset + limit), { limit, offset, total: kept.length }, call.linkTo);
  });
}
