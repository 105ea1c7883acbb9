/** What a counter answers, what it makes, and how counters chain. */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import {
  Blocked,
  awaitBidStatus,
  describeRefusal,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  findBidInInbox,
  findInList,
  readBidStatus,
  readBid,
  awaitReceivedBidStatus,
  listReceivedBids,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { shownAmount } from './prices.ts';
import { act, bringTo } from './states.ts';

const COUNTER: readonly Check[] = [
  check(
    'BID-27/seller',
    'Countering a bid answers 201 with a new bid of its own id, and the old one is countered',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const { lot, id } = await bringTo(t, 'bid');
      const countered = await act(t, lot.seller, id, 'counter');
      expectStatus(countered, 201);
      const made = countered.data.get('id');
      made.text();
      if (made.value === id) made.breach('The counter has the id of the bid that it counters.', 'a new id');
      await awaitBidStatus(t, t.buyer, id, 'countered');
      await awaitReceivedBidStatus(t, lot, id, 'countered');
    },
  ),
  check('BID-27/terms', 'A counter has the terms of its own body', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id, quantity_mt } = await bringTo(t, 'bid');
    const price = await t.arrange.price(333.25);
    const body = await t.arrange.bidBody({ price, delivery: { from: t.run.dateFromToday(33), to: t.run.dateFromToday(44) } });
    const countered = await lot.seller.post(`/bids/${id}/counter`, body);
    expectStatus(countered, 201);
    shownAmount(countered.data, price)?.is(333.25);
    countered.data.find('quantity_mt')?.is(quantity_mt);
    const old = await readBid(t.buyer, id);
    const kept = shownAmount(old, price);
    if (kept?.value === 333.25)
      kept.breach('The bid that was countered has taken on the price of the counter.', 'the price that it was placed with');
  }),
  check('BID-27/by-grades', 'A bid by grades is countered with a body by grades', ['buyer', 'seller', 'writes'], async (t) => {
    const bid = await t.arrange.multiGradeBid();
    const seller = bid.lot?.seller ?? t.unverifiable('there is no seller to counter the bid', 'actors.seller');
    const countered = await seller.post(`/bids/${bid.id}/counter`, bid.body);
    expectStatus(countered, 201);
    countered.data.get('id').text();
    await awaitBidStatus(t, t.buyer, bid.id, 'countered');
  }),
  ...(
    [
      ['quantity', { quantity_mt: undefined }, [422]],
      ['delivery', { delivery: undefined }, [422]],
      ['below-minimum', { quantity_mt: 0.009 }, [422]],
    ] as const
  ).flatMap(([name, overrides, statuses]) =>
    (['bid', 'counter'] as const).map((state) =>
      check(
        `BID-27/invalid-${name}-${state}`,
        `A counter to a ${state} whose body is wrong in ${name} is 422; with a body that is right it is taken`,
        ['buyer', 'seller', 'writes'],
        async (t) => {
          const { lot, id, counter } = await bringTo(t, state);
          const by = counter === undefined ? lot.seller : t.buyer;
          expectRefusal(await by.post(`/bids/${id}/counter`, await t.arrange.bidBody(overrides)), statuses);
          const taken = await act(t, by, id, 'counter');
          // That a counter can be countered is only derived (BID-57).
          if (state === 'bid') expectStatus(taken, 201);
          else if (!taken.is_success) t.unverifiable('a counter cannot be countered here: BID-57 says so');
        },
      ),
    ),
  ),
  check('BID-27/no-body', 'A counter without a body is refused', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    expectRefusal(await lot.seller.post(`/bids/${id}/counter`), [422, 400, 415]);
    expectRefusal(await lot.seller.post(`/bids/${id}/counter`, {}), 422);
    expectStatus(await act(t, lot.seller, id, 'counter'), 201);
  }),
  check('BID-59/in-full', 'A counter obeys PlaceBid in full', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    for (const overrides of [{ price: undefined }, { quantity_mt: lot.quantity_mt + 1 }]) {
      const reply = await lot.seller.post(`/bids/${id}/counter`, await t.arrange.bidBody(overrides));
      t.observe(`a counter with ${Object.keys(overrides)[0]} left out or too large: ${describeRefusal(reply)}`);
      if (reply.is_success) return;
    }
  }),
];

const CHAIN: readonly Check[] = [
  check('BID-50/pending', 'The bid that a counter makes is pending', ['buyer', 'seller', 'writes'], async (t) => {
    const { id, counter } = await bringTo(t, 'counter');
    counter?.reply.data.get('status').is('pending');
    if ((await readBidStatus(t.buyer, id)) !== undefined) await awaitBidStatus(t, t.buyer, id, 'pending');
  }),
  check(
    'BID-50/after-invalid',
    'After an invalid counter the old bid is still pending, and there is no new one',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const { lot, id } = await bringTo(t, 'bid');
      for (const overrides of [{ quantity_mt: undefined }, { delivery: undefined }, { quantity_mt: 0.009 }]) {
        const refused = await lot.seller.post(`/bids/${id}/counter`, await t.arrange.bidBody(overrides));
        if (refused.is_success) throw new Blocked('an invalid counter is taken', refused.exchange);
      }
      (await readBid(t.buyer, id)).get('status').is('pending');
      const bids = await listReceivedBids(lot);
      expectThat(bids.length <= 1, {
        message: 'An invalid counter made a bid.',
        expected: 'the one bid that was placed',
        observed: bids.map(({ value }) => value),
      });
      expectSuccess(await act(t, lot.seller, id, 'counter'));
    },
  ),
  check(
    'BID-57/chain',
    'Counters chain: the buyer counters a counter, and the seller counters that',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const { lot, id } = await bringTo(t, 'counter');
      const second = await act(t, t.buyer, id, 'counter');
      expectSuccess(second);
      const third = await act(t, lot.seller, second.data.get('id').text(), 'counter');
      expectSuccess(third);
      expectSuccess(await act(t, t.buyer, third.data.get('id').text(), 'accept'));
    },
  ),
  check('BID-57/countered', 'A counter that is countered reads countered', ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'countered-counter');
    if ((await readBidStatus(t.buyer, id)) === undefined) t.unverifiable('a counter cannot be read here: BID-41 says so');
    await awaitBidStatus(t, t.buyer, id, 'countered');
  }),
  check(
    'BID-35/counter-to',
    'Each counter has the id of the bid before it in counter_to',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const { bid, counter } = await bringTo(t, 'counter');
      counter?.reply.data.get('counter_to').is(bid.id);
    },
  ),
  check('BID-41/read', "A seller's counter can be read by the buyer's team", ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'counter');
    const read = await t.buyer.get(`/bids/${id}`);
    expectSuccess(read);
    read.data.get('id').is(id);
  }),
  check('BID-41/listed', "A seller's counter is in the list of the buyer's team", ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'counter');
    const listed = await findInList(t.buyer, '/bids', id);
    expectThat(listed !== undefined, {
      message: "GET /bids of the buyer's team does not list the seller's counter.",
      expected: id,
    });
  }),
  ...(['accept', 'reject', 'counter'] as const).map((action) =>
    check(
      `BID-41/inbox-${action}`,
      `The ids of the seller's inbox work in ${action}`,
      ['buyer', 'seller', 'writes'],
      async (t) => {
        await judgeInboxIds(t, action);
      },
    ),
  ),
];

/** Finds the bid by its reference or its place among the bids of its lot, and acts on the id that the seller sees. */
async function judgeInboxIds(t: CheckContext, action: 'accept' | 'reject' | 'counter'): Promise<void> {
  const by_lot = await bringTo(t, 'bid');
  const received = (await listReceivedBids(by_lot.lot))[0];
  if (received === undefined) throw new Blocked('GET /me/inventory/{id}/bids does not show a bid that was placed on the listing');
  expectSuccess(await act(t, by_lot.lot.seller, received.get('id').text(), action));

  const by_inbox = await bringTo(t, 'bid');
  const seen = await findBidInInbox(by_inbox.lot.seller, by_inbox.id);
  expectThat(seen !== undefined, {
    message: 'GET /me/bids-received does not show a pending bid under the id that its buyer has.',
    expected: by_inbox.id,
  });
  expectSuccess(await act(t, by_inbox.lot.seller, seen.get('id').text(), action));
}

export const COUNTERS: readonly Check[] = [...COUNTER, ...CHAIN];
