import type { RunContext } from '#client';
import type { Fields, State } from '../state.ts';
import { makeBid } from './bids.ts';
import { LOT_PARAMS } from './inventory.ts';

const TRADE_PARAMS = {
  ...LOT_PARAMS,
  buyer: 'the actor who buys',
  price: 'the agreed price per tonne',
  bid_quantity_mt: 'tonnes',
};
export const TRADE_VALUES = {
  lot_id: 'the listing',
  bid_id: 'the bid',
  reference: 'the reference of the bid',
  trade_id: 'the trade',
};

/** Creates a trade and pays these invoices. */
export async function makeTrade(t: RunContext, params: Fields, paid: readonly ('buyer' | 'seller')[] = []): Promise<Fields> {
  const { lot, bid, values } = await makeBid(t, params);
  const trade = await t.arrange.trade({ lot, bid });
  for (const invoice of paid) await t.arrange.pay(trade, invoice);
  return { ...values, trade_id: trade.id };
}

export const TRADE_STATES: readonly State[] = [
  {
    name: 'a pending trade',
    description: 'A trade without paid invoices. Neither side sees the name of the other (PRIV-4).',
    params: TRADE_PARAMS,
    values: TRADE_VALUES,
    make: async (t, params) => ({ values: await makeTrade(t, params) }),
  },
  {
    name: 'a trade with one invoice paid',
    description:
      "A trade whose buyer's invoice is paid and whose seller's invoice is not. It is Pending, and neither side sees the name of the other.",
    params: TRADE_PARAMS,
    values: TRADE_VALUES,
    make: async (t, params) => ({ values: await makeTrade(t, params, ['buyer']) }),
  },
  {
    name: 'a settled trade',
    description: 'A trade with both invoices paid. It is Completed, and each side sees the name of the other.',
    params: TRADE_PARAMS,
    values: TRADE_VALUES,
    make: async (t, params) => ({ values: await makeTrade(t, params, ['buyer', 'seller']) }),
  },
];
