/** Seller-side events, observed with a seller who has a team, or with the simulator. */
import { check, type Check } from '../../check/check.ts';
import {
  Blocked,
  expectNotAddressed,
  REJECTS_NOTHING,
  ensureDone,
  isAboutBid,
  mentions,
  readEnvelope,
  readPath,
  subscribeOutsider,
  encodePath,
} from '#client';
import { TO_SELLERS } from './needs.ts';

export const SELLER_CHECKS: readonly Check[] = [
  check('EVT-17/bid-received', "Placing a bid sends bid.received to the seller's team", TO_SELLERS, async (t) => {
    const inbox = await t.subscribe(t.partner, ['bid.received']);
    const lot = await t.arrange.lot({}, t.partner);
    const bid = await t.arrange.bid(lot);
    await inbox.expect({ type: 'bid.received', where: isAboutBid(bid.id), after: 'a bid was placed' });
    // A deployment can limit a team to one open bid per listing (BID-39).
    ensureDone(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), REJECTS_NOTHING);
    // Every bid sends the event, not only a team's first bid on a lot.
    const again = await t.arrange.bid(lot);
    await inbox.expect({
      type: 'bid.received',
      where: isAboutBid(again.id),
      after: 'a second bid of the same team was placed',
    });
    await inbox.expectNone({ where: isAboutBid(bid.id), nth: 2, within_ms: 150, after: 'the seller rejected the bid' });
  }),
  check(
    'EVT-17/of-an-elevator',
    "A verified elevator's bid sends bid.received to the seller's team",
    [...TO_SELLERS, 'elevator'],
    async (t) => {
      const inbox = await t.subscribe(t.partner, ['bid.received']);
      const bid = await t.arrange.bid(await t.arrange.lot({}, t.partner), {}, t.actor('elevator'));
      await inbox.expect({ type: 'bid.received', where: isAboutBid(bid.id), after: 'a verified elevator placed a bid' });
    },
  ),
  check(
    'EVT-17/simulated',
    "A simulated bid sends bid.received to the seller's sandbox subscription",
    ['partner_sandbox', 'writes', 'webhooks'],
    async (t) => {
      const partner = t.actor('partner_sandbox');
      const inbox = await t.subscribe(partner, ['bid.received']);
      const draft = await t.arrange.draft({}, partner);
      const reply = await partner.post('/sandbox/simulate-event', { event: 'bid.received', inventory_id: draft.id });
      const bid_id = readPath(reply.json, 'data', 'bid_id');
      if (typeof bid_id !== 'string') {
        throw new Blocked(`POST /sandbox/simulate-event simulated no bid (status ${reply.status})`, reply.exchange);
      }
      await inbox.expect({ type: 'bid.received', where: isAboutBid(bid_id), after: 'a bid was simulated' });
    },
  ),
  check('EVT-6/received', 'bid.received has the ids and the status of the bid', TO_SELLERS, async (t) => {
    const inbox = await t.subscribe(t.partner, ['bid.received']);
    const lot = await t.arrange.lot({}, t.partner);
    const bid = await t.arrange.bid(lot);
    const arrival = await inbox.expect({ where: mentions(bid.id), after: 'a bid was placed' });
    const data = readEnvelope(arrival).get('data');
    data.get('bid_id').is(bid.id);
    data.get('inventory_id').is(lot.id);
    data.get('status').is('pending');
    data.get('type').string();
    data.get('reference').is(readPath(bid.reply.json, 'data', 'reference') ?? data.get('reference').string());
  }),
  check(
    'EVT-25/owners-team',
    "Seller-side events go only to the teams of the listing's owner",
    ['buyer', 'rival', 'partner', 'writes', 'webhooks'],
    async (t) => {
      const owners = await t.subscribe(t.partner, ['bid.received', 'trade.created']);
      const witness = await t.subscribe(t.buyer, ['trade.created']);
      const others = [
        await subscribeOutsider(t, t.rival, ['bid.received', 'trade.created']),
        // The buyer also receives trade.created.
        await subscribeOutsider(t, t.buyer, ['bid.received'], ['bid.countered']),
      ];
      const lot = await t.arrange.lot({}, t.partner);
      const bid = await t.arrange.bid(lot);
      const received = { type: 'bid.received', where: isAboutBid(bid.id), after: 'a bid was placed' };
      const delivered = await owners.findNeeded(received);
      const trade = await t.arrange.trade({ lot, bid });
      const created = { type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' };
      // The other side received the event, so the owner's team must receive it too.
      await witness.requireNext(created);
      await owners.expect(created);
      await Promise.all(
        others.map(async (inbox) => expectNotAddressed(t, inbox, { where: mentions(bid.id, trade.id), within_ms: 250 })),
      );
      owners.orBlocked(delivered, received);
    },
  ),
  check(
    'EVT-25/another-sellers-lot',
    "A seller's team receives no events about another seller's lot",
    ['buyer', 'seller', 'partner', 'writes', 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.partner, ['bid.received', 'trade.created']);
      const witness = await t.subscribe(t.buyer, ['trade.created']);
      const lot = await t.arrange.lot({}, t.seller);
      const bid = await t.arrange.bid(lot);
      const trade = await t.arrange.trade({ lot, bid });
      await witness.requireNext({ type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' });
      await expectNotAddressed(t, inbox, { where: mentions(bid.id, trade.id), within_ms: 250 });
    },
  ),
  check(
    'EVT-30/no-team',
    'Reports whether the bidder receives bid.received if the owner of the lot has no team',
    ['buyer', 'seller', 'writes', 'webhooks'],
    async (t) => {
      const inbox = await subscribeOutsider(t, t.buyer, ['bid.received']);
      const bid = await t.arrange.bid(await t.arrange.lot({}, t.seller));
      const delivered = await inbox.find({ where: isAboutBid(bid.id), within_ms: 250 });
      t.observe(
        delivered === undefined
          ? 'the bidder does not receive bid.received for its own bid'
          : 'the bidder itself receives bid.received',
      );
    },
  ),
];
