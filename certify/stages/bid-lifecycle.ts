/** Bids that expire, are countered, or are outbid, and trades that settle late. */
import type { StageContext } from './context.ts';
import { actBefore, loseResponse } from './disturb.ts';
import type { WorldBid } from './market.ts';
import { checkFinal, checkReported } from './observe.ts';
import type { Stage } from './stage.ts';
import { NotShown, stageDefaults } from './stage.ts';

const DAY_SECONDS = 86_400;
const EXPIRY_DAYS_MAX = 25;
const SETUP = 'A pending bid of the client.';

/** Lets the client place a bid. @param lot_seconds how long its lot must stay listed @throws NotShown if it places none */
export async function placeBid(context: StageContext, lot_seconds = 0): Promise<WorldBid> {
  const lot = await context.market.pickLotFor(lot_seconds);
  const { response, error } = await context.act('place_bid', { inventory_id: lot.id, quantity_mt: 10 });
  const id = response?.['bid_id'];
  const bid = (await context.market.bids()).find((one) => one.id === id);
  if (bid === undefined)
    throw new NotShown(
      `the client placed no new bid: ${error?.message ?? JSON.stringify(id ?? null)}`,
      error?.status === 401 ? 'see auth.expired-token' : 'see placing.plain',
    );
  return bid;
}

const row = stageDefaults('do', 'show');

export const BID_LIFECYCLE_STAGES: readonly Stage[] = [
  row({
    id: 'bids.countered',
    title: 'The client shows a bid as countered after the seller counters it',
    cites: ['BID-27', 'EVT-18', 'EVT-29'],
    setup: SETUP,
    stimulus: 'The seller counters the bid.',
    advice: 'Fetch GET /bids/{id} after the event, or when you are asked.',
    run: async (context) => {
      const bid = await placeBid(context);
      await context.market.counter(bid);
      await context.expectShown('bid', bid.id, 'countered', 'after the counter');
    },
  }),
  row({
    id: 'bids.counter-accepted',
    title: 'The client accepts a counter bid and reports the trade',
    cites: ['BID-18', 'BID-21', 'BID-25'],
    setup: 'A counter bid of the seller.',
    stimulus: 'The client is asked to accept it.',
    advice: 'POST /bids/{id}/accept takes no body on a graded lot; the response is the trade.',
    run: async (context) => {
      const bid = await placeBid(context);
      const counter = await context.market.counter(bid);
      const { response, error } = await context.act('accept_bid', { bid_id: counter });
      context.check(error === undefined, `it cannot accept the counter bid: ${error?.message ?? ''}`);
      const trade_id = response?.['trade_id'];
      if (!context.check(typeof trade_id === 'string', 'it reports no trade_id')) return;
      await context.expectShown('bid', counter, 'accepted', 'after it accepted the counter bid');
      await context.expectShown('trade', String(trade_id), 'Pending', 'after it accepted the counter bid');
    },
  }),
  row({
    id: 'bids.counter-withdrawn',
    title: 'A counter bid that is withdrawn before the client accepts it is reported',
    cites: ['BID-20', 'ERR-2'],
    setup: 'A counter bid of the seller.',
    stimulus: 'The seller withdraws it just before the acceptance arrives; the response is 422.',
    advice: 'A 422 on accept means that the bid is no longer pending: read it again, and do not repeat the request.',
    run: async (context) => {
      const bid = await placeBid(context);
      const counter = await context.market.counter(bid);
      const withdraw = actBefore('counter bid withdrawn', 'acceptBid', async () =>
        context.market.reject(counter, bid.inventory_id),
      );
      const armed = context.arm(withdraw);
      const result = await context.act('accept_bid', { bid_id: counter });
      context.requireReached(armed, 'accept_bid');
      const sent = context.sent('acceptBid');
      const status = sent[0]?.response?.status ?? 0;
      checkFinal(context, sent, status);
      checkReported(context, result, status);
      await context.expectShown('bid', counter, await context.market.statusOf(counter), 'after the seller withdrew it');
    },
  }),
  row({
    id: 'bids.accept-lost',
    title: 'An acceptance whose response is lost leads to one trade, which the client reports',
    cites: ['BID-20', 'BID-31'],
    setup: 'A counter bid of the seller.',
    stimulus: 'The bid is accepted, and the connection is cut before the response.',
    advice: 'After a lost response to accept, read the bid: if it is accepted, look for its trade in GET /trades.',
    run: async (context) => {
      const bid = await placeBid(context);
      const counter = await context.market.counter(bid);
      const armed = context.arm(loseResponse('acceptBid'));
      await context.act('accept_bid', { bid_id: counter });
      context.requireReached(armed, 'accept_bid');
      context.check(
        context.sent('acceptBid').length <= 4,
        `it sent ${context.sent('acceptBid').length} requests to accept one bid`,
      );
      await context.expectShown('bid', counter, 'accepted', 'after the acceptance whose response was lost');
    },
  }),
  row({
    id: 'bids.outbid',
    title: 'The client shows a bid as rejected after a rival buys the lot',
    cites: ['BID-30', 'EVT-27'],
    setup: SETUP,
    stimulus: 'A rival buys the whole lot.',
    advice: 'Fetch GET /bids/{id} after the event, or when you are asked.',
    run: async (context) => {
      const bid = await placeBid(context);
      const lot = (await context.market.lots()).find(({ id }) => id === bid.inventory_id);
      if (lot === undefined) throw new NotShown('the lot of the bid is gone', 'run the stage again');
      await context.market.sellToRival(lot);
      await context.expectShown('bid', bid.id, 'rejected', 'after the lot was sold');
    },
  }),
  row({
    id: 'trades.settles-late',
    title: 'The client shows a trade as Pending without a counterparty until it settles',
    cites: ['PRIV-6', 'TRD-6', 'EVT-8'],
    setup: 'A trade of the client. Its counterparty is null.',
    stimulus: 'One invoice is paid nine days later, and then the other one.',
    advice: 'Read counterparty only after trade.settled, or when status is Completed, and expect null until then.',
    // It moves the world's clock but not the client's, so an expires_at that the client computes could be in the past in later stages.
    is_fresh: true,
    run: async (context) => {
      const bid = await placeBid(context);
      const trade_id = await context.market.accept(bid);
      const early = await context.waitUntilShown('trade', trade_id, ({ status }) => status === 'Pending');
      context.check(
        early['status'] === 'Pending',
        `the trade is Pending, but the client shows ${JSON.stringify(early['status'] ?? null)}`,
      );
      context.check(
        (early['counterparty'] ?? null) === null,
        `the counterparty is still masked, but the client shows ${JSON.stringify(early['counterparty'])}`,
      );
      await context.market.advance(9 * DAY_SECONDS, 'no invoice is paid');
      await context.market.pay(trade_id, 'buyer');
      const half = await context.show('trade', trade_id);
      context.check(
        half['status'] !== 'Completed' && (half['counterparty'] ?? null) === null,
        `one invoice of two is paid, but the client shows ${JSON.stringify({ status: half['status'], counterparty: half['counterparty'] })}`,
      );
      await context.market.pay(trade_id, 'seller');
      const name = await context.market.counterpartyOf(trade_id);
      await context.expectShown('trade', trade_id, 'Completed', 'after both invoices were paid');
      const late = await context.waitUntilShown('trade', trade_id, ({ counterparty }) => counterparty === name);
      context.check(
        late['counterparty'] === name,
        `the counterparty is ${name ?? ''}, but the client shows ${JSON.stringify(late['counterparty'] ?? null)}`,
      );
    },
  }),
  row({
    id: 'bids.expired',
    title: 'The client shows a bid as expired after it expires, although no event is sent',
    cites: ['BID-11', 'BID-12'],
    setup: SETUP,
    stimulus:
      'Its expires_at passes. There is no event for an expiry. If the client still shows another status, it is asked to read its bids.',
    advice: 'Read open bids from time to time, and again after their expires_at.',
    // It moves the world's clock but not the client's, so an expires_at that the client computes could be in the past in later stages.
    is_fresh: true,
    run: async (context) => {
      const bid = await placeBid(context, (EXPIRY_DAYS_MAX + 1) * DAY_SECONDS);
      const left_seconds = (Date.parse(bid.expires_at ?? '') - Date.parse(bid.created_at)) / 1_000;
      // The clock must not move 30 days in one step: a refresh token expires if it is not used for that long.
      if (!(left_seconds < EXPIRY_DAYS_MAX * DAY_SECONDS))
        throw new NotShown(`the bid expires at ${bid.expires_at ?? 'no time'}`, `let bids expire within ${EXPIRY_DAYS_MAX} days`);
      await context.market.advance(left_seconds + DAY_SECONDS, 'the bid has expired');
      // The clock of the client does not move, so for a client that reads a bid again after its expires_at, it is not time yet.
      await context.expectShown('bid', bid.id, 'expired', 'after its expires_at', false);
    },
  }),
];
