/** The replies to accept and reject, and the state afterwards. */
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import type { Lot, Reply } from '#client';
import { noneIfFinding, warnUnless } from '#client';
import {
  awaitBidStatus,
  describeRefusal,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  readBidStatus,
  readBid,
  awaitReceivedBidStatus,
  listTradeIds,
  encodePath,
} from '#client';
import { actOnBid, arrangeBidInState } from './states.ts';
import { tradeIdOf } from '../trades/find.ts';
import { placeMultiGradeBid } from './multi-grade.ts';
import { SIDES, WITH_RIVAL } from './needs.ts';

/** Accepts a pending bid as the side that can. @returns also the id of the trade in the response */
async function acceptPending(
  t: CheckContext,
  state: 'bid' | 'counter',
): Promise<{ lot: Lot; id: string; accepted: Reply; trade_id: string }> {
  const { lot, id, answerer } = await arrangeBidInState(t, state);
  const accepted = await actOnBid(t, answerer, id, 'accept');
  expectStatus(accepted, 200);
  const trade_id = tradeIdOf(accepted.data);
  expectThat(trade_id !== id, {
    message: 'Accepting a bid returns the bid instead of the trade.',
    reply: accepted,
    pointer: '/data',
    expected: 'the new trade, with its own id',
    observed: accepted.data.value,
  });
  return { lot, id, accepted, trade_id };
}

const ACCEPT: readonly Check[] = [
  check(
    'BID-21/seller',
    "Accepting a buyer's bid returns 200 and the trade, and both sides see the bid as accepted",
    SIDES,
    async (t) => {
      const { lot, id } = await acceptPending(t, 'bid');
      await awaitBidStatus(t, t.buyer, id, 'accepted');
      await awaitReceivedBidStatus(t, lot, id, 'accepted');
    },
  ),
  check(
    'BID-21/buyer',
    "Accepting a seller's counter returns 200 and the trade, and the counter is accepted",
    SIDES,
    async (t) => {
      const { id } = await acceptPending(t, 'counter');
      const status = await readBidStatus(t.buyer, id);
      if (status === undefined) t.observe('the counter cannot be read');
      else await awaitBidStatus(t, t.buyer, id, 'accepted');
    },
  ),
  ...(['bid', 'counter'] as const).map((state) =>
    check(
      `BID-21/trade-of-${state}`,
      `After a ${state} is accepted, the buyer can read the trade and finds it in GET /trades`,
      SIDES,
      async (t) => {
        const { lot, accepted, trade_id } = await acceptPending(t, state);
        const read = await t.buyer.get(encodePath`/trades/${trade_id}`);
        expectStatus(read, 200);
        expectThat(tradeIdOf(read.data) === trade_id, {
          message: 'GET /trades/{id} returned a different trade.',
          reply: read,
          expected: trade_id,
        });
        const trades = await listTradeIds(t.buyer, lot.id, trade_id);
        if (trades === undefined) t.observe('trades do not name their listing');
        expectThat(trades === undefined || (trades.size === 1 && trades.has(trade_id)), {
          message: 'GET /trades does not list exactly one trade for the listing of the accepted bid.',
          reply: accepted,
          expected: trade_id,
          observed: [...(trades ?? [])],
        });
      },
    ),
  ),
  check(
    'BID-21/others-stay',
    'Accepting a bid accepts no other bid, and does not change bids on other listings',
    WITH_RIVAL,
    async (t) => {
      const { lot, id } = await arrangeBidInState(t, 'bid');
      const other = await t.arrange.bid(lot, {}, t.rival);
      const elsewhere = await t.arrange.bid(await t.arrange.lot(), {}, t.rival);
      expectSuccess(await actOnBid(t, lot.seller, id, 'accept'));
      const status = (await readBid(t.rival, other.id)).get('status');
      t.observe(`another bid on the same listing, which has enough left for it, becomes ${String(status.value)}`);
      const message = "Another team's bid was accepted too.";
      status.expect(status.value !== 'accepted', message, 'pending');
      (await readBid(t.rival, elsewhere.id)).get('status').is('pending');
    },
  ),
  check('BID-25/no-body', 'Accepting a bid on a graded listing needs no body', SIDES, async (t) => {
    const { lot, id } = await arrangeBidInState(t, 'bid');
    expectSuccess(await lot.seller.post(encodePath`/bids/${id}/accept`));
    const second = await arrangeBidInState(t, 'bid');
    const empty = await second.lot.seller.post(encodePath`/bids/${second.id}/accept`, {});
    warnUnless(empty.is_success, {
      message: `Accepting a bid on a graded listing with the body {} returned ${empty.status}.`,
      reply: empty,
      expected: '200: bid_items is optional there',
    });
  }),
  check('BID-25/no-body-for-a-counter', 'Accepting a counter on a graded listing needs no body', SIDES, async (t) => {
    const { id } = await arrangeBidInState(t, 'counter');
    expectSuccess(await t.buyer.post(encodePath`/bids/${id}/accept`));
  }),
  check(
    'BID-30/takes-off',
    'Acceptance deducts the quantity from the listing, and a bid for more than is left cannot be accepted',
    WITH_RIVAL,
    async (t) => {
      const lot = await t.arrange.lot({ quantity_mt: 30 });
      const first = await t.arrange.bid(lot, { quantity_mt: 20 });
      const second = await t.arrange.bid(lot, { quantity_mt: 20 }, t.rival);
      ensureSuccess(await actOnBid(t, lot.seller, first.id, 'accept'));
      const listing = await lot.seller.get(encodePath`/me/inventory/${lot.id}`);
      t.observe(`after 20 of 30 t were accepted, quantity_mt is ${String(listing.data.find('quantity_mt')?.value)}`);
      const refused = await actOnBid(t, lot.seller, second.id, 'accept');
      t.observe(`accepting a bid for more than is left: ${describeRefusal(refused)}`);
      expectRefusal(refused, 422);
    },
  ),
];

const REJECT: readonly Check[] = [
  check('BID-26/rejected', 'Rejecting a pending bid returns 200 and the rejected bid', SIDES, async (t) => {
    const { lot, id } = await arrangeBidInState(t, 'bid');
    const rejected = await actOnBid(t, lot.seller, id, 'reject');
    expectStatus(rejected, 200);
    rejected.data.get('id').is(id);
    rejected.data.get('status').is('rejected');
    await awaitBidStatus(t, t.buyer, id, 'rejected');
    await awaitReceivedBidStatus(t, lot, id, 'rejected');
  }),
  check('BID-26/counter', "Rejecting a seller's counter returns 200 and the rejected counter", SIDES, async (t) => {
    const { id, bid } = await arrangeBidInState(t, 'counter');
    const rejected = await actOnBid(t, t.buyer, id, 'reject');
    expectStatus(rejected, 200);
    rejected.data.get('id').is(id);
    rejected.data.get('status').is('rejected');
    if ((await readBidStatus(t.buyer, id)) !== undefined) await awaitBidStatus(t, t.buyer, id, 'rejected');
    t.observe(`the countered bid is then ${String(await readBidStatus(t.buyer, bid.id))}`);
  }),
  check(
    'BID-26/others-stay',
    'Rejecting a bid does not reject other bids on the same or another listing',
    WITH_RIVAL,
    async (t) => {
      const lot = await t.arrange.lot();
      const [first, second, third] = await t.arrange.bids(lot, [{}, {}, {}]);
      // On other listings: a bid of the team whose bid is rejected, and one of the buyer.
      const elsewhere = [await t.arrange.bid(await t.arrange.lot(), {}, second.by), await t.arrange.bid(await t.arrange.lot())];
      // A target can allow a team only one open bid per listing (BID-39).
      const same_team = await t.arrange.bid(lot, {}, second.by).catch((error: unknown) => noneIfFinding(error, t.signal));
      if ((await readBidStatus(second.by, second.id)) !== 'pending')
        t.unverifiable('a new bid replaces an earlier one of the same team');
      const others = [first, ...elsewhere, third, same_team].filter((bid) => bid !== undefined);
      const rejected = await actOnBid(t, lot.seller, second.id, 'reject');
      expectStatus(rejected, 200);
      rejected.data.get('status').is('rejected');
      for (const other of others) (await readBid(other.by, other.id)).get('status').is('pending');
    },
  ),
  check('BID-26/by-grades', 'Rejecting a multi-grade bid returns 200 and the rejected bid', SIDES, async (t) => {
    const bid = await placeMultiGradeBid(t);
    const rejected = await actOnBid(t, bid.lot.seller, bid.id, 'reject');
    expectStatus(rejected, 200);
    rejected.data.get('status').is('rejected');
    await awaitBidStatus(t, t.buyer, bid.id, 'rejected');
  }),
];

export const ANSWERS_CHECKS: readonly Check[] = [...ACCEPT, ...REJECT];
