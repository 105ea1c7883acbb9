import {
  afterAct,
  all,
  beforeAct,
  fillIn,
  findRow,
  idIn,
  isRefusal,
  onField,
  onFind,
  onRequestField,
  onRequestFields,
  onStatus,
  RECEIVED_BIDS,
  refuse,
  refusingField,
  setRows,
  violations,
  withFields,
  withoutItems,
  type Seams,
} from '../kit/index.ts';
import { setBidStatus } from '../../../market/store/bids.ts';
import { ANSWERS, type Overlap, asPending, onGetBid, racing, refusingLosers } from './deviations.ts';

const DELIVERY = { from: '2031-04-01', to: '2031-04-30' };

const COUNTERING = violations({
  'BID-27/answers-200: POST /bids/{id}/counter returns 200.': onStatus('counterBid', 201, 200),
  'BID-27/id-of-the-old: POST /bids/{id}/counter returns the id of the original bid.': withFields('counterBid', (bid) => ({
    id: bid.counter_to,
  })),
  'BID-27/old-stays-pending: A countered bid stays pending.': afterAct('counterBid', ({ db }, _response, { stored }) =>
    setBidStatus(db, stored.bid, 'pending'),
  ),
  'BID-27/old-is-rejected: A countered bid has the status rejected.': afterAct('counterBid', ({ db }, _response, { stored }) =>
    setBidStatus(db, stored.bid, 'rejected'),
  ),
  'BID-27/quantity-inherited: POST /bids/{id}/counter accepts a counter without `quantity_mt`.': fillIn('counterBid', {
    quantity_mt: 10,
  }),
  'BID-27/delivery-inherited: POST /bids/{id}/counter accepts a counter without `delivery`.': fillIn('counterBid', {
    delivery: DELIVERY,
  }),
  'BID-27/no-minimum: POST /bids/{id}/counter accepts less than 0.01 t.': onRequestField('counterBid', 'quantity_mt', (mt) =>
    typeof mt === 'number' ? Math.max(mt, 0.01) : mt,
  ),
  'BID-27/zero-keeps-quantity: A counter with `quantity_mt` 0 keeps the quantity of the original bid.': onRequestFields(
    'counterBid',
    async (fields, { db, incoming }) =>
      fields['quantity_mt'] === 0
        ? { ...fields, quantity_mt: (await findRow(db, 'bids', { id: idIn(incoming.path), livemode: 1 }))?.quantity_mt }
        : fields,
  ),
  'BID-27/price-of-the-old: A counter keeps the price of the original bid.': onRequestFields(
    'counterBid',
    async (fields, { db, incoming }) => {
      const bid = await findRow(db, 'bids', { id: idIn(incoming.path), livemode: 1 });
      return typeof bid?.price_amount === 'number'
        ? { ...fields, price: { amount: bid.price_amount, unit: bid.price_unit } }
        : fields;
    },
  ),
  'BID-27/delivery-of-the-old: A counter keeps the delivery window of the original bid.': onRequestFields(
    'counterBid',
    async (fields, { db, incoming }) => {
      const bid = await findRow(db, 'bids', { id: idIn(incoming.path), livemode: 1 });
      const is_whole = 'delivery' in fields && bid !== undefined;
      return is_whole ? { ...fields, delivery: { from: bid.delivery_from, to: bid.delivery_to } } : fields;
    },
  ),
  'BID-27/not-by-grades: POST /bids/{id}/counter rejects multi-grade bids.': refusingField(
    'counterBid',
    'bids',
    'is unknown',
    Array.isArray,
  ),
  'BID-50/born-open: POST /bids/{id}/counter returns a bid with the status open.': withFields('counterBid', { status: 'open' }),
  'BID-50/countered-for-nothing: A counter that fails validation still marks the bid as countered.': onFind(
    'counterBid',
    async (found, { db }) => {
      if (!isRefusal(found)) await setBidStatus(db, found.stored.bid, 'countered');
      return found;
    },
  ),
  "BID-41/counters-not-read: GET /bids/{id} returns 404 for a seller's counter.": onGetBid((found, stored) =>
    stored.bid.author === 'seller' ? refuse('not_found') : found,
  ),
  "BID-41/counters-not-listed: GET /bids omits sellers' counters.": withoutItems('listBids', (bid) => bid.counter_to !== null),
  'BID-41/ids-of-the-inbox: Received bids show ids that other endpoints do not accept.': onField(RECEIVED_BIDS, 'id', (id) =>
    typeof id === 'string' && id.startsWith('bid_') ? `bid_in_${id.slice(4)}` : id,
  ),
  'BID-57/no-second-counter: A counter cannot be countered.': onFind('counterBid', (found) =>
    !isRefusal(found) && found.stored.bid.counter_to !== null ? refuse('bid_not_pending') : found,
  ),
  "BID-57/only-the-buyer-once: A buyer's counter cannot be countered by the seller.": onFind('counterBid', (found) =>
    !isRefusal(found) && found.stored.bid.counter_to !== null && found.side === 'seller' ? refuse('bid_not_pending') : found,
  ),
  'BID-27/countered-counters-rejected: A countered counter has the status rejected.': afterAct(
    'counterBid',
    async ({ db }, _response, { stored }) => {
      if (stored.bid.author === 'seller') await setBidStatus(db, stored.bid, 'rejected');
    },
  ),
});

/** Treats a bid as pending if the request overlaps with another one, as a marketplace without locks would. */
function unlocked(...operations: (typeof ANSWERS)[number][]): (overlap: Overlap) => Partial<Seams> {
  return (overlap) => asPending(operations, (_bid, { incoming }) => overlap.lateness(incoming) > 0);
}

/** Detaches an earlier trade from its bid, because the store allows one trade per bid. */
const MORE_TRADES: Partial<Seams> = beforeAct('acceptBid', ({ db, path }) =>
  setRows(db, 'trades', { bid_id: idIn(path) }, { bid_id: null }),
);

const RACES = violations({
  'BID-31/no-lock: Concurrent acceptances of a bid each create a trade.': racing('acceptBid', (overlap) =>
    all(MORE_TRADES, unlocked('acceptBid')(overlap)),
  ),
  'BID-31/no-lock-on-counters: Concurrent acceptances of a counter each create a trade.': racing('acceptBid', (overlap) =>
    all(
      MORE_TRADES,
      asPending('acceptBid', (bid, { incoming }) => bid.author === 'seller' && overlap.lateness(incoming) > 0),
    ),
  ),
  'BID-20/reject-during-accept: A concurrent reject succeeds while the bid is being accepted.': racing(
    ANSWERS,
    unlocked('rejectBid'),
  ),
  'BID-20/accept-during-reject: A concurrent accept succeeds while the bid is being rejected.': racing(
    ANSWERS,
    unlocked('acceptBid'),
  ),
  'BID-20/counter-during-accept: A concurrent counter succeeds while the bid is being accepted.': racing(
    ANSWERS,
    unlocked('counterBid'),
  ),
  'BID-40/concurrent-counters: Concurrent counters each create a bid.': racing('counterBid', unlocked('counterBid')),
  'BID-54/missing: A concurrent acceptance that loses returns 404.': racing('acceptBid', (overlap) =>
    refusingLosers('acceptBid', overlap, 'not_found'),
  ),
  'BID-54/breaks: A concurrent acceptance that loses returns 500.': racing('acceptBid', (overlap) =>
    refusingLosers('acceptBid', overlap, 'internal_error'),
  ),
});

export const COUNTERING_AND_RACES = [...COUNTERING, ...RACES];
