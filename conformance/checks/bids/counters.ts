/** The reply to a counter, the bid that it creates, and chains of counters. */
import { check, type Check } from '../../check/check.ts';
import {
  Blocked,
  awaitBidStatus,
  awaitListed,
  describeRefusal,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  awaitInBidsReceived,
  awaitInList,
  readBidStatus,
  readBid,
  awaitReceivedBidStatus,
  listReceivedBids,
  encodePath,
  otherDeliveryWindow,
  isObject,
  readPath,
  warnUnless,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { shownAmount, showsPrice } from './prices.ts';
import { actOnBid, arrangeBidInState, type Action } from './states.ts';
import { placeMultiGradeBid } from './multi-grade.ts';
import { SIDES } from './needs.ts';
import { expectInList, expectReadable, fieldInViews } from './bid-views.ts';

/** A dollar more, whether the price is an amount or has one. */
function raised(price: unknown): unknown {
  if (typeof price === 'number') return price + 1;
  return isObject(price) ? { ...price, amount: Number(price['amount']) + 1 } : price;
}

const COUNTER: readonly Check[] = [
  check(
    'BID-27/seller',
    'Countering a bid returns 201 and a new bid with its own id, and the old bid becomes countered',
    SIDES,
    async (t) => {
      const { lot, id } = await arrangeBidInState(t, 'bid');
      const countered = await actOnBid(t, lot.seller, id, 'counter');
      expectStatus(countered, 201);
      const made = countered.data.get('id');
      made.text();
      if (made.value === id) made.breach('The counter has the id of the bid that it counters.', 'a new id');
      await awaitBidStatus(t, t.buyer, id, 'countered');
      await awaitReceivedBidStatus(t, lot, id, 'countered');
    },
  ),
  check('BID-27/terms', 'A counter has the terms of its request body, and the countered bid keeps its own', SIDES, async (t) => {
    const { lot, id, quantity_mt } = await arrangeBidInState(t, 'bid');
    const price = await t.arrange.price(333.25);
    const body = await t.arrange.bidBody({ price, delivery: otherDeliveryWindow(t) });
    const countered = await lot.seller.post(encodePath`/bids/${id}/counter`, body);
    expectStatus(countered, 201);
    shownAmount(countered.data, price)?.is(333.25);
    countered.data.find('quantity_mt')?.is(quantity_mt);
    const old = await readBid(t.buyer, id);
    const kept = shownAmount(old, price);
    if (kept?.value === 333.25) kept.breach('The countered bid now has the price of the counter.', 'the original price');
  }),
  check('BID-27/quantity', 'A counter for less than the bid has the quantity of its request body', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot);
    const { quantity_mt } = bid.body;
    const less = typeof quantity_mt === 'number' ? quantity_mt / 2 : t.unverifiable('the bid body has no quantity_mt');
    const body = await t.arrange.bidBody({ quantity_mt: less });
    const countered = await lot.seller.post(encodePath`/bids/${bid.id}/counter`, body);
    // A deployment can fix some terms of a counter (BID-27).
    if (!countered.is_success) t.unverifiable(`the target rejects a counter for less than the bid (status ${countered.status})`);
    const id = countered.data.get('id').text();
    const listed = await awaitInList(t.buyer, '/bids', id, { status: 'pending' });
    for (const view of [countered.data, await readBid(t.buyer, id), ...(listed === undefined ? [] : [listed])])
      view.find('quantity_mt')?.is(less);
  }),
  check('BID-27/delivery', 'Every view of a counter shows the delivery window of its request body', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const delivery = otherDeliveryWindow(t);
    const counter = await t.arrange.counter(lot, await t.arrange.bid(lot), { delivery });
    const shown = (await fieldInViews(t, lot, counter.reply, 'delivery')).filter((window) => !window.isNull());
    if (shown.length === 0) t.unverifiable('no view of a counter shows delivery');
    for (const window of shown) {
      const { from, to } = window.object();
      // A deployment can copy some terms from the bid (BID-27), so this only warns.
      warnUnless(from === delivery.from && to === delivery.to, {
        message: 'A counter does not have the delivery window of its request body.',
        reply: counter.reply,
        expected: JSON.stringify(delivery),
        observed: window.value,
        likely_cause: 'The counter is a copy of the bid before it, with only some of its fields replaced.',
      });
    }
  }),
  check('BID-27/by-grades', 'A multi-grade bid can be countered with a multi-grade body', SIDES, async (t) => {
    const bid = await placeMultiGradeBid(t);
    const lines: readonly unknown[] = Array.isArray(bid.body['bids']) ? bid.body['bids'] : [];
    const price = readPath(lines[0], 'price');
    const body = {
      ...bid.body,
      bids: lines.map((line, i) => (isObject(line) && i === 0 ? { ...line, price: raised(price) } : line)),
    };
    const countered = await bid.lot.seller.post(encodePath`/bids/${bid.id}/counter`, body);
    expectStatus(countered, 201);
    const read = await readBid(t.buyer, countered.data.get('id').text());
    const shown = read.find('grades')?.array() ?? [];
    // Lines can show their prices in another unit than the request.
    expectThat(shown.length === 0 || shown.some((line) => showsPrice(line, raised(price)) !== false), {
      message: 'The lines of a multi-grade counter do not have the prices of its request body.',
      expected: JSON.stringify(raised(price)),
      observed: shown.map((line) => line.find('price')?.value),
    });
    await awaitBidStatus(t, t.buyer, bid.id, 'countered');
  }),
  ...(
    [
      ['quantity', 'no quantity_mt', [{ quantity_mt: undefined }, { quantity_mt: null }]],
      ['delivery', 'no delivery window', [{ delivery: undefined }, { delivery: null }]],
      ['below-minimum', 'a quantity_mt below 0.01', [{ quantity_mt: 0.009 }, { quantity_mt: 0 }, { quantity_mt: -5 }]],
    ] as const
  ).flatMap(([name, what, rows]) =>
    (['bid', 'counter'] as const).map((state) =>
      check(`BID-27/invalid-${name}-${state}`, `Countering a ${state} with ${what} returns 422`, SIDES, async (t) => {
        const { id, answerer } = await arrangeBidInState(t, state);
        for (const overrides of rows) {
          expectRefusal(await answerer.post(encodePath`/bids/${id}/counter`, await t.arrange.bidBody(overrides)), 422);
        }
        const taken = await actOnBid(t, answerer, id, 'counter');
        // BID-57, which says that a counter can be countered, is only derived.
        if (state === 'bid') expectStatus(taken, 201);
        else if (!taken.is_success) t.unverifiable('a counter cannot be countered: see BID-57');
      }),
    ),
  ),
  check('BID-27/no-body', 'A counter without a body is rejected, and one with an empty body returns 422', SIDES, async (t) => {
    const { lot, id } = await arrangeBidInState(t, 'bid');
    expectRefusal(await lot.seller.post(encodePath`/bids/${id}/counter`), [422, 400, 415]);
    expectRefusal(await lot.seller.post(encodePath`/bids/${id}/counter`, {}), 422);
    expectStatus(await actOnBid(t, lot.seller, id, 'counter'), 201);
  }),
  check(
    'BID-59/in-full',
    "Reports the status of a counter without a price, and of one for more than the listing's quantity",
    SIDES,
    async (t) => {
      const { lot, id } = await arrangeBidInState(t, 'bid');
      for (const [what, overrides] of [
        ['without a price', { price: undefined }],
        ["for more than the listing's quantity", { quantity_mt: lot.quantity_mt + 1 }],
      ] as const) {
        const reply = await lot.seller.post(encodePath`/bids/${id}/counter`, await t.arrange.bidBody(overrides));
        t.observe(`a counter ${what}: ${describeRefusal(reply)}`);
        if (reply.is_success) return;
      }
    },
  ),
];

const CHAIN: readonly Check[] = [
  check('BID-50/pending', 'The bid that a counter creates is pending', SIDES, async (t) => {
    const { id, counter } = await arrangeBidInState(t, 'counter');
    counter?.reply.data.get('status').is('pending');
    // BID-41 checks that the buyer can read it.
    if ((await readBidStatus(t.buyer, id)) !== undefined) await awaitBidStatus(t, t.buyer, id, 'pending');
  }),
  check(
    'BID-50/after-invalid',
    'After an invalid counter, the old bid is still pending and there is no new bid',
    SIDES,
    async (t) => {
      const { lot, id } = await arrangeBidInState(t, 'bid');
      for (const overrides of [{ quantity_mt: undefined }, { delivery: undefined }, { quantity_mt: 0.009 }]) {
        const refused = await lot.seller.post(encodePath`/bids/${id}/counter`, await t.arrange.bidBody(overrides));
        if (refused.is_success) throw new Blocked('POST /bids/{id}/counter accepted an invalid counter', refused.exchange);
      }
      (await readBid(t.buyer, id)).get('status').is('pending');
      const bids = await listReceivedBids(lot);
      expectThat(bids.length <= 1, {
        message: 'An invalid counter created a bid.',
        expected: 'only the bid that was placed',
        observed: bids.map(({ value }) => value),
      });
      expectSuccess(await actOnBid(t, lot.seller, id, 'counter'));
    },
  ),
  check('BID-57/chain', 'The buyer can counter a counter, and the seller can counter that one', SIDES, async (t) => {
    const { lot, id } = await arrangeBidInState(t, 'counter');
    const price = await t.arrange.price(309.75);
    const second = await t.buyer.post(encodePath`/bids/${id}/counter`, await t.arrange.bidBody({ price }));
    expectSuccess(second);
    shownAmount(await readBid(t.buyer, second.data.get('id').text()), price)?.is(309.75);
    const third = await actOnBid(t, lot.seller, second.data.get('id').text(), 'counter');
    expectSuccess(third);
    expectSuccess(await actOnBid(t, t.buyer, third.data.get('id').text(), 'accept'));
  }),
  check('BID-35/counter-to', 'Each counter has the id of the previous bid in counter_to', SIDES, async (t) => {
    const { bid, counter } = await arrangeBidInState(t, 'counter');
    counter?.reply.data.get('counter_to').is(bid.id);
  }),
  check('BID-41/read', "The buyer's team can read a seller's counter", SIDES, async (t) => {
    const { id } = await arrangeBidInState(t, 'counter');
    await expectReadable(t.buyer, id);
  }),
  check('BID-41/listed', "GET /bids of the buyer's team lists a seller's counter", SIDES, async (t) => {
    const { id } = await arrangeBidInState(t, 'counter');
    await expectInList(t.buyer, id, {}, "the seller's counter");
  }),
  ...(['accept', 'reject', 'counter'] as const).map((action) =>
    check(
      `BID-41/inbox-${action}`,
      `POST /bids/{id}/${action} takes the bid ids that both of the seller's lists show`,
      SIDES,
      async (t) => checkInboxIds(t, action),
    ),
  ),
];

/** Acts on a bid by the id that each of the seller's two views shows. */
async function checkInboxIds(t: CheckContext, action: Action): Promise<void> {
  const by_lot = await arrangeBidInState(t, 'bid');
  const received = await awaitListed(async () => (await listReceivedBids(by_lot.lot))[0]);
  if (received === undefined) throw new Blocked('GET /me/inventory/{id}/bids does not list a bid on the listing');
  expectSuccess(await actOnBid(t, by_lot.lot.seller, received.get('id').text(), action));

  const by_inbox = await arrangeBidInState(t, 'bid');
  const seen = await awaitInBidsReceived(by_inbox.lot.seller, by_inbox.id);
  expectThat(seen !== undefined, {
    message: 'GET /me/bids-received does not list a pending bid under the id that the buyer sees.',
    expected: by_inbox.id,
  });
  expectSuccess(await actOnBid(t, by_inbox.lot.seller, seen.get('id').text(), action));
}

export const COUNTERS_CHECKS: readonly Check[] = [...COUNTER, ...CHAIN];
