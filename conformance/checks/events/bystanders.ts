/** EVT-4: events do not go to elevators that are not involved, and events about an offer on a cash bid do not go to other teams. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureId, expectNotAddressed, mentions, placeRejectableBid, subscribeOutsider } from '#client';

const OF_BIDS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created'] as const;
const OF_OFFERS = ['trade.created', 'cashbid.offer_received'] as const;

export const BYSTANDER_CHECKS: readonly Check[] = [
  check(
    'EVT-4/elevator',
    "Events about a team's bids do not go to an elevator",
    ['rival', 'elevator', 'writes', 'webhooks'],
    async (t) => {
      const own_inbox = await t.subscribe(t.rival, OF_BIDS);
      const elevator_inbox = await t.subscribe(t.elevator, OF_BIDS);
      const { lot, bid, reject } = await placeRejectableBid(t, t.rival);
      await reject();
      const other = await t.arrange.lot();
      const countered = await t.arrange.bid(other, {}, t.rival);
      await t.arrange.counter(other, countered);
      const trade = await t.arrange.trade({ lot, by: t.rival });
      await own_inbox.requireNext({ type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' });
      const where = mentions(bid.id, countered.id, trade.bid.id, trade.id);
      await expectNotAddressed(t, elevator_inbox, { where, after: "another team's bids were decided" });
    },
  ),
  check(
    'EVT-4/trade-of-an-offer',
    "Events about an offer on a cash bid go to no other buyer's team",
    ['elevator', 'rival', 'writes', 'webhooks', 'hook:make_offer', 'fixture:cash_bid_body'],
    async (t) => {
      const own_inbox = await t.subscribe(t.elevator, ['trade.created']);
      const other_inbox = await subscribeOutsider(t, t.rival, OF_OFFERS);
      const { id } = await t.arrange.cashBid();
      const offer = await t.arrange.offer(id);
      const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${offer}/accept`);
      const trade = ensureId(accepted, 'POST /cash-bid-offers/{id}/accept created no trade');
      await own_inbox.requireNext({ type: 'trade.created', where: mentions(trade), after: 'an offer was accepted' });
      await expectNotAddressed(t, other_inbox, { where: mentions(trade, offer), after: "an elevator's offer was accepted" });
    },
  ),
];
