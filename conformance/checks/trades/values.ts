import { check, type Check } from '../../check/check.ts';
import {
  Blocked,
  COUNTER_PRICE,
  ensureId,
  ensureSuccess,
  expectStatus,
  encodePath,
  isObject,
  type Actor,
  type JsonNode,
} from '#client';
import { shownAmount } from '../bids/prices.ts';
import { quantityBody } from '../listings/quantity.ts';
import { OFFER_NEEDS, decide, findOffer } from '../cash-bids/make-offer.ts';
import { expectListed, tradeIdOf } from './find.ts';

const NEEDS = ['buyer', 'seller', 'writes'] as const;

const TERMS = ['inventory_id', 'commodity', 'quantity_mt', 'price'] as const;

/** Asserts that a trade has the same terms as before a change, as far as it had them. */
export async function expectTermsOf(by: Actor, id: string, before: JsonNode): Promise<void> {
  const after = await by.get(encodePath`/trades/${id}`);
  ensureSuccess(after);
  for (const key of TERMS) if (before.has(key)) after.data.get(key).is(before.get(key).value);
}

/** A trade has the terms of the bid that became it. */
export const VALUES_CHECKS: readonly Check[] = [
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
  check('TRD-10/settled', 'A trade keeps its terms when it is settled', [...NEEDS, 'hook:pay_invoice'], async (t) => {
    const trade = await t.arrange.trade();
    await t.arrange.settle(trade);
    await expectTermsOf(t.buyer, trade.id, trade.reply.data);
  }),
  check('TRD-10/of-a-changed-listing', 'A trade keeps its terms when its listing changes', NEEDS, async (t) => {
    const trade = await t.arrange.trade();
    const before = await t.buyer.get(encodePath`/trades/${trade.id}`);
    ensureSuccess(before);
    const path = encodePath`/me/inventory/${trade.lot.id}`;
    const changed = await trade.lot.seller.patch(path, { target_price: { amount: 287.25 } });
    // The document does not say whether a listing with a trade can be changed.
    if (!changed.is_success) t.unverifiable('the listing of a trade cannot be changed');
    // Less than was sold. A target can reject that, and then only the price changes.
    if (t.run.settings.fixtures.quantity_field !== undefined) await trade.lot.seller.patch(path, quantityBody(t, 1.25));
    await expectTermsOf(t.buyer, trade.id, before.data);
  }),
  check(
    'TRD-10/terms-of-the-counter',
    'The trade of an accepted counter has the price and the quantity of the counter, not of the bid',
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot, { quantity_mt: 9.5 });
      const counter = await t.arrange.counter(lot, bid, { quantity_mt: 7.25 }).catch(async (error: unknown) => {
        // The bid can fix the quantity of a counter (BID-27).
        if (!(error instanceof Blocked) || error.exchange?.status !== 422) throw error;
        return t.arrange.counter(lot, bid, { quantity_mt: 9.5 });
      });
      const accepted = await t.buyer.post(encodePath`/bids/${counter.id}/accept`);
      const id = ensureId(accepted, 'POST /bids/{id}/accept created no trade for a counter');
      const read = await t.buyer.get(encodePath`/trades/${id}`);
      ensureSuccess(read);
      for (const view of [read.data, accepted.data]) {
        shownAmount(view, counter.body['price'])?.is(COUNTER_PRICE);
        view.find('quantity_mt')?.is(counter.body['quantity_mt']);
      }
    },
  ),
  check(
    'TRD-10/terms-of-the-last-counter',
    "The trade of a buyer's counter to a counter has the price of that counter",
    NEEDS,
    async (t) => {
      const lot = await t.arrange.lot();
      const first = await t.arrange.counter(lot, await t.arrange.bid(lot));
      const price = await t.arrange.price(307.5);
      const last = await t.buyer.post(encodePath`/bids/${first.id}/counter`, await t.arrange.bidBody({ price }));
      const id = ensureId(last, 'POST /bids/{id}/counter rejected a valid counter to a counter');
      const trade = await lot.seller.post(encodePath`/bids/${id}/accept`);
      const read = await t.buyer.get(
        encodePath`/trades/${ensureId(trade, 'POST /bids/{id}/accept created no trade for a counter')}`,
      );
      ensureSuccess(read);
      for (const view of [read.data, trade.data]) shownAmount(view, price)?.is(307.5);
    },
  ),
  check(
    'TRD-10/terms-of-the-offer',
    'The trade of an accepted offer has the price and the quantity of the offer, not of the cash bid',
    OFFER_NEEDS,
    async (t) => {
      const cash_bid = await t.arrange.cashBid();
      const [amount, quantity_mt] = [638.75, 10.5];
      const offer = { cash_bid_id: cash_bid.id, id: await t.arrange.offer(cash_bid.id, { price: amount, quantity_mt }) };
      const shown = await findOffer(t, offer);
      const accepted = await decide(t, offer, 'accept');
      ensureSuccess(accepted);
      const read = await t.elevator.get(encodePath`/trades/${tradeIdOf(accepted.data)}`);
      ensureSuccess(read);
      // The document shows no fields of an offer, and a hook may ignore the terms. Only what the offer itself shows counts.
      const has_quantity = shown.find('quantity_mt')?.value === quantity_mt;
      const price = shown.find('price')?.value;
      const has_price = isObject(price) && shownAmount(shown, price)?.value === amount;
      if (!has_quantity && !has_price)
        t.unverifiable('the offer does not show the price and the quantity that the hook was given');
      if (has_quantity) read.data.find('quantity_mt')?.is(quantity_mt);
      if (has_price) shownAmount(read.data, price)?.is(amount);
    },
  ),
];
