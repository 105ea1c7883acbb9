import { onRequestFields, onResource } from '../violations/kit/index.ts';
import { findBid } from '../../market/store/bids.ts';
import { viewBid } from '../../market/views/parties.ts';
import { BIDS_VARIED } from './bids.ts';
import { variants } from './variant.ts';

export const STATES = [
  ...BIDS_VARIED,
  ...variants({
    'empty-bid-items-omitted: Empty `bid_items` count as omitted.': {
      clauses: ['BID-24'],
      seams: onRequestFields('acceptBid', ({ bid_items, ...fields }) =>
        Array.isArray(bid_items) && bid_items.length === 0 ? fields : { ...fields, bid_items },
      ),
    },
    'repeat-shows-the-bid-of-now: A repeat with an Idempotency-Key returns the current bid.': {
      clauses: ['IDEM-2', 'IDEM-9'],
      seams: onResource('placeBid', async (bid, { db, caller }) => {
        const truth = caller === undefined ? undefined : await findBid(db, bid.id, caller.livemode);
        return truth === undefined ? bid : viewBid(truth);
      }),
    },
  }),
];
