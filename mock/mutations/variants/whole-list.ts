import { insteadOfAct, isRefusal, type CallOf, type ResourceIn, type Seams } from '../violations/kit/index.ts';
import { viewPage } from '../../market/views/envelopes.ts';
import { show } from '../../market/views/visible.ts';

/** A limit that is larger than any list. */
const EVERYTHING = 100_000;

/** Changes the items of a list before it is paged, so that `total` and the links follow. */
export function onWholeList<Id extends 'listTrades' | 'listBidsReceived'>(
  id: Id,
  change: (items: readonly ResourceIn<Id>[], call: CallOf<Id>) => readonly ResourceIn<Id>[],
): Partial<Seams> {
  return insteadOfAct(id, async (call, _subject, act) => {
    // Both operations declare `limit` and `offset` with defaults.
    const { limit, offset } = call.query as { limit: number; offset: number };
    Object.assign(call.query, { limit: EVERYTHING, offset: 0 });
    const answer = await act();
    if (isRefusal(answer)) return answer;
    // The response of the operation that `id` names.
    const { items } = answer as { items: readonly ResourceIn<Id>[] };
    const kept = change(items, call).map((item) => show(item));
    return viewPage(kept.slice(offset, offset + limit), { limit, offset, total: kept.length }, call.linkTo);
  });
}
