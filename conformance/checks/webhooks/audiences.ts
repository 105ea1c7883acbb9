/** The event types that can be subscribed to. */
import { check, type Check } from '../../check/check.ts';
import type { Actor, ActorName, Inbox } from '#client';
import {
  isAboutBid,
  noneIfFinding,
  expectSuccess,
  readId,
  postSubscription,
  placeRejectableBid,
  unsubscribe,
  withSubscription,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

const NEEDS = ['buyer', 'writes'] as const;

const BUYER_SIDE = ['bid.accepted', 'bid.rejected', 'bid.countered', 'trade.created', 'trade.settled'];
const SELLER_SIDE = ['bid.received', 'trade.created', 'trade.settled'];
const PARTNER = ['analysis.requested', 'analysis.sample_received', 'analysis.graded', 'analysis.photo_added'];
const ELEVATOR = ['queue.congestion_started', 'queue.congestion_cleared'];

const AUDIENCES: readonly { name: string; actor: ActorName; types: readonly string[] }[] = [
  { name: 'buyer-side', actor: 'buyer', types: BUYER_SIDE },
  // Only the elevator has cash bids.
  { name: 'cash-bids', actor: 'elevator', types: ['cashbid.offer_received'] },
  { name: 'seller-side', actor: 'partner', types: SELLER_SIDE },
  { name: 'partner', actor: 'partner', types: PARTNER },
  { name: 'elevator', actor: 'elevator', types: ELEVATOR },
];

export const AUDIENCE_CHECKS: readonly Check[] = [
  ...AUDIENCES.map(({ name, actor, types }) =>
    check(`WHK-14/${name}`, `The actor ${actor} can subscribe to every ${name} event type`, [actor, 'writes'], async (t) => {
      await subscribeToEach(t, t.actor(actor), types);
    }),
  ),
  check('WHK-4/accepted', 'A subscription to inventory.matched can be created', NEEDS, async (t) => {
    await subscribeToEach(t, t.buyer, ['inventory.matched']);
  }),
  check(
    'WHK-4/never-emitted',
    'Listing a lot and bidding on it sends no inventory.matched',
    [...NEEDS, 'webhooks'],
    async (t) => {
      const inboxes: Inbox[] = [];
      for (const name of ['partner', 'elevator'] as const) {
        if (!t.has(name)) continue;
        const others = await t
          .subscribe(t.actor(name), ['inventory.matched'])
          .catch((error: unknown) => noneIfFinding(error, t.signal));
        if (others === undefined) t.observe(`${name} could not subscribe, so nothing shows what it would receive`);
        else inboxes.push(others);
      }
      const inbox = await t.subscribe(t.buyer, ['inventory.matched', 'bid.rejected']);
      // The partner's team also gets the events of its own listing.
      const lot = t.has('partner')
        ? await t.arrange.lot({}, t.partner).catch((error: unknown) => noneIfFinding(error, t.signal))
        : undefined;
      const { bid, reject } = await placeRejectableBid(t, t.buyer, lot);
      await reject();
      const witness = { type: 'bid.rejected', where: isAboutBid(bid.id), after: 'a bid was rejected' };
      const delivered = await inbox.findNeeded(witness);
      for (const each of [inbox, ...inboxes]) await each.expectNone({ type: 'inventory.matched' });
      // A subscription without any delivery proves nothing.
      inbox.orBlocked(delivered, witness);
    },
  ),
  check(
    'WHK-16/any-audience',
    'Reports the statuses when a buyer subscribes to event types for other audiences',
    NEEDS,
    async (t) => {
      await withSubscription(t, t.buyer, ['bid.rejected'], async ({ url }) => {
        for (const type of [...SELLER_SIDE, ...PARTNER, ...ELEVATOR]) {
          const reply = await t.buyer.post('/webhooks', { url: `${url}/${type}`, events: [type] });
          t.observe(`${type} for a buyer: ${reply.status}`);
          const id = readId(reply);
          if (id !== undefined) await t.buyer.delete(encodePath`/webhooks/${id}`);
        }
      });
    },
  ),
];

async function subscribeToEach(t: CheckContext, actor: Actor, types: readonly string[]): Promise<void> {
  // For both sides, so for any team.
  await withSubscription(t, actor, ['trade.created'], async ({ url }) => {
    for (const type of types) {
      // A deployment may reject a second subscription to the same URL.
      const reply = await postSubscription(t, actor, { url: `${url}/${type}`, events: [type] }, 1);
      expectSuccess(reply);
      await unsubscribe(t, actor, reply.data.get('id').text());
    }
  });
}
