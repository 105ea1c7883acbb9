import { isRefusal } from '../../../market/rules/refusal.ts';
import { viewPage } from '../../../market/views/envelopes.ts';
import { show } from '../../../market/views/visible.ts';
import type { Awaitable, Seams } from '../../seams.ts';
import { insteadOfAct, type CallOf } from './acts.ts';
import type { ResourceIn, Where } from './where.ts';

/** A limit that is larger than any list. */
const EVERYTHING = 100_000;

type Listing =
  | 'listTrades'
  | 'listBids'
  | 'listBidsReceived'
  | 'listReceivedBids'
  | 'listCashBids'
  | 'listDeliveries'
  | 'listListings'
  | 'listFarms'
  | 'listOffers'
  | 'listInventory';

/**
 * Changes the items of a list before it is paged, so that `total` and the links follow.
 * @param unfiltered the parameters that `change` applies instead of the mock
 */
export function onWholeList<Id extends Listing>(
  where: Where<Id>,
  change: (items: readonly ResourceIn<Id>[], call: CallOf<Id>) => Awaitable<readonly ResourceIn<Id>[]>,
  unfiltered: readonly string[] = [],
): Partial<Seams> {
  return insteadOfAct(where, async (call, _subject, act) => {
    // Each operation declares `limit` and `offset` with defaults.
    const { limit, offset } = call.query as { limit: number; offset: number };
    const query = { ...call.query };
    Object.assign(call.query, { limit: EVERYTHING, offset: 0 }, ...unfiltered.map((name) => ({ [name]: undefined })));
    const response = await act();
    Object.assign(call.query, query);
    if (isRefusal(response)) return response;
    // The response of the operation that `where` names.
    const { items } = response as { items: readonly ResourceIn<Id>[] };
    const kept = (await change(items, call)).map((item) => show(item));
    return viewPage(kept.slice(offset, offset + limit), { limit, offset, total: kept.length }, call.linkTo);
  });
}
