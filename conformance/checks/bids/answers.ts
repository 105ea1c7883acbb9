/** What accept, reject and counter answer, and what has come of them afterwards. */
import type { Check } from '../../check.ts';
import { check } from '../../check.ts';
import { dateFromToday } from '../../clock.ts';
import { expectRefusal, expectStatus, expectThat } from '../../judge/expect.ts';
import { Blocked } from '../../judge/findings.ts';
import type { Sight } from '../../judge/sight.ts';
import { bidBecomes, codeOf, findInInbox, findListed, peekStatus, readBid, receivedBecomes, receivedBids, tradesOf } from '../../stage/read-bids.ts';
import type { Trial } from '../../trial.ts';
import { shownAmount } from './prices.ts';
import { act, bringTo } from './states.ts';

function tradeIdIn(trade: Sight): string {
  return (trade.find('id') ?? trade.get('trade_id')).text();
}

const ACCEPT: readonly Check[] = [
  check("BID-21/seller", "Accepting a buyer's bid answers 200 with the trade, and the bid is accepted for both", ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    const accepted = await act(t, lot.seller, id, 'accept');
    expectStatus(accepted, 200);
    tradeIdIn(accepted.data);
    await bidBecomes(t, t.buyer, id, 'accepted');
    await receivedBecomes(t, lot, id, 'accepted');
  }),
  check("BID-21/buyer", "Accepting a seller's counter answers 200 with the trade, and the counter is accepted", ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'counter');
    const accepted = await act(t, t.buyer, id, 'accept');
    expectStatus(accepted, 200);
    tradeIdIn(accepted.data);
    const status = await peekStatus(t.buyer, id);
    if (status === undefined) t.observe('the counter cannot be read');
    else await bidBecomes(t, t.buyer, id, 'accepted');
  }),
  ...(['bid', 'counter'] as const).map((state) =>
    check(`BID-21/trade-of-${state}`, `The trade that came of accepting a ${state} is there, for its buyer in the list as well`, ['buyer', 'seller', 'writes'], async (t) => {
      const { lot, id, counter } = await bringTo(t, state);
      const accepted = await act(t, counter === undefined ? lot.seller : t.buyer, id, 'accept');
      expectStatus(accepted, 200);
      const trade_id = tradeIdIn(accepted.data);
      const read = await t.buyer.get(`/trades/${trade_id}`);
      expectStatus(read, 200);
      expectThat(tradeIdIn(read.data) === trade_id, { message: 'The trade that is read is another than the one that was made.', reply: read });
      const trades = await tradesOf(t.buyer, lot.id);
      if (trades === undefined) t.observe('trades do not say of which listing they are');
      expectThat(trades === undefined || (trades.size === 1 && trades.has(trade_id)), {
        message: 'GET /trades does not list one trade for the listing of the accepted bid.',
        reply: accepted,
        expected: trade_id,
        observed: [...(trades ?? [])],
      });
    }),
  ),
  check('BID-21/others-stay', 'Accepting a bid accepts that bid alone', ['buyer', 'rival', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    const other = await t.stage.bid(lot, {}, t.rival);
    expectStatus(await act(t, lot.seller, id, 'accept'), 200);
    const status = (await readBid(t.rival, other.id)).get('status');
    t.observe(`another bid on the same listing, which has enough left for it, then reads ${String(status.value)}`);
    if (status.value === 'accepted') status.breach("Another team's bid was accepted along with the one that was meant.", 'pending');
  }),
  check('BID-25/no-body', 'Accepting a bid on a graded listing needs no body', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    expectStatus(await lot.seller.post(`/bids/${id}/accept`), 200);
    const second = await bringTo(t, 'bid');
    t.observe(`an empty object as a body: ${(await second.lot.seller.post(`/bids/${second.id}/accept`, {})).status}`);
  }),
  check('BID-25/no-body-for-a-counter', 'Accepting a counter on a graded listing needs no body either', ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'counter');
    expectStatus(await t.buyer.post(`/bids/${id}/accept`), 200);
  }),
  check('BID-30/takes-off', 'Acceptance takes its quantity off the listing, and what is left cannot be overdrawn', ['buyer', 'rival', 'seller', 'writes'], async (t) => {
    const lot = await t.stage.lot({ quantity_mt: 30 });
    const first = await t.stage.bid(lot, { quantity_mt: 20 });
    const second = await t.stage.bid(lot, { quantity_mt: 20 }, t.rival);
    expectStatus(await act(t, lot.seller, first.id, 'accept'), 200);
    const listing = await lot.seller.get(`/me/inventory/${lot.id}`);
    t.observe(`of 30 t, 20 t accepted: quantity_mt reads ${String(listing.data.find('quantity_mt')?.value)}`);
    const refused = await act(t, lot.seller, second.id, 'accept');
    t.observe(`a bid on more than is left: ${codeOf(refused)}`);
    expectRefusal(refused, 422);
  }),
];

const REJECT: readonly Check[] = [
  check('BID-26/rejected', 'Rejecting a pending bid answers 200 with the bid, now rejected for both', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    const rejected = await act(t, lot.seller, id, 'reject');
    expectStatus(rejected, 200);
    rejected.data.get('id').is(id);
    rejected.data.get('status').is('rejected');
    await bidBecomes(t, t.buyer, id, 'rejected');
    await receivedBecomes(t, lot, id, 'rejected');
  }),
  check("BID-26/counter", "Rejecting a seller's counter answers 200 with the counter, now rejected", ['buyer', 'seller', 'writes'], async (t) => {
    const { id, bid } = await bringTo(t, 'counter');
    const rejected = await act(t, t.buyer, id, 'reject');
    expectStatus(rejected, 200);
    rejected.data.get('id').is(id);
    rejected.data.get('status').is('rejected');
    if ((await peekStatus(t.buyer, id)) !== undefined) await bidBecomes(t, t.buyer, id, 'rejected');
    t.observe(`the bid that had been countered then reads ${String(await peekStatus(t.buyer, bid.id))}`);
  }),
  check('BID-26/others-stay', 'Rejecting a bid rejects that bid alone', ['buyer', 'rival', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    const other = await t.stage.bid(lot, {}, t.rival);
    expectStatus(await act(t, lot.seller, id, 'reject'), 200);
    (await readBid(t.rival, other.id)).get('status').is('pending');
  }),
  check('BID-26/by-grades', 'Rejecting a bid by grades answers 200 with the bid, now rejected', ['buyer', 'seller', 'writes'], async (t) => {
    const bid = await t.stage.multiGradeBid();
    const seller = bid.lot?.seller ?? t.unverifiable('there is no seller to reject the bid', 'actors.seller');
    const rejected = await act(t, seller, bid.id, 'reject');
    expectStatus(rejected, 200);
    rejected.data.get('status').is('rejected');
    await bidBecomes(t, t.buyer, bid.id, 'rejected');
  }),
];

const COUNTER: readonly Check[] = [
  check("BID-27/seller", "Countering a bid answers 201 with a new bid of its own id, and the old one is countered", ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    const countered = await act(t, lot.seller, id, 'counter');
    expectStatus(countered, 201);
    const made = countered.data.get('id');
    made.text();
    if (made.value === id) made.breach('The counter has the id of the bid that it counters.', 'a new id');
    await bidBecomes(t, t.buyer, id, 'countered');
    await receivedBecomes(t, lot, id, 'countered');
  }),
  check('BID-27/terms', 'A counter has the terms of its own body', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id, quantity_mt } = await bringTo(t, 'bid');
    const price = await t.stage.price(333.25);
    const body = await t.stage.bidBody({ price, delivery: { from: dateFromToday(33), to: dateFromToday(44) } });
    const countered = await lot.seller.post(`/bids/${id}/counter`, body);
    expectStatus(countered, 201);
    shownAmount(countered.data, price)?.is(333.25);
    countered.data.find('quantity_mt')?.is(quantity_mt);
    const old = await readBid(t.buyer, id);
    const kept = shownAmount(old, price);
    if (kept?.value === 333.25) kept.breach('The bid that was countered has taken on the price of the counter.', 'the price that it was placed with');
  }),
  check("BID-27/by-grades", "A bid by grades is countered with a body by grades", ['buyer', 'seller', 'writes'], async (t) => {
    const bid = await t.stage.multiGradeBid();
    const seller = bid.lot?.seller ?? t.unverifiable('there is no seller to counter the bid', 'actors.seller');
    const countered = await seller.post(`/bids/${bid.id}/counter`, bid.body);
    expectStatus(countered, 201);
    countered.data.get('id').text();
    await bidBecomes(t, t.buyer, bid.id, 'countered');
  }),
  ...(
    [
      ['quantity', { quantity_mt: undefined }, [422]],
      ['delivery', { delivery: undefined }, [422]],
      ['below-minimum', { quantity_mt: 0.009 }, [422]],
    ] as const
  ).flatMap(([name, overrides, statuses]) =>
    (['bid', 'counter'] as const).map((state) =>
      check(`BID-27/invalid-${name}-${state}`, `A counter to a ${state} whose body is wrong in ${name} is 422; with a body that is right it is taken`, ['buyer', 'seller', 'writes'], async (t) => {
        const { lot, id, counter } = await bringTo(t, state);
        const by = counter === undefined ? lot.seller : t.buyer;
        expectRefusal(await by.post(`/bids/${id}/counter`, await t.stage.bidBody(overrides)), statuses);
        const taken = await act(t, by, id, 'counter');
        // That a counter can be countered is only derived (BID-57).
        if (state === 'bid') expectStatus(taken, 201);
        else if (taken.status !== 201) t.unverifiable('a counter cannot be countered here: BID-57 says so');
      }),
    ),
  ),
  check('BID-27/no-body', 'A counter without a body is refused', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    expectRefusal(await lot.seller.post(`/bids/${id}/counter`), [422, 400]);
    expectRefusal(await lot.seller.post(`/bids/${id}/counter`, {}), 422);
    expectStatus(await act(t, lot.seller, id, 'counter'), 201);
  }),
  check('BID-59/in-full', 'A counter obeys PlaceBid in full', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    for (const overrides of [{ price: undefined }, { quantity_mt: lot.quantity_mt + 1 }]) {
      const reply = await lot.seller.post(`/bids/${id}/counter`, await t.stage.bidBody(overrides));
      t.observe(`a counter with ${Object.keys(overrides)[0]} left out or too large: ${codeOf(reply)}`);
      if (reply.is_success) return;
    }
  }),
];

const CHAIN: readonly Check[] = [
  check('BID-50/pending', 'The bid that a counter makes is pending', ['buyer', 'seller', 'writes'], async (t) => {
    const { id, counter } = await bringTo(t, 'counter');
    counter?.reply.data.get('status').is('pending');
    if ((await peekStatus(t.buyer, id)) !== undefined) await bidBecomes(t, t.buyer, id, 'pending');
  }),
  check('BID-50/after-invalid', 'After an invalid counter the old bid is still pending, and there is no new one', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'bid');
    for (const overrides of [{ quantity_mt: undefined }, { delivery: undefined }, { quantity_mt: 0.009 }]) {
      const refused = await lot.seller.post(`/bids/${id}/counter`, await t.stage.bidBody(overrides));
      if (refused.is_success) throw new Blocked('an invalid counter is taken', refused.exchange);
    }
    (await readBid(t.buyer, id)).get('status').is('pending');
    const bids = await receivedBids(lot);
    expectThat(bids.length <= 1, { message: 'An invalid counter made a bid.', expected: 'the one bid that was placed', observed: bids.map(({ value }) => value) });
    expectStatus(await act(t, lot.seller, id, 'counter'), 201);
  }),
  check('BID-57/chain', 'Counters chain: the buyer counters a counter, and the seller counters that', ['buyer', 'seller', 'writes'], async (t) => {
    const { lot, id } = await bringTo(t, 'counter');
    const second = await act(t, t.buyer, id, 'counter');
    expectStatus(second, 201);
    const third = await act(t, lot.seller, second.data.get('id').text(), 'counter');
    expectStatus(third, 201);
    expectStatus(await act(t, t.buyer, third.data.get('id').text(), 'accept'), 200);
  }),
  check('BID-57/countered', 'A counter that is countered reads countered', ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'countered-counter');
    if ((await peekStatus(t.buyer, id)) === undefined) t.unverifiable('a counter cannot be read here: BID-41 says so');
    await bidBecomes(t, t.buyer, id, 'countered');
  }),
  check('BID-35/counter-to', "Each counter has the id of the bid before it in counter_to", ['buyer', 'seller', 'writes'], async (t) => {
    const { bid, counter } = await bringTo(t, 'counter');
    counter?.reply.data.get('counter_to').is(bid.id);
  }),
  check("BID-41/read", "A seller's counter can be read by the buyer's team", ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'counter');
    const read = await t.buyer.get(`/bids/${id}`);
    expectStatus(read, 200);
    read.data.get('id').is(id);
  }),
  check("BID-41/listed", "A seller's counter is in the list of the buyer's team", ['buyer', 'seller', 'writes'], async (t) => {
    const { id } = await bringTo(t, 'counter');
    const listed = await findListed(t.buyer, '/bids', id);
    expectThat(listed !== undefined, { message: "GET /bids of the buyer's team does not list the seller's counter.", expected: id });
  }),
  ...(['accept', 'reject', 'counter'] as const).map((action) =>
    check(`BID-41/inbox-${action}`, `The ids of the seller's inbox work in ${action}`, ['buyer', 'seller', 'writes'], async (t) => {
      await judgeInboxIds(t, action);
    }),
  ),
];

/** Finds the bid by its reference or its place among the bids of its lot, and acts on the id that the seller sees. */
async function judgeInboxIds(t: Trial, action: 'accept' | 'reject' | 'counter'): Promise<void> {
  const by_lot = await bringTo(t, 'bid');
  const received = (await receivedBids(by_lot.lot))[0];
  if (received === undefined) throw new Blocked('GET /me/inventory/{id}/bids does not show a bid that was placed on the listing');
  expectStatus(await act(t, by_lot.lot.seller, received.get('id').text(), action), action === 'counter' ? 201 : 200);

  const by_inbox = await bringTo(t, 'bid');
  const seen = await findInInbox(by_inbox.lot.seller, by_inbox.id);
  expectThat(seen !== undefined, { message: 'GET /me/bids-received does not show a pending bid under the id that its buyer has.', expected: by_inbox.id });
  expectStatus(await act(t, by_inbox.lot.seller, seen.get('id').text(), action), action === 'counter' ? 201 : 200);
}

export const ANSWERS: readonly Check[] = [...ACCEPT, ...REJECT, ...COUNTER, ...CHAIN];
