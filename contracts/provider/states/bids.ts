import { Blocked, dataIn, isObject, readId, type Bid, type Lot, type Reply, type RunContext, encodePath } from '#client';
import { readActor, type Fields, type State } from '../state.ts';
import { LOT_PARAMS, makeLot } from './inventory.ts';

/** One day more than the default expiry of a bid (BID-11). */
const EIGHT_DAYS_S = 8 * 86_400;

const BID_PARAMS = {
  ...LOT_PARAMS,
  buyer: 'the actor who bids: buyer, rival, or elevator',
  price: 'the bid price per tonne',
  bid_quantity_mt: 'the bid quantity in tonnes',
};
export const BID_VALUES = { lot_id: 'the listing', bid_id: 'the bid', reference: 'the reference of the bid' };

/** Creates a lot and a pending bid with the parameters of a state. */
export async function makeBid(t: RunContext, params: Fields): Promise<{ lot: Lot; bid: Bid; values: Fields }> {
  const { buyer = 'buyer', price, bid_quantity_mt, ...rest } = params;
  const { lot } = await makeLot(t, rest);
  const overrides = {
    ...(typeof price === 'number' ? { price: await t.arrange.price(price) } : {}),
    ...(bid_quantity_mt === undefined ? {} : { quantity_mt: bid_quantity_mt }),
  };
  const bid = await t.arrange.bid(lot, overrides, t.actor(readActor('buyer', buyer)));
  return { lot, bid, values: { lot_id: lot.id, bid_id: bid.id, reference: dataIn(bid.reply.json)['reference'] } };
}

/** @param problem what blocks the state, after the name of the request @throws Blocked if the response has another status */
export function ensureStatus(reply: Reply, status: number, problem: string): void {
  if (reply.status !== status) throw new Blocked(`${reply.name} ${problem} (status ${reply.status})`, reply.exchange);
}

export const BID_STATES: readonly State[] = [
  {
    name: 'a pending bid',
    description: 'A pending bid of the buyer on a listed lot.',
    params: BID_PARAMS,
    values: BID_VALUES,
    make: async (t, params) => ({ values: (await makeBid(t, params)).values }),
  },
  {
    name: 'a pending multi-grade bid',
    description: 'A bid with two lines on an ungraded lot.',
    values: {
      lot_id: 'the listing',
      bid_id: 'the bid',
      first_grade: 'the grade of the first line',
      second_grade: 'the grade of the second line',
    },
    make: async (t) => {
      const { id, lot_id, grades } = await t.arrange.multiGradeBid();
      return { values: { lot_id, bid_id: id, first_grade: grades[0], second_grade: grades[1] } };
    },
  },
  {
    name: 'an accepted bid',
    description: 'A bid that the seller has accepted. The trade is Pending.',
    params: BID_PARAMS,
    values: { ...BID_VALUES, trade_id: 'the trade' },
    make: async (t, params) => {
      const { lot, bid, values } = await makeBid(t, params);
      const { id } = await t.arrange.trade({ lot, bid });
      return { values: { ...values, trade_id: id } };
    },
  },
  {
    name: 'a rejected bid',
    description: 'A bid that the seller has rejected.',
    params: BID_PARAMS,
    values: BID_VALUES,
    make: async (t, params) => {
      const { lot, bid, values } = await makeBid(t, params);
      ensureStatus(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), 200, 'did not reject the bid');
      return { values };
    },
  },
  {
    name: 'a countered bid',
    description: 'A bid that the seller has countered. The counter is pending, and the buyer can accept it.',
    params: BID_PARAMS,
    values: { ...BID_VALUES, counter_id: "the seller's counter" },
    make: async (t, params) => {
      const { lot, bid, values } = await makeBid(t, params);
      return { values: { ...values, counter_id: (await t.arrange.counter(lot, bid)).id } };
    },
  },
  {
    name: 'an expired bid',
    description: 'A bid that has expired. Moves the clock of the target by eight days.',
    params: BID_PARAMS,
    values: BID_VALUES,
    make: async (t, params) => {
      const { values } = await makeBid(t, params);
      await t.hook('advance_clock', { seconds: EIGHT_DAYS_S });
      return { values };
    },
  },
  {
    name: 'a bid placed with an idempotency key',
    description: 'A bid that was placed with this Idempotency-Key and body. A retry returns the same bid.',
    params: { key: 'the Idempotency-Key', body: 'the PlaceBid body', ...LOT_PARAMS },
    values: { lot_id: 'the listing', bid_id: 'the bid', idempotency_key: 'the key' },
    make: async (t, { key = 'order-1', body, ...rest }) => {
      const { lot } = await makeLot(t, rest);
      const sent = isObject(body) ? body : await t.arrange.bidBody();
      const placed = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, sent, { 'idempotency-key': String(key) });
      ensureStatus(placed, 201, 'rejected a valid bid');
      return { values: { lot_id: lot.id, bid_id: readId(placed), idempotency_key: key } };
    },
  },
  {
    name: 'a team without credit',
    description: "A listed lot, and a buyer's team without credit, whose bids are rejected.",
    params: LOT_PARAMS,
    values: { lot_id: 'the listing' },
    make: async (t, params) => {
      const { lot } = await makeLot(t, params);
      await t.hook('set_credit', { team_id: t.buyer.team_id, has_good_credit: false });
      return { values: { lot_id: lot.id } };
    },
  },
];
