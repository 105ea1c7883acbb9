/** Bids that go wrong only after other bids or counters. */
import { afterAct, all, findRows, idIn, insteadOfAct, isRefusal, onBody, onResource, setBids, violations } from '../kit/index.ts';
import { pendingBidsOf, setBidStatus } from '../../../market/store/bids.ts';
import { asPending } from '../bids/deviations.ts';
import { ancestorsOf, tradeOfChain } from './chains.ts';

const VIEWS = ['getBid', 'listBids', 'listReceivedBids'] as const;

const COUNTERS = violations({
  'BID-11/deep-counters-never-expire: Three steps (bid, counter, eight days): a counter never expires.': all(
    onResource(VIEWS, (bid) =>
      bid.status === 'expired' && bid.counter_to !== null ? { ...bid, status: 'pending' as const } : bid,
    ),
    asPending(['acceptBid', 'rejectBid', 'counterBid'], (bid) => bid.status === 'expired' && bid.counter_to !== null),
  ),
  'BID-27/deep-original-pending-again: Three steps (bid, counter, accept): accepting a counter sets the bid before it to pending.':
    afterAct('acceptBid', async ({ db }, _response, { stored }) => {
      const [before] = await ancestorsOf(db, stored.bid);
      if (before !== undefined) await setBidStatus(db, before, 'pending');
    }),
  'BID-21/deep-accepted-counters-sweep: Four steps (bid, bid, counter, accept): accepting a counter rejects the other pending bids on the lot.':
    afterAct('acceptBid', async ({ db }, _response, { stored }) => {
      if (stored.bid.counter_to === null) return;
      for (const bid of await pendingBidsOf(db, stored.bid.lot_id)) await setBidStatus(db, bid, 'rejected');
    }),
  'BID-29/deep-counters-outlive-delisting: Three steps (bid, counter, unlist): counters stay pending when their lot is unlisted.':
    insteadOfAct(['updateListing', 'archiveListing'], async ({ db, path }, _subject, act) => {
      const pending = await pendingBidsOf(db, idIn(path));
      const response = await act();
      if (isRefusal(response)) return response;
      for (const bid of pending) if (bid.counter_to !== null) await setBidStatus(db, bid, 'pending');
      return response;
    }),
  "LST-12/deep-answered-counters-missing: Three steps (bid, counter, counter): GET /me/bids-received omits a buyer's counter to a counter.":
    onBody('listBidsReceived', async (page, { db }) => {
      const items = page.items.map(async (item) => {
        const bids = [];
        for (const bid of item.bids) if (bid.status !== 'pending' || (await ancestorsOf(db, bid)).length < 2) bids.push(bid);
        return { ...item, bids };
      });
      return { ...page, items: await Promise.all(items) };
    }),
});

const OTHERS = violations({
  'BID-20/deep-relisting-revives: Four steps (bid, unlist, publish, bid): relisting a lot sets its rejected bids to pending.':
    afterAct('updateListing', async ({ db }, { data }, { lot }) => {
      if (data.status !== 'listed' || lot.status === 'listed') return;
      for (const bid of await findRows(db, 'bids', { lot_id: lot.id, status: 'rejected' }))
        await setBidStatus(db, bid, 'pending');
    }),
  'BID-26/deep-oldest-goes-along: Four steps (three bids, reject): rejecting one of three bids also rejects the oldest.':
    afterAct('rejectBid', async ({ db }, _response, { stored }) => {
      const [oldest, ...others] = await pendingBidsOf(db, stored.bid.lot_id);
      if (oldest !== undefined && others.length > 0) await setBidStatus(db, oldest, 'rejected');
    }),
  'BID-14/deep-chains-leave-the-list: Five steps (bid, counter, accept, two invoices): GET /bids omits the bids before a counter once its trade is settled.':
    onBody('listBids', async (page, { db }) => {
      const items = [];
      for (const bid of page.items) {
        const is_gone = bid.status === 'countered' && (await tradeOfChain(db, bid.id))?.status === 'Completed';
        if (!is_gone) items.push(bid);
      }
      return { ...page, items, total: page.total - (page.items.length - items.length) };
    }),
  'SBX-8/deep-accepted-bids-expire: Three steps (simulate, accept, simulate): another simulation expires the accepted simulated bid.':
    afterAct('simulateEvent', ({ db }, { data }) =>
      setBids(db, { lot_id: data.inventory_id, is_simulated: 1, status: 'accepted' }, 'expired'),
    ),
});

export const DEEP_BIDS = [...COUNTERS, ...OTHERS];
