/** Lists of bids, or one status of a list, that forget or add bids with an unusual history. */
import {
  all,
  beforeAct,
  countMatches,
  findRows,
  idIn,
  insteadOfAct,
  isRefusal,
  onWholeList,
  violations,
  type Seams,
} from '../kit/index.ts';
import { pendingBidsOf } from '../../../market/store/bids.ts';
import { omitting, withUnlisted, type Ids } from './forgotten-records.ts';

/** Remembers the bids that a listing had when it was published again. */
function withEarlierBids(make: (earlier: Ids) => Partial<Seams>): () => Partial<Seams> {
  return () => {
    const earlier = new Set<string>();
    const remember = beforeAct('updateListing', async ({ db, path, body }) => {
      if (body.listed !== true) return;
      for (const { id } of await findRows(db, 'bids', { lot_id: idIn(path) })) earlier.add(id);
    });
    return all(remember, make(earlier));
  };
}

/** Remembers the bids that were rejected because their listing was unlisted. */
function withDelistedBids(make: (delisted: Ids) => Partial<Seams>): () => Partial<Seams> {
  return () => {
    const delisted = new Set<string>();
    const remember = insteadOfAct('updateListing', async ({ db, path, body }, _subject, act) => {
      const pending = body.listed === false ? await pendingBidsOf(db, idIn(path)) : [];
      const response = await act();
      if (!isRefusal(response)) for (const { id } of pending) delisted.add(id);
      return response;
    });
    return all(remember, make(delisted));
  };
}

const BIDS = violations({
  'BID-14/earlier-left-out: GET /bids omits the bids that a listing had before it was published again.': withEarlierBids(
    (earlier) => omitting('listBids', ({ id }) => earlier.has(id)),
  ),
  'BID-14/delisted-not-rejected: `status=rejected` of GET /bids omits bids whose listing was unlisted.': withDelistedBids(
    (delisted) => omitting('listBids', ({ id }, { status }) => status === 'rejected' && delisted.has(id)),
  ),
  'BID-14/accepted-without-multi-grade: GET /bids?status=accepted omits multi-grade bids.': omitting(
    'listBids',
    ({ type }, { status }) => status === 'accepted' && type === 'multi_grade',
  ),
  'BID-14/countered-without-counters: GET /bids?status=countered omits counters.': omitting(
    'listBids',
    ({ counter_to }, { status }) => status === 'countered' && counter_to !== null,
  ),
  'BID-14/expiry-of-decided-in-the-list: GET /bids shows an earlier `expires_at` for countered bids than GET /bids/{id}.':
    onWholeList('listBids', (items) =>
      items.map((bid) => (bid.status === 'countered' ? { ...bid, expires_at: bid.created_at } : bid)),
    ),
});

const RECEIVED = violations({
  'LST-11/only-since-published: The bids on a listing that was published again are those since then.': withEarlierBids(
    (earlier) => omitting('listReceivedBids', ({ id }) => earlier.has(id)),
  ),
  'LST-11/delisted-not-rejected: `status=rejected` of received bids omits those that unlisting rejected.': withDelistedBids(
    (delisted) => omitting('listReceivedBids', ({ id }, { status }) => status === 'rejected' && delisted.has(id)),
  ),
  'LST-11/unlisted-empty: GET /me/inventory/{id}/bids of an unlisted listing is empty.': omitting(
    'listReceivedBids',
    async ({ listing_id }, _query, db) => (await countMatches(db, 'lots', { id: listing_id, status: 'unlisted' })) > 0,
  ),
  'LST-11/accepted-by-grades-left-out: `status=accepted` of received bids omits multi-grade bids.': omitting(
    'listReceivedBids',
    ({ type }, { status }) => status === 'accepted' && type === 'multi_grade',
  ),
  'LST-11/simulated-not-pending: `status=pending` of received bids omits simulated bids.': omitting(
    'listReceivedBids',
    async ({ id }, { status }, db) => status === 'pending' && (await countMatches(db, 'bids', { id, is_simulated: 1 })) > 0,
  ),
  'LST-11/countered-once: `status=countered` of received bids omits counters.': omitting(
    'listReceivedBids',
    ({ counter_to }, { status }) => status === 'countered' && counter_to !== null,
  ),
  'LST-12/relisted-left-out: GET /me/bids-received omits listings that were published again.': withUnlisted((unlisted) =>
    omitting('listBidsReceived', ({ listing }) => unlisted.has(listing.id)),
  ),
  'LST-12/sold-left-out: GET /me/bids-received omits listings with an accepted bid.': omitting(
    'listBidsReceived',
    async ({ listing }, _query, db) => (await countMatches(db, 'bids', { lot_id: listing.id, status: 'accepted' })) > 0,
  ),
});

export const FORGOTTEN_BIDS = [...BIDS, ...RECEIVED];
