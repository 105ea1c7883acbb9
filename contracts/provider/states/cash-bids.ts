import { readId, type RunContext, encodePath } from '#client';
import type { Fields, State } from '../state.ts';
import { ensureStatus } from './bids.ts';

const CASH_BID_VALUES = { cash_bid_id: 'the cash bid', delivery_location_id: "the elevator's location" };

async function makeCashBid(t: RunContext): Promise<{ cash_bid_id: string; values: Fields }> {
  const { id } = await t.arrange.cashBid();
  return { cash_bid_id: id, values: { cash_bid_id: id, delivery_location_id: await t.arrange.deliveryLocation() } };
}

async function makeOffer(t: RunContext, params: Fields): Promise<{ cash_bid_id: string; values: Fields }> {
  const { cash_bid_id, values } = await makeCashBid(t);
  const { quantity_mt, price } = params;
  const terms = { ...(quantity_mt === undefined ? {} : { quantity_mt }), ...(price === undefined ? {} : { price }) };
  return { cash_bid_id, values: { ...values, offer_id: await t.arrange.offer(cash_bid_id, terms) } };
}

export const CASH_BID_STATES: readonly State[] = [
  {
    name: 'a delivery location',
    description: 'A delivery location of the elevator.',
    values: { delivery_location_id: 'the location, a number' },
    make: async (t) => ({ values: { delivery_location_id: await t.arrange.deliveryLocation() } }),
  },
  {
    name: 'an active cash bid',
    description: 'An active cash bid of the elevator.',
    values: CASH_BID_VALUES,
    make: async (t) => ({ values: (await makeCashBid(t)).values }),
  },
  {
    name: 'an offer on a cash bid',
    description: "A seller's pending offer on a cash bid of the elevator, which does not see the seller's name (PRIV-5).",
    params: { quantity_mt: 'the offered quantity in tonnes', price: 'the offered price per tonne' },
    values: { ...CASH_BID_VALUES, offer_id: 'the offer' },
    make: async (t, params) => ({ values: (await makeOffer(t, params)).values }),
  },
  {
    name: 'an accepted offer',
    description: 'The elevator has accepted the offer. The trade is Pending.',
    values: { ...CASH_BID_VALUES, offer_id: 'the offer', trade_id: 'the trade' },
    make: async (t, params) => {
      const { values } = await makeOffer(t, params);
      const reply = await t.elevator.post(encodePath`/cash-bid-offers/${String(values['offer_id'])}/accept`);
      ensureStatus(reply, 200, 'did not accept the offer');
      return { values: { ...values, trade_id: readId(reply) } };
    },
  },
];
