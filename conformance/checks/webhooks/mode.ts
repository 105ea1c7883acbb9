/** WHK-6: the token that creates a subscription determines its mode. */
import { check, type Check, type Need } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import {
  encodePath,
  ensureId,
  isAboutBid,
  mentions,
  placeRejectableBid,
  readEnvelope,
  subscribeOutsider,
  type ActorName,
} from '#client';
import { OFFER_NEEDS, makeOffer } from '../cash-bids/make-offer.ts';
import { simulateOnDraft } from '../sandbox/simulation.ts';

interface Deal {
  name: string;
  live: ActorName;
  sandbox: ActorName;
  types: readonly string[];
  needs: readonly Need[];
  /** Makes a live trade. @returns its id, and those of the bid or offer that became it */
  make: (t: CheckContext) => Promise<{ trade_id: string; ids: readonly string[] }>;
}

const DEALS: readonly Deal[] = [
  {
    name: 'bids',
    live: 'buyer',
    sandbox: 'buyer_sandbox',
    types: ['bid.accepted', 'trade.created'],
    needs: ['seller'],
    make: async (t) => {
      const { id, bid } = await t.arrange.trade();
      return { trade_id: id, ids: [bid.id] };
    },
  },
  {
    name: 'offers',
    live: 'elevator',
    sandbox: 'elevator_sandbox',
    types: ['cashbid.offer_received', 'trade.created'],
    needs: OFFER_NEEDS,
    make: async (t) => {
      const offer = await makeOffer(t);
      const accepted = await t.elevator.post(encodePath`/cash-bid-offers/${offer.id}/accept`);
      const trade_id = ensureId(accepted, 'POST /cash-bid-offers/{id}/accept created no trade');
      return { trade_id, ids: [offer.id] };
    },
  },
];

export const MODE_CHECKS: readonly Check[] = [
  check(
    'WHK-6/sandbox-event',
    "A sandbox event goes to the sandbox token's subscription, not to the live token's",
    ['partner', 'partner_sandbox', 'live', 'writes', 'webhooks'],
    async (t) => {
      const live = await t.subscribe(t.partner, ['bid.received']);
      const sandbox = await t.subscribe(t.actor('partner_sandbox'), ['bid.received']);
      const { bid_id } = await simulateOnDraft(t, t.actor('partner_sandbox'));
      const witness = { type: 'bid.received', where: isAboutBid(bid_id), after: 'a bid was simulated' };
      const arrival = await sandbox.findNeeded(witness);
      await live.expectNone({ where: isAboutBid(bid_id), after: 'a bid was simulated in the sandbox' });
      readEnvelope(sandbox.orBlocked(arrival, witness)).get('livemode').is(false);
    },
  ),
  check(
    'WHK-6/live-event',
    "A live event goes to the live token's subscription, not to the sandbox token's",
    ['buyer', 'partner', 'partner_sandbox', 'live', 'writes', 'webhooks'],
    async (t) => {
      const sandbox = await t.subscribe(t.actor('partner_sandbox'), ['bid.received']);
      const live = await t.subscribe(t.partner, ['bid.received']);
      const lot = await t.arrange.lot({}, t.partner);
      const bid = await t.arrange.bid(lot);
      const witness = { type: 'bid.received', where: isAboutBid(bid.id), after: 'a bid was placed' };
      const arrival = await live.findNeeded(witness);
      await sandbox.expectNone({ where: isAboutBid(bid.id), after: 'a live bid was placed' });
      readEnvelope(live.orBlocked(arrival, witness)).get('livemode').is(true);
    },
  ),
  check(
    'WHK-6/buyers-sandbox',
    "A buyer's live event is not sent to the same team's sandbox subscriptions",
    ['buyer', 'buyer_sandbox', 'live', 'writes', 'webhooks'],
    async (t) => {
      const sandbox = await t.subscribe(t.actor('buyer_sandbox'), ['bid.rejected']);
      const live = await t.subscribe(t.buyer, ['bid.rejected']);
      const { bid, reject } = await placeRejectableBid(t);
      await reject();
      const witness = { type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' };
      const arrival = await live.findNeeded(witness);
      await sandbox.expectNone({ where: isAboutBid(bid.id), after: 'a live bid was rejected' });
      live.orBlocked(arrival, witness);
    },
  ),
  ...DEALS.map(({ name, live, sandbox, types, needs, make }) =>
    check(
      `WHK-6/${name}-of-live`,
      `A live event about ${name} is not sent to the same team's sandbox subscriptions`,
      [live, sandbox, 'live', 'writes', 'webhooks', ...needs],
      async (t) => {
        const others = await subscribeOutsider(t, t.actor(sandbox), types);
        const owns = await t.subscribe(t.actor(live), ['trade.created']);
        const { trade_id, ids } = await make(t);
        const witness = { type: 'trade.created', where: mentions(trade_id), after: 'a live trade was created' };
        const arrival = await owns.findNeeded(witness);
        await others.expectNone({ where: mentions(...ids, trade_id), after: 'a live trade was created' });
        owns.orBlocked(arrival, witness);
      },
    ),
  ),
];
