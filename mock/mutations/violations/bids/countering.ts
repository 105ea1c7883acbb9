import {
  afterAct,
  all,
  beforeAct,
  fieldsOf,
  fillIn,
  idIn,
  isRefusal,
  onField,
  onFind,
  onRequestFields,
  onResource,
  onStatus,
  refuse,
  refuseAs,
  refuseFields,
  refusing,
  violations,
  type Seams,
  type Where,
} from '../kit/index.ts';
import { findBid, setBidStatus } from '../../../market/store/bids.ts';
import { ANSWERS, OF_SELLER, Overlap, asPending, isByGrades, onGetBid } from './deviations.ts';

const DELIVERY = { from: '2031-04-01', to: '2031-04-30' };

const COUNTERING = violations({
  'BID-27/answers-200: A counter is answered with 200.': onStatus('counterBid', 201, 200),
  'BID-27/id-of-the-old: A counter answers the id of the bid that it counters.': onResource('counterBid', (bid) => ({
    ...bid,
    id: bid.counter_to,
  })),
  'BID-27/old-stays-pending: A bid that was countered stays pending.': afterAct(
    'counterBid',
    async ({ db }, _answer, { truth }) => {
      await setBidStatus(db, truth.bid, 'pending');
    },
  ),
  'BID-27/old-is-rejected: A bid that was countered is rejected.': afterAct('counterBid', async ({ db }, _answer, { truth }) => {
    await setBidStatus(db, truth.bid, 'rejected');
  }),
  'BID-27/quantity-inherited: A counter may leave its quantity out.': fillIn('counterBid', { quantity_mt: 10 }),
  'BID-27/delivery-inherited: A counter may leave its delivery out.': fillIn('counterBid', { delivery: DELIVERY }),
  'BID-27/no-minimum: A counter may be for less than 0.01 t.': onRequestFields('counterBid', ({ quantity_mt, ...rest }) => ({
    ...rest,
    ...(quantity_mt === undefined
      ? {}
      : { quantity_mt: typeof quantity_mt === 'number' ? Math.max(quantity_mt, 0.01) : quantity_mt }),
  })),
  'BID-27/price-of-the-old: A counter keeps the price of the bid that it counters.': onRequestFields(
    'counterBid',
    async (fields, { db, incoming }) => {
      const truth = await findBid(db, idIn(incoming.path), 1);
      const { price_amount, price_unit } = truth?.bid ?? {};
      return typeof price_amount === 'number' ? { ...fields, price: { amount: price_amount, unit: price_unit } } : fields;
    },
  ),
  'BID-27/not-by-grades: A bid by grades cannot be countered.': refusing('counterBid', ({ incoming }) =>
    isByGrades(fieldsOf(incoming)) ? refuseFields({ field: 'bids', message: 'is unknown' }) : undefined,
  ),
  'BID-50/born-open: The bid that a counter makes has the status open.': onResource('counterBid', (bid) => ({
    ...bid,
    status: 'open',
  })),
  'BID-50/countered-for-nothing: A counter that is refused leaves the bid countered.': onFind(
    'counterBid',
    async (found, { db }) => {
      if (!isRefusal(found)) await setBidStatus(db, found.truth.bid, 'countered');
      return found;
    },
  ),
  "BID-41/counters-not-read: A seller's counter is missing for the buyer's team.": onGetBid((found, truth) =>
    truth.bid.author === 'seller' ? refuse('not_found') : found,
  ),
  "BID-41/counters-not-listed: GET /bids does not list a seller's counters.": onResource('listBids', (bid) =>
    bid.counter_to === null ? bid : undefined,
  ),
  'BID-41/ids-of-the-inbox: The seller sees bids under ids that lead nowhere.': onField(OF_SELLER, 'id', (id) =>
    typeof id === 'string' && id.startsWith('bid_') ? `bid_in_${id.slice(4)}` : id,
  ),
  'BID-57/no-second-counter: A counter cannot be countered.': onFind('counterBid', (found) =>
    !isRefusal(found) && found.truth.bid.counter_to !== null ? refuse('bid_not_pending') : found,
  ),
  'BID-57/only-the-buyer-once: The chain of counters ends with the one of the buyer.': onFind('counterBid', (found) =>
    !isRefusal(found) && found.truth.bid.counter_to !== null && found.side === 'seller' ? refuse('bid_not_pending') : found,
  ),
  'BID-57/countered-counters-rejected: A counter that is countered is rejected.': afterAct(
    'counterBid',
    async ({ db }, _answer, { truth }) => {
      if (truth.bid.author === 'seller') await setBidStatus(db, truth.bid, 'rejected');
    },
  ),
  'BID-40/conflict-one-at-a-time: A counter to a bid that is no longer pending is a conflict.': refuseAs(
    'counterBid',
    'bid_not_pending',
    'conflict',
  ),
});

/** Mutates requests that overlap with another one to the same path. */
function racing(where: Where, mutate: (overlap: Overlap) => Partial<Seams>): () => Partial<Seams> {
  return () => {
    const overlap = new Overlap(where);
    return all(mutate(overlap), overlap.seams);
  };
}

/** Takes the bid for as it was when the request came: nothing holds it. */
function unlocked(...operations: (typeof ANSWERS)[number][]): (overlap: Overlap) => Partial<Seams> {
  return (overlap) => asPending(operations, (_bid, { incoming }) => overlap.lateness(incoming) > 0);
}

/** The store has one trade a bid: an earlier one keeps all but the name of its bid. */
const MORE_TRADES: Partial<Seams> = beforeAct('acceptBid', async ({ db, path }) => {
  await db.updateTable('trades').set({ bid_id: null }).where('bid_id', '=', idIn(path)).execute();
});

const RACES = violations({
  'BID-31/no-lock: Acceptances at the same moment make a trade each.': racing('acceptBid', (overlap) =>
    all(MORE_TRADES, unlocked('acceptBid')(overlap)),
  ),
  'BID-31/no-lock-on-counters: Acceptances of a counter at the same moment make a trade each.': racing('acceptBid', (overlap) =>
    all(
      MORE_TRADES,
      asPending('acceptBid', (bid, { incoming }) => bid.author === 'seller' && overlap.lateness(incoming) > 0),
    ),
  ),
  'BID-20/reject-beside-accept: A bid that is being accepted may be rejected.': racing(ANSWERS, unlocked('rejectBid')),
  'BID-20/accept-beside-reject: A bid that is being rejected may be accepted.': racing(ANSWERS, unlocked('acceptBid')),
  'BID-20/counter-beside-accept: A bid that is being accepted may be countered.': racing(ANSWERS, unlocked('counterBid')),
  'BID-40/counters-beside-each-other: Counters at the same moment make a bid each.': racing('counterBid', unlocked('counterBid')),
  'BID-54/conflict-for-good: An acceptance that comes too late is 409, and so is its repeat.': refuseAs(
    'acceptBid',
    'bid_not_pending',
    'conflict',
  ),
  'BID-54/missing: An acceptance that loses a race is 404.': racing('acceptBid', (overlap) =>
    onFind('acceptBid', (found, _entry, { incoming }) =>
      !isRefusal(found) && overlap.lateness(incoming) > 0 && found.truth.bid.status !== 'pending' ? refuse('not_found') : found,
    ),
  ),
  'BID-54/breaks: An acceptance that loses a race breaks the marketplace.': racing('acceptBid', (overlap) =>
    onFind('acceptBid', (found, _entry, { incoming }) =>
      !isRefusal(found) && overlap.lateness(incoming) > 0 && found.truth.bid.status !== 'pending'
        ? refuse('internal_error')
        : found,
    ),
  ),
});

export const COUNTERING_AND_RACES = [...COUNTERING, ...RACES];
