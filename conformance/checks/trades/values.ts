import { check, type Check } from '../../check/check.ts';
import { COUNTER_PRICE, ensureSuccess, expectStatus, encodePath } from '#client';
import { shownAmount } from '../bids/prices.ts';
import { expectListed } from './find.ts';

const NEEDS = ['buyer', 'seller', 'writes'] as const;

/** A trade has the terms of the bid that became it. */
export const VALUES: readonly Check[] = [
  check(
    'TRD-2/settled',
    'GET /trades/{id} returns a settled trade, in any units',
    [...NEEDS, 'hook:pay_invoice', 'fixture:unit'],
    async (t) => {
      const { id } = await t.arrange.settledTrade();
      for (const units of ['MT', t.run.settings.fixtures.unit ?? 'MT'])
        expectStatus(await t.buyer.get(encodePath`/trades/${id}`, { units }), 200);
    },
  ),
  check('TRD-10/terms-of-the-bid', 'A trade has the price and the quantity of its bid, in every view', NEEDS, async (t) => {
    const lot = await t.arrange.lot();
    const price = await t.arrange.price(305.25);
    const bid = await t.arrange.bid(lot, { price, quantity_mt: 10.37 });
    const trade = await t.arrange.trade({ lot, bid });
    const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
    ensureSuccess(read);
    const listed = await expectListed(t.buyer, trade.id);
    for (const view of [read.data, listed, trade.reply.data]) {
      view.find('quantity_mt')?.is(10.37);
      shownAmount(view, price)?.is(305.25);
    }
  }),
  check(
    'TRD-10/terms-of-the-counter',
    'The trade of an accepted counter has the price of the counter, not of the bid',
    NEEDS,
    async (t) => {
      const trade = await t.arrange.tradeOfCounter();
      const read = await t.buyer.get(encodePath`/trades/${trade.id}`);
      ensureSuccess(read);
      for (const view of [read.data, trade.reply.data]) shownAmount(view, trade.bid.body['price'])?.is(COUNTER_PRICE);
    },
  ),
];
