/** The recipients of events, and the events that are never sent. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, Arrival, Inbox, RejectableBid } from '#client';
import {
  Blocked,
  expectNotAddressed,
  REJECTS_NOTHING,
  ensureDone,
  ensureSuccess,
  isAboutBid,
  mentions,
  placeRejectableBid,
  postSubscription,
  readBidStatus,
  readPath,
  subscribeOutsider,
  unsubscribe,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { TO_BUYERS, TO_SELLERS } from './needs.ts';

const NEVER_SENT = [
  'bid.retracted',
  'listing.created',
  'listing.updated',
  'listing.listed',
  'listing.unlisted',
  'listing.archived',
];
const OF_BIDS = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created'] as const;

export const EVENT_AUDIENCE_CHECKS: readonly Check[] = [
  ...(['buyer', 'rival'] as const).map((own) =>
    check(
      `EVT-4/${own}s-events`,
      `Events about the ${own}'s bids go to no other team`,
      ['buyer', 'rival', 'writes', 'webhooks'],
      async (t) => {
        const [by, other] = own === 'buyer' ? [t.buyer, t.rival] : [t.rival, t.buyer];
        const own_inbox = await t.subscribe(by, OF_BIDS);
        const other_inbox = await t.subscribe(other, OF_BIDS);
        const lot = await t.arrange.lot();
        const { bid: rejected, reject } = await placeRejectableBid(t, by, lot);
        await reject();
        // Even a team with a bid on the same lot must not receive these events.
        await t.arrange.bid(lot, {}, other);
        const countered = await t.arrange.bid(lot, {}, by);
        const counter = await t.arrange.counter(lot, countered);
        // A deployment can limit a team to one open bid per listing (BID-39).
        ensureDone(await by.post(encodePath`/bids/${counter.id}/reject`), REJECTS_NOTHING);
        const trade = await t.arrange.trade({ lot, by });
        await own_inbox.requireNext({ type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' });
        const about_any = mentions(rejected.id, countered.id, counter.id, trade.bid.id, trade.id);
        await expectNotAddressed(t, other_inbox, { where: about_any, after: "another team's bids were decided" });
      },
    ),
  ),
  check(
    'EVT-4/settlements',
    'trade.settled goes to no team outside the trade',
    ['buyer', 'rival', 'writes', 'webhooks', 'hook:pay_invoice'],
    async (t) => {
      const own_inbox = await t.subscribe(t.buyer, ['trade.settled']);
      const other_inbox = await t.subscribe(t.rival, ['trade.settled']);
      const trade = await t.arrange.settledTrade();
      await own_inbox.requireNext({ where: mentions(trade.id), after: 'both invoices were paid' });
      await expectNotAddressed(t, other_inbox, { where: mentions(trade.id), after: "another team's trade was settled" });
    },
  ),
  check(
    'EVT-5/bidders-team',
    'The events of a bid go to the team that placed it',
    ['buyer', 'rival', 'writes', 'webhooks'],
    async (t) => {
      const buyers = await t.subscribe(t.buyer, ['bid.rejected', 'bid.accepted', 'bid.countered']);
      const rivals = await t.subscribe(t.rival, ['bid.rejected']);
      const mine = await placeRejectableBid(t);
      const theirs = await placeRejectableBid(t, t.rival, mine.lot);
      await mine.reject();
      await theirs.reject();
      await expectRejectionEvent(buyers, mine);
      await expectRejectionEvent(rivals, theirs);
      const bid = await t.arrange.bid(mine.lot);
      const counter = await t.arrange.counter(mine.lot, bid);
      await buyers.expect({ type: 'bid.countered', where: mentions(bid.id, counter.id), after: 'its bid was countered' });
      const trade = await t.arrange.trade();
      await buyers.expect({ type: 'bid.accepted', where: isAboutBid(trade.bid.id), after: 'its bid was accepted' });
      await expectNotAddressed(t, buyers, { where: isAboutBid(theirs.bid.id), within_ms: 200 });
      await expectNotAddressed(t, rivals, { where: isAboutBid(mine.bid.id), within_ms: 200 });
    },
  ),
  check(
    'EVT-5/not-to-the-seller',
    'bid.accepted, bid.rejected, and bid.countered do not go to the team of the seller',
    ['buyer', 'partner', 'writes', 'webhooks'],
    async (t) => {
      const types = ['bid.accepted', 'bid.rejected', 'bid.countered'];
      const buyers = await t.subscribe(t.buyer, types);
      const sellers = await subscribeOutsider(t, t.partner, types);
      const lot = await t.arrange.lot({}, t.partner);
      const countered = await t.arrange.bid(lot);
      const counter = await t.arrange.counter(lot, countered);
      const rejected = await t.arrange.bid(await t.arrange.lot({}, t.partner));
      ensureDone(await t.partner.post(encodePath`/bids/${rejected.id}/reject`), REJECTS_NOTHING);
      const { bid } = await t.arrange.trade({ lot: await t.arrange.lot({}, t.partner) });
      await buyers.requireNext({ type: 'bid.accepted', where: isAboutBid(bid.id), after: 'its bid was accepted' });
      const about_any = mentions(countered.id, counter.id, rejected.id, bid.id);
      // Where a seller cannot subscribe to these types, it gets trade.created, which is for both sides.
      const where = (arrival: Arrival): boolean =>
        types.some((type) => type === readPath(arrival.json, 'type')) && about_any(arrival);
      await expectNotAddressed(t, sellers, { where, after: "a buyer's bids were decided" });
    },
  ),
  ...(
    [
      ['EVT-13/to-buyers', 'buyer', TO_BUYERS],
      ['EVT-13/to-sellers', 'partner', TO_SELLERS],
    ] as const
  ).map(([id, side, needs]) =>
    check(id, 'Changing a lot and rejecting a bid sends no bid.retracted and no listing.* event', needs, async (t) => {
      const inbox = await subscribeToAcceptedTypes(t, t.actor(side), side);
      // A deployment can limit a team to one open bid per listing (BID-39).
      const seller = side === 'partner' ? t.partner : undefined;
      const lots = [await t.arrange.lot({}, seller), await t.arrange.lot({}, seller), await t.arrange.lot({}, seller)] as const;
      const [lot, withdrawn_on, countered_on] = lots;
      await t.arrange.bid(lot);
      const bid = await t.arrange.bid(withdrawn_on);
      // A target does not have to let a side withdraw its own bid (BID-28).
      await t.buyer.post(encodePath`/bids/${bid.id}/reject`);
      const counter = await t.arrange.counter(countered_on, await t.arrange.bid(countered_on));
      await lot.seller.post(encodePath`/bids/${counter.id}/reject`);
      const path = encodePath`/me/inventory/${lot.id}`;
      ensureSuccess(await lot.seller.patch(path, { target_price: { amount: 301 } }));
      ensureSuccess(await lot.seller.patch(path, { listed: false }));
      ensureSuccess(await lot.seller.patch(path, { listed: true }));
      ensureSuccess(await lot.seller.delete(path));
      await inbox.expectNone({
        where: ({ json }) => {
          const type = readPath(json, 'type');
          return typeof type === 'string' && (type === 'bid.retracted' || type.startsWith('listing.'));
        },
        after: 'a bid was withdrawn, and a lot was changed, unlisted, relisted, and archived',
      });
    }),
  ),
  check('EVT-24/asked-for', 'A subscription to one event type receives no other type', TO_BUYERS, async (t) => {
    const rejections = await t.subscribe(t.buyer, ['bid.rejected']);
    const acceptances = await t.subscribe(t.buyer, ['bid.accepted', 'trade.created']);
    const { lot, bid, reject } = await placeRejectableBid(t);
    await reject();
    const trade = await t.arrange.trade({ lot });
    await rejections.requireNext({ where: isAboutBid(bid.id), after: 'a bid was rejected' });
    await acceptances.requireNext({ type: 'trade.created', where: mentions(trade.id), after: 'a bid was accepted' });
    const of = (types: readonly string[]) => ({
      where: ({ json }: { json: unknown }) => !types.includes(String(readPath(json, 'type'))),
      within_ms: 200,
    });
    await rejections.expectNone(of(['bid.rejected']));
    await acceptances.expectNone(of(['bid.accepted', 'trade.created']));
  }),
];

/** Asserts that the rejection of a bid was delivered. @throws Blocked if the bid is still pending, so that no event is due */
async function expectRejectionEvent(inbox: Inbox, { bid }: RejectableBid): Promise<void> {
  try {
    await inbox.expect({ type: 'bid.rejected', where: isAboutBid(bid.id), after: 'its bid was rejected' });
  } catch (error) {
    throw (await readBidStatus(inbox.actor, bid.id)) === 'pending'
      ? new Blocked('POST /bids/{id}/reject leaves the bid pending')
      : error;
  }
}

/** Subscribes to events that must never be sent. If the target rejects their types, which the document leaves open, subscribes to all known types. */
async function subscribeToAcceptedTypes(t: CheckContext, actor: Actor, side: 'buyer' | 'partner'): Promise<Inbox> {
  const seen = await t.run.receiver.openMailbox(t.check.id, actor.name);
  const response = await postSubscription(t, actor, { url: seen.url, events: [...NEVER_SENT, ...OF_BIDS] });
  seen.close();
  const id = readPath(response.json, 'data', 'id');
  if (typeof id === 'string') await unsubscribe(t, actor, id);
  const is_accepted = response.is_success;
  t.observe(`a subscription to bid.retracted and listing.* is ${is_accepted ? 'accepted' : 'rejected'}`);
  const known = [...OF_BIDS, 'bid.received', 'trade.settled'];
  const own = side === 'partner' ? ['bid.received', 'trade.created'] : OF_BIDS;
  return subscribeOutsider(t, actor, is_accepted ? [...NEVER_SENT, ...known] : known, own);
}
