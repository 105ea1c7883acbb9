/** WHK-6: the token that creates a subscription determines its mode. */
import { check, type Check } from '../../check/check.ts';
import { isAboutBid, placeRejectableBid, readEnvelope } from '#client';
import { simulateOnDraft } from '../sandbox/simulation.ts';

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
];
