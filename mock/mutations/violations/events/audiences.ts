/** Which events are sent, and to whom. */
import type { EventType } from '#spec';
import {
  alsoNotify,
  dropEvent,
  findRow,
  findRows,
  isConcerned,
  isSubscribed,
  onEvent,
  onEventsOf,
  onListeners,
  partiesOf,
  personaAsCaller,
  repeatEvent,
  violations,
  type EventDraft,
  type Reader,
  type Seams,
} from '../kit/index.ts';

const ANALYSES = ['analysis.requested', 'analysis.sample_received', 'analysis.graded', 'analysis.photo_added'] as const;
const RIVALS_TEAM = personaAsCaller('rival').team_id;
const ELEVATORS_TEAM = personaAsCaller('elevator').team_id;
const OF_BIDS = ['bid.accepted', 'bid.rejected', 'bid.countered'] as const;

/** The event for the buyer side only. */
export function withoutSeller({ type, livemode, subject_id, team_ids = [] }: EventDraft): EventDraft {
  return { type, livemode, subject_id, team_ids };
}

/** Sends an event a second time, under another type. */
export function alsoSending(type: EventType, other: EventType): Partial<Seams> {
  return onEvent(type, (draft) => [draft, { ...draft, type: other }]);
}

/** The teams that have bid on the lot of a bid, in order of their first bid. */
async function biddersOfTheLot(db: Reader, { subject_id }: EventDraft): Promise<readonly string[]> {
  const bid = await findRow(db, 'bids', { id: subject_id });
  const rows = await db
    .selectFrom('bids')
    .select('buyer_team_id')
    .where('lot_id', '=', bid?.lot_id ?? '')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return [...new Set(rows.map(({ buyer_team_id }) => buyer_team_id))];
}

export const EVENT_AUDIENCES = violations({
  'EVT-4/sent-to-strangers: Events reach every team that subscribes to the type.': alsoNotify('all', isSubscribed),
  'EVT-4/sent-to-other-bidders: Events of a bid reach every team that has bid on the lot.': onEvent(
    OF_BIDS,
    async (draft, { db }) => ({ ...draft, team_ids: await biddersOfTheLot(db, draft) }),
  ),
  'EVT-4/sent-to-an-elevator: Events of a bid also reach a verified elevator.': alsoNotify(
    OF_BIDS,
    (subscription, draft) => isSubscribed(subscription, draft) && subscription.team_id === ELEVATORS_TEAM,
  ),
  'EVT-4/offers-to-a-buyer: `trade.created` of an offer on a cash bid also reaches the rival.': onEvent(
    'trade.created',
    async (draft, { db }) => {
      const trade = await findRow(db, 'trades', { id: draft.subject_id });
      const { team_ids = [] } = draft;
      return trade?.bid_id === null && RIVALS_TEAM !== null ? { ...draft, team_ids: [...team_ids, RIVALS_TEAM] } : draft;
    },
  ),
  'EVT-5/not-sent-to-buyers: `bid.accepted` reaches no buyer.': onListeners('bid.accepted', () => []),
  "EVT-5/sent-to-first-bidder: `bid.rejected` reaches the first bidder on the lot instead of the bid's team.": onEvent(
    'bid.rejected',
    async (draft, { db }) => ({ ...draft, team_ids: (await biddersOfTheLot(db, draft)).slice(0, 1) }),
  ),
  'EVT-5/sent-to-sellers: `bid.accepted`, `bid.rejected`, and `bid.countered` also reach the teams of the seller.': onEvent(
    OF_BIDS,
    async (draft, { db }) => {
      const parties = await partiesOf(db, draft.subject_id ?? '');
      return parties === undefined ? draft : { ...draft, seller_user_id: parties.seller.id };
    },
  ),
  'EVT-5/offers-not-sent: `cashbid.offer_received` is never sent.': dropEvent('cashbid.offer_received'),
  'EVT-5/offers-to-all: `cashbid.offer_received` reaches every team.': alsoNotify('cashbid.offer_received', isSubscribed),
  'EVT-5/offers-to-one-other: `cashbid.offer_received` also reaches the rival.': alsoNotify(
    'cashbid.offer_received',
    (subscription, draft) => isSubscribed(subscription, draft) && subscription.team_id === RIVALS_TEAM,
  ),
  'EVT-11/sent-to-all-partners: `analysis.*` events reach every team that subscribes to them.': alsoNotify(
    ANALYSES,
    isSubscribed,
  ),
  'EVT-12/cleared-at-once: `queue.congestion_cleared` follows immediately after the start.': alsoSending(
    'queue.congestion_started',
    'queue.congestion_cleared',
  ),
  'EVT-12/never-cleared: `queue.congestion_cleared` is never sent.': dropEvent('queue.congestion_cleared'),
  'EVT-12/sent-twice: `queue.congestion_started` is sent twice.': repeatEvent('queue.congestion_started'),
  'EVT-12/sent-to-all: `queue.congestion_started` reaches every team.': alsoNotify('queue.congestion_started', isSubscribed),
  'EVT-17/not-sent: `bid.received` is never sent.': dropEvent('bid.received'),
  'EVT-17/live-not-sent: `bid.received` is not sent for live bids.': onEvent('bid.received', (draft) =>
    draft.livemode === 1 ? [] : draft,
  ),
  'EVT-17/not-sent-for-elevators: `bid.received` is not sent for bids of verified elevators.': onEvent(
    'bid.received',
    async (draft, { db }) => {
      const parties = await partiesOf(db, draft.subject_id ?? '');
      return parties?.buyer?.id === personaAsCaller('elevator').team_id ? [] : draft;
    },
  ),
  'EVT-18/rejection-not-sent: `bid.rejected` is never sent.': dropEvent('bid.rejected'),
  'EVT-18/acceptance-not-sent: `bid.accepted` is never sent.': dropEvent('bid.accepted'),
  'EVT-18/counter-not-sent: `bid.countered` is never sent.': dropEvent('bid.countered'),
  'EVT-18/trade-not-sent: `trade.created` is never sent.': dropEvent('trade.created'),
  'EVT-18/countered-as-received: A counter sends `bid.received` instead of `bid.countered`.': onEvent(
    'bid.countered',
    (draft) => ({
      ...draft,
      type: 'bid.received',
    }),
  ),
  'EVT-18/countered-is-rejected: A counter also sends `bid.rejected`.': alsoSending('bid.countered', 'bid.rejected'),
  'EVT-23/photos-not-sent: `analysis.photo_added` is never sent.': dropEvent('analysis.photo_added'),
  'EVT-23/graded-when-received: `analysis.graded` is sent when the sample arrives.': onEvent(
    'analysis.sample_received',
    (draft) => [draft, { ...draft, type: 'analysis.graded', data: { ...draft.data, grade: 'No. 1' } }],
  ),
  'EVT-24/everything-sent: A subscription receives types that it does not list.': alsoNotify('all', isConcerned),
  'EVT-24/trades-sent-to-all: `trade.created` reaches subscriptions that do not list it.': alsoNotify(
    'trade.created',
    isConcerned,
  ),
  'EVT-25/trades-not-sent-to-sellers: `trade.created` does not reach the seller.': onEvent('trade.created', withoutSeller),
  'EVT-4/settlements-to-all: `trade.settled` reaches every team that subscribes to it.': alsoNotify(
    'trade.settled',
    isSubscribed,
  ),
  'EVT-25/bids-sent-to-buyers: `bid.received` reaches every team that subscribes to it.': alsoNotify(
    'bid.received',
    isSubscribed,
  ),
  'EVT-25/trades-sent-to-all-partners: `trade.created` reaches every team that subscribes to it.': alsoNotify(
    'trade.created',
    isSubscribed,
  ),
  'EVT-27/not-sent: Unlisting a lot sends no `bid.rejected`.': onEventsOf('updateListing', () => []),
  'EVT-27/first-bidder-only: Unlisting a lot sends `bid.rejected` to the first bidder only.': onEventsOf(
    'updateListing',
    (drafts) => drafts.slice(0, 1),
  ),
  'EVT-27/no-multi-grade: Unlisting a lot sends no `bid.rejected` for multi-grade bids.': onEventsOf(
    'updateListing',
    async (drafts, { db }) => {
      const multi_grade = await findRows(db, 'bids', { type: 'multi_grade' });
      return drafts.filter(({ subject_id }) => multi_grade.every(({ id }) => id !== subject_id));
    },
  ),
});
