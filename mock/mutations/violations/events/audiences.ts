/** What is told, and to whom. */
import { all, alsoTell, dropEvent, insteadOfAct, onEvent, onListeners, repeatEvent, violation } from '../kit/index.ts';
import type { Reader } from '../../../market/records/tables.ts';
import type { EventDraft } from '../../../market/rules/events.ts';
import type { Violation } from '../violation.ts';

const ANALYSES = ['analysis.requested', 'analysis.sample_received', 'analysis.graded', 'analysis.photo_added'] as const;
const OF_BIDS = ['bid.accepted', 'bid.rejected', 'bid.countered'] as const;

/** The event, told to the buyer side alone. */
export function untoldSeller({ type, livemode, subject_id, team_ids = [] }: EventDraft): EventDraft {
  return { type, livemode, subject_id, team_ids };
}

/** The teams that have bid on the lot of a bid, the first to do so first. */
async function biddersOfTheLot(db: Reader, { subject_id }: EventDraft): Promise<readonly string[]> {
  const bid = await db.selectFrom('bids').select('lot_id').where('id', '=', subject_id).executeTakeFirst();
  const rows = await db
    .selectFrom('bids')
    .select('buyer_team_id')
    .where('lot_id', '=', bid?.lot_id ?? '')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return [...new Set(rows.map(({ buyer_team_id }) => buyer_team_id))];
}

/** While a lot is delisted by PATCH, changes which bidders are told. */
function whileDelisting(keep: (drafts: readonly EventDraft[]) => readonly EventDraft[]): Violation['seams'] {
  return () => {
    let is_delisting = false;
    return all(
      insteadOfAct('updateListing', async (_call, _lot, act) => {
        is_delisting = true;
        try {
          return await act();
        } finally {
          is_delisting = false;
        }
      }),
      { events: (drafts) => (is_delisting ? keep(drafts) : drafts) },
    );
  };
}

export const EVENT_AUDIENCES: readonly Violation[] = [
  violation(
    'EVT-4/told-to-strangers',
    'Every subscription of the mode that asked for the type is told, of whatever team.',
    alsoTell('all', ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === draft.livemode),
  ),
  violation(
    'EVT-4/told-to-other-bidders',
    'All who have bid on a lot are told how the bids on it are answered.',
    onEvent(OF_BIDS, async (draft, { db }) => ({ ...draft, team_ids: await biddersOfTheLot(db, draft) })),
  ),
  violation(
    'EVT-5/buyers-not-told',
    'No buyer is told of an acceptance.',
    onListeners('bid.accepted', () => []),
  ),
  violation(
    'EVT-5/first-bidder-told',
    'Whoever was the first to bid on a lot is told of all bids on it.',
    onEvent('bid.rejected', async (draft, { db }) => ({ ...draft, team_ids: (await biddersOfTheLot(db, draft)).slice(0, 1) })),
  ),
  violation('EVT-5/offers-untold', 'Nobody is told of an offer.', dropEvent('cashbid.offer_received')),
  violation(
    'EVT-5/offers-to-all',
    'Every team is told of an offer.',
    alsoTell(
      'cashbid.offer_received',
      ({ events, livemode }, draft) => events.includes(draft.type) && livemode === draft.livemode,
    ),
  ),
  violation(
    'EVT-11/told-to-all-partners',
    'Whoever asks for analysis.* is told of all.',
    alsoTell(ANALYSES, ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === draft.livemode),
  ),
  violation(
    'EVT-12/cleared-at-once',
    'Congestion is over as soon as it has begun.',
    onEvent('queue.congestion_started', (draft) => [draft, { ...draft, type: 'queue.congestion_cleared' }]),
  ),
  violation('EVT-12/never-cleared', 'Nobody is told that congestion is over.', dropEvent('queue.congestion_cleared')),
  violation('EVT-12/told-twice', 'Congestion is told twice.', repeatEvent('queue.congestion_started')),
  violation(
    'EVT-12/told-to-all',
    'Every team is told of congestion.',
    alsoTell(
      'queue.congestion_started',
      ({ events, livemode }, draft) => events.includes(`"${draft.type}"`) && livemode === draft.livemode,
    ),
  ),
  violation('EVT-17/untold', 'No seller is told of a bid.', dropEvent('bid.received')),
  violation(
    'EVT-17/live-untold',
    'No seller is told of a live bid.',
    onEvent('bid.received', (draft) => (draft.livemode === 1 ? [] : draft)),
  ),
  violation('EVT-18/rejection-untold', 'No buyer is told of a rejection.', dropEvent('bid.rejected')),
  violation('EVT-18/acceptance-untold', 'No buyer is told of an acceptance but for the trade.', dropEvent('bid.accepted')),
  violation('EVT-18/counter-untold', 'No buyer is told of a counter.', dropEvent('bid.countered')),
  violation('EVT-18/trade-untold', 'An acceptance tells of no trade.', dropEvent('trade.created')),
  violation(
    'EVT-18/countered-as-received',
    'A counter is told to the buyer as a bid received.',
    onEvent('bid.countered', (draft) => ({ ...draft, type: 'bid.received' })),
  ),
  violation(
    'EVT-18/countered-is-rejected',
    'A counter is told as a rejection as well.',
    onEvent('bid.countered', (draft) => [draft, { ...draft, type: 'bid.rejected' }]),
  ),
  violation('EVT-23/photos-untold', 'Nobody is told of a photo.', dropEvent('analysis.photo_added')),
  violation(
    'EVT-23/graded-when-received',
    'A sample that was received is graded.',
    onEvent('analysis.sample_received', (draft) => [
      draft,
      { ...draft, type: 'analysis.graded', data: { ...draft.data, grade: 'No. 1' } },
    ]),
  ),
  violation(
    'EVT-24/everything-told',
    'A subscription gets everything that concerns its team.',
    alsoTell('all', ({ team_id, livemode }, draft) => draft.team_ids?.includes(team_id) === true && livemode === draft.livemode),
  ),
  violation(
    'EVT-24/trades-told-to-all',
    'Whoever asks for anything is told of the trades of its team.',
    alsoTell(
      'trade.created',
      ({ team_id, livemode }, draft) => draft.team_ids?.includes(team_id) === true && livemode === draft.livemode,
    ),
  ),
  violation('EVT-25/sellers-untold-of-trades', 'The seller side is told of no trade.', onEvent('trade.created', untoldSeller)),
  violation(
    'EVT-25/buyers-told-of-bids',
    'Who asks for bid.received gets all of the mode.',
    alsoTell('bid.received', ({ events, livemode }, draft) => events.includes('"bid.received"') && livemode === draft.livemode),
  ),
  violation(
    'EVT-25/partners-told-of-all-trades',
    'Who asks for trade.created gets all of the mode.',
    alsoTell('trade.created', ({ events, livemode }, draft) => events.includes('"trade.created"') && livemode === draft.livemode),
  ),
  {
    name: 'EVT-27/untold',
    clause: 'EVT-27',
    title: 'No bidder is told that its lot was unlisted.',
    seams: whileDelisting(() => []),
  },
  {
    name: 'EVT-27/first-bidder-only',
    clause: 'EVT-27',
    title: 'Only the first bidder is told that the lot was unlisted.',
    seams: whileDelisting((drafts) => drafts.slice(0, 1)),
  },
];
