/** Events of counters and multi-grade bids, and events that come once or not at all. */
import { check, type Check } from '../../check/check.ts';
import {
  ensureDone,
  ensureId,
  ensureSuccess,
  isAboutBid,
  isObject,
  mentions,
  readBidStatus,
  readEnvelope,
  readId,
  resourceIn,
  encodePath,
} from '#client';
import type { Inbox, JsonNode, Lot, Reply } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectMoney } from '../../expectations/values.ts';
import { counterTwice } from '../bids/chains.ts';
import { OFFER_NEEDS } from '../cash-bids/make-offer.ts';
import { sellAgain, tradeIdOf } from '../trades/find.ts';
import { placeMultiGradeBid, type AnswerableBid } from '../bids/multi-grade.ts';
import { counterBuyersCounter, expectOwnReference } from './counters.ts';
import { TO_SELLERS } from './needs.ts';
import { expectTrade } from './trades.ts';

const NEEDS = ['buyer', 'seller', 'writes', 'webhooks'] as const;

const OF_COUNTERS: readonly Check[] = [
  ...(['accept', 'reject'] as const).map((action) =>
    check(
      `EVT-18/${action}s-buyers-counter`,
      `When a seller ${action}s a buyer's counter, bid.${action}ed goes to the buyer's team`,
      NEEDS,
      async (t) => {
        const type = `bid.${action}ed` as const;
        const inbox = await t.subscribe(t.buyer, [type]);
        const { lot, second: id } = await counterTwice(t);
        ensureSuccess(await lot.seller.post(encodePath`/bids/${id}/${action}`));
        await inbox.expect({ type, where: isAboutBid(id), after: `a seller ${action}ed a buyer's counter` });
      },
    ),
  ),
  check(
    'EVT-18/counters-buyers-counter',
    "When a seller counters a buyer's counter, bid.countered goes to the buyer's team",
    NEEDS,
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['bid.countered']);
      await inbox.expect(await counterBuyersCounter(t));
    },
  ),
  check('TRD-7/counter', 'When a buyer accepts a counter, trade.created goes to the buyer', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const trade = await t.arrange.tradeOfCounter();
    await inbox.expect({ type: 'trade.created', where: mentions(trade.id), after: 'a buyer accepted a counter' });
  }),
  check('EVT-7/second-trade', 'trade.created is sent for every trade on a lot', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const lot = await t.arrange.lot();
    const first = await t.arrange.trade({ lot });
    await inbox.expect({ type: 'trade.created', where: mentions(first.id), after: 'the first bid on a lot was accepted' });
    const second = await sellAgain(t, lot);
    await inbox.expect({ type: 'trade.created', where: mentions(second), after: 'the second bid on a lot was accepted' });
  }),
  check(
    'EVT-7/counter',
    "When a buyer accepts a counter, trade.created also goes to the seller's team",
    TO_SELLERS,
    async (t) => {
      const inbox = await t.subscribe(t.partner, ['trade.created']);
      const trade = await t.arrange.tradeOfCounter({ lot: await t.arrange.lot({}, t.partner) });
      const created = { type: 'trade.created', where: mentions(trade.id), after: 'a buyer accepted a counter' };
      expectTrade(readEnvelope(await inbox.expect(created)).get('data'), trade);
    },
  ),
  check(
    'EVT-8/counter',
    'When the trade of a counter is settled, trade.settled goes to both sides',
    [...TO_SELLERS, 'hook:pay_invoice'],
    async (t) => {
      const inboxes = [await t.subscribe(t.buyer, ['trade.settled']), await t.subscribe(t.partner, ['trade.settled'])];
      const trade = await t.arrange.tradeOfCounter({ lot: await t.arrange.lot({}, t.partner) });
      await t.arrange.settle(trade);
      const settled = {
        type: 'trade.settled',
        where: mentions(trade.id),
        after: 'both invoices of the trade of a counter were paid',
      };
      for (const inbox of inboxes) expectTrade(readEnvelope(await inbox.expect(settled)).get('data'), trade, 'Completed');
    },
  ),
];

const OTHERS: readonly Check[] = [
  ...(['accept', 'reject'] as const).map((action) =>
    check(
      `EVT-18/${action}s-a-second-bid`,
      `When a seller ${action}s a second bid on a lot, bid.${action}ed goes to the buyer's team`,
      NEEDS,
      async (t) => {
        const type = `bid.${action}ed` as const;
        const inbox = await t.subscribe(t.buyer, [type]);
        const lot = await t.arrange.lot();
        const decide = async (id: string): Promise<Reply> => lot.seller.post(encodePath`/bids/${id}/${action}`);
        // Decided before the next bid, because a deployment can limit a team to one open bid per listing (BID-39).
        ensureDone(await decide((await t.arrange.bid(lot)).id), `POST /bids/{id}/${action} did not ${action} the bid`);
        const id = readId(await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, await t.arrange.bidBody())) ?? '';
        // An acceptance can take the lot off the market (BID-30).
        if (!(await decide(id)).is_success) t.unverifiable(`a seller cannot ${action} two bids on a lot`);
        await inbox.expect({ type, where: isAboutBid(id), after: `a seller ${action}ed a second bid on a lot` });
      },
    ),
  ),
  check('EVT-18/no-event-for-others', 'Accepting a bid sends no event for other bids that stay pending', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['bid.accepted', 'bid.rejected']);
    const lot = await t.arrange.lot();
    const [other, bid] = [await t.arrange.bid(lot), await t.arrange.bid(lot)];
    await t.arrange.trade({ lot, bid });
    await inbox.requireNext({ type: 'bid.accepted', where: isAboutBid(bid.id), after: 'a seller accepted a bid' });
    // An acceptance can take the lot off the market, which rejects its other bids (BID-30).
    if ((await readBidStatus(t.buyer, other.id)) !== 'pending')
      t.unverifiable('accepting a bid rejects the other bids on the lot');
    await inbox.expectNone({ where: isAboutBid(other.id), within_ms: 200, after: 'another bid was accepted' });
  }),
];

async function sellByGrades(t: CheckContext): Promise<{ trade: string; lot: Lot }> {
  const bid = await placeMultiGradeBid(t);
  const accepted = await bid.lot.seller.post(encodePath`/bids/${bid.id}/accept`, { bid_items: [bid.grades[0]] });
  return { trade: ensureId(accepted, 'POST /bids/{id}/accept created no trade'), lot: bid.lot };
}

/** Accepts a line of a multi-grade bid, once for all checks. @returns the bid, and the payload of bid.accepted */
async function acceptByGrades(t: CheckContext): Promise<{ bid: AnswerableBid; data: JsonNode }> {
  return t.run.once('an accepted multi-grade bid', async () => {
    const inbox = await t.subscribe(t.buyer, ['bid.accepted']);
    const bid = await placeMultiGradeBid(t);
    ensureSuccess(await bid.lot.seller.post(encodePath`/bids/${bid.id}/accept`, { bid_items: [bid.grades[0]] }));
    // Finds the delivery by the lot, because the bid id is what is checked.
    const arrival = await inbox.requireNext({ where: mentions(bid.lot.id), after: 'a multi-grade bid was accepted' });
    return { bid, data: readEnvelope(arrival).get('data') };
  });
}

async function settleAndExpect(t: CheckContext, inbox: Inbox, id: string): Promise<void> {
  await t.arrange.settle({ id });
  await inbox.expect({ type: 'trade.settled', where: mentions(id), after: 'both invoices were paid' });
}

const BY_GRADES: readonly Check[] = [
  ...(['accept', 'reject'] as const).map((action) =>
    check(
      `EVT-18/${action}s-by-grades`,
      `When a seller ${action}s a multi-grade bid, bid.${action}ed goes to the buyer's team`,
      NEEDS,
      async (t) => {
        const type = `bid.${action}ed` as const;
        const inbox = await t.subscribe(t.buyer, [type]);
        const bid = await placeMultiGradeBid(t);
        const body = action === 'accept' ? { bid_items: [bid.grades[0]] } : undefined;
        ensureSuccess(await bid.lot.seller.post(encodePath`/bids/${bid.id}/${action}`, body));
        await inbox.expect({ type, where: isAboutBid(bid.id), after: `a seller ${action}ed a multi-grade bid` });
      },
    ),
  ),
  check(
    'EVT-18/counters-by-grades',
    "When a seller counters a multi-grade bid, bid.countered goes to the buyer's team",
    NEEDS,
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['bid.countered']);
      const bid = await placeMultiGradeBid(t);
      const countered = await bid.lot.seller.post(encodePath`/bids/${bid.id}/counter`, bid.body);
      const counter = ensureId(countered, 'POST /bids/{id}/counter rejects the body of the multi-grade bid');
      // It can name the countered bid or the new one (EVT-29).
      await inbox.expect({
        type: 'bid.countered',
        where: mentions(bid.id, counter),
        after: 'a seller countered a multi-grade bid',
      });
    },
  ),
  ...(
    [
      ['EVT-6/by-grades', 'bid.accepted of a multi-grade bid has the ids and the reference of the bid'],
      ['EVT-21/by-grades', 'bid.accepted of a multi-grade bid has the status accepted'],
    ] as const
  ).map(([id, title]) =>
    check(id, title, NEEDS, async (t) => {
      const { bid, data } = await acceptByGrades(t);
      if (id === 'EVT-21/by-grades') {
        data.get('status').is('accepted');
        return;
      }
      data.get('bid_id').is(bid.id);
      data.get('inventory_id').is(bid.lot.id);
      await expectOwnReference(data, t.buyer);
    }),
  ),
  check(
    'EVT-18/trade-by-grades',
    'When a seller accepts a multi-grade bid, trade.created goes to the buyer',
    NEEDS,
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['trade.created']);
      const { trade: id } = await sellByGrades(t);
      await inbox.expect({ type: 'trade.created', where: mentions(id), after: 'a seller accepted a multi-grade bid' });
    },
  ),
  check('EVT-7/by-grades', 'trade.created of a multi-grade bid has the price and the quantity', NEEDS, async (t) => {
    const inbox = await t.subscribe(t.buyer, ['trade.created']);
    const { trade: id } = await sellByGrades(t);
    const data = readEnvelope(await inbox.requireNext({ where: mentions(id), after: 'a multi-grade bid was accepted' })).get(
      'data',
    );
    data.get('quantity_mt').number();
    expectMoney(data.get('price'));
  }),
  check(
    'EVT-8/by-grades',
    'trade.settled is sent for the trade of a multi-grade bid, even if its lot was archived',
    [...NEEDS, 'hook:pay_invoice'],
    async (t) => {
      const inbox = await t.subscribe(t.buyer, ['trade.settled']);
      const { trade, lot } = await sellByGrades(t);
      // An acceptance can archive it, too (BID-30), so the response does not matter.
      await lot.seller.delete(encodePath`/me/inventory/${lot.id}`);
      await settleAndExpect(t, inbox, trade);
    },
  ),
  check(
    'EVT-8/of-an-offer',
    'trade.settled is sent for the trade of an offer',
    [...OFFER_NEEDS, 'webhooks', 'hook:pay_invoice'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['trade.settled']);
      const offer = await t.arrange.offer((await t.arrange.cashBid()).id);
      const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${offer}/accept`);
      ensureSuccess(accepted);
      await settleAndExpect(t, inbox, tradeIdOf(accepted.data));
    },
  ),
  check(
    'EVT-7/of-an-offer',
    'Accepting an offer sends trade.created to the elevator, with the terms of the trade',
    [...OFFER_NEEDS, 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['trade.created']);
      const offer = await t.arrange.offer((await t.arrange.cashBid()).id);
      const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${offer}/accept`);
      ensureSuccess(accepted);
      const id = tradeIdOf(accepted.data);
      const sought = { type: 'trade.created', where: mentions(id), after: 'an offer was accepted' };
      const data = readEnvelope(await inbox.expect(sought)).get('data');
      data.get('trade_id').is(id);
      const { quantity_mt, commodity } = resourceIn(accepted.json);
      if (typeof quantity_mt === 'number') data.get('quantity_mt').is(quantity_mt);
      if (isObject(commodity) && 'slug' in commodity) data.get('commodity').get('slug').is(commodity['slug']);
    },
  ),
  check('EVT-17/by-grades', "Placing a multi-grade bid sends bid.received to the seller's team", TO_SELLERS, async (t) => {
    const { body } = await t.arrange.multiGradeBid();
    const inbox = await t.subscribe(t.partner, ['bid.received']);
    const lot = await t.arrange.lot({ grade: undefined }, t.partner);
    const placed = await t.buyer.post(encodePath`/inventory/${lot.id}/bids`, body);
    const id = ensureId(placed, 'POST /inventory/{id}/bids rejects a multi-grade bid');
    await inbox.expect({ type: 'bid.received', where: isAboutBid(id), after: 'a multi-grade bid was placed' });
  }),
];

export const CHAIN_CHECKS: readonly Check[] = [...OF_COUNTERS, ...OTHERS, ...BY_GRADES];
