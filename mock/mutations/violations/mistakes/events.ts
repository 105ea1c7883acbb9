/** Events that one code path forgets, sends twice, or fills from the wrong record. */
import {
  afterAct,
  all,
  countMatches,
  findRow,
  findRows,
  onEvent,
  onEventsOf,
  onPayload,
  repeatEvent,
  violations,
  withEnvelope,
  withPayload,
  type Reader,
  type Row,
  type Seams,
  type Tx,
  type Types,
} from '../kit/index.ts';
import type { Envelope, EventType } from '#spec';
import { OF_BIDS } from '../events/payloads.ts';
import { draftSellerEvent } from '../../../market/rules/bids.ts';
import { emit } from '../../../server/webhooks/outbox.ts';

export async function bidOf(db: Reader, id: string | null): Promise<Row<'bids'> | undefined> {
  return findRow(db, 'bids', { id });
}

/** Drops the events of bids that match. */
function notSentIf(type: EventType, isAffected: (bid: Row<'bids'>) => boolean): Partial<Seams> {
  return onEvent(type, async (draft, { db }) => {
    const bid = await bidOf(db, draft.subject_id);
    return bid !== undefined && isAffected(bid) ? [] : draft;
  });
}

async function lotOf(data: Envelope['data'], db: Reader): Promise<Row<'lots'> | undefined> {
  return findRow(db, 'lots', { id: 'inventory_id' in data ? String(data['inventory_id']) : '' });
}

/** Gives payloads about counters the reference of the bid before the counter. */
function referenceOfCountered(types: Types): Partial<Seams> {
  return withPayload(types, async (_data, { db, event }) => {
    const countered = await bidOf(db, (await bidOf(db, event.subject_id))?.counter_to ?? null);
    return countered === undefined ? {} : { reference: countered.reference };
  });
}

const isMultiGrade = ({ type }: Row<'bids'>): boolean => type === 'multi_grade';
const isCounterToCounter = ({ counter_to, author }: Row<'bids'>): boolean => counter_to !== null && author === 'buyer';

export const MISTAKEN_EVENTS = violations({
  'EVT-18/accepted-counters-not-sent: Accepting a counter to a counter sends no `bid.accepted`.': notSentIf(
    'bid.accepted',
    isCounterToCounter,
  ),
  'EVT-18/multi-grade-not-sent: Accepting a multi-grade bid sends no `bid.accepted`.': notSentIf('bid.accepted', isMultiGrade),
  'EVT-18/multi-grade-rejections-not-sent: Rejecting a multi-grade bid sends no `bid.rejected`.': notSentIf(
    'bid.rejected',
    isMultiGrade,
  ),
  'EVT-18/rejected-counters-not-sent: Rejecting a counter to a counter sends no `bid.rejected`.': notSentIf(
    'bid.rejected',
    isCounterToCounter,
  ),
  'EVT-18/trades-by-grades-not-sent: Accepting a multi-grade bid sends no `trade.created`.': onEvent(
    'trade.created',
    async (draft, { db }) => {
      const trade = await findRow(db, 'trades', { id: draft.subject_id });
      const bid = await bidOf(db, trade?.bid_id ?? null);
      return bid !== undefined && isMultiGrade(bid) ? [] : draft;
    },
  ),
  'EVT-3/settled-twice: Paying the last invoice sends `trade.settled` twice.': repeatEvent('trade.settled'),
  'EVT-3/created-twice: A new trade sends `trade.created` twice.': repeatEvent('trade.created'),
  'EVT-3/accepted-twice: Accepting a bid sends `bid.accepted` twice.': repeatEvent('bid.accepted'),
  'TRD-7/counters-not-sent: Accepting a counter sends no `trade.created`.': onEvent('trade.created', async (draft, { db }) => {
    const trade = await findRow(db, 'trades', { id: draft.subject_id });
    const bid = await bidOf(db, trade?.bid_id ?? null);
    return bid?.author === 'seller' ? [] : draft;
  }),
  'EVT-17/once-per-team: `bid.received` is sent for the first bid of a team on a lot only.': onEvent(
    'bid.received',
    async (draft, { db }) => {
      const { lot_id = '', buyer_team_id = '' } = (await bidOf(db, draft.subject_id)) ?? {};
      return (await countMatches(db, 'bids', { lot_id, buyer_team_id })) > 1 ? [] : draft;
    },
  ),
  'EVT-17/multi-grade-not-sent: `bid.received` is not sent for multi-grade bids.': notSentIf('bid.received', isMultiGrade),
  'IDEM-2/sent-again-on-repeat: A repeat with the same Idempotency-Key sends `bid.received` again.': () => {
    const placed = new Map<string, Row<'bids'>>();
    return all(
      afterAct('placeBid', async ({ db }, { data }) => {
        const bid = await bidOf(db, data.id);
        if (bid !== undefined) placed.set(`${bid.lot_id} ${bid.buyer_team_id}`, bid);
      }),
      {
        key: async (use, { world, db, operation_id, incoming, caller }) => {
          const bid = placed.get(`${incoming.path['id'] ?? ''} ${caller?.team_id ?? ''}`);
          const row = await findRow(db, 'idempotency_keys', {
            key: use.key,
            path: use.path,
            team_id: use.owner,
            body_hash: use.body_hash,
          });
          if (operation_id === 'placeBid' && bid !== undefined && row !== undefined)
            await emit(
              world,
              // A key is looked up in the transaction of a write.
              db as Tx,
              [draftSellerEvent(bid)],
              world.clock.now(),
            );
          return use;
        },
      },
    );
  },
  'BID-52/archiving-not-sent: Archiving a listed lot sends no `bid.rejected`.': onEventsOf('archiveListing', () => []),
  'EVT-6/first-of-the-chain: `bid.accepted` of a counter names the bid before it.': onEvent(
    'bid.accepted',
    async (draft, { db }) => ({ ...draft, subject_id: (await bidOf(db, draft.subject_id))?.counter_to ?? draft.subject_id }),
  ),
  'EVT-6/reference-of-the-countered: Bid payloads about a counter have the reference of the bid before it.':
    referenceOfCountered(OF_BIDS),
  'EVT-6/delisted-as-the-countered: Delisting a lot sends `bid.rejected` for the bid before a counter.': onEventsOf(
    'updateListing',
    async (drafts, { db }) =>
      Promise.all(
        drafts.map(async (draft) => {
          const { counter_to = null } = (await bidOf(db, draft.subject_id)) ?? {};
          return { ...draft, subject_id: counter_to ?? draft.subject_id };
        }),
      ),
  ),
  'EVT-6/received-as-the-countered: `bid.received` of a counter has the reference of the bid before it.':
    referenceOfCountered('bid.received'),
  'EVT-6/countered-as-the-first: `bid.countered` of a counter has the reference of the bid before it.':
    referenceOfCountered('bid.countered'),
  'EVT-6/rejected-as-the-countered: `bid.rejected` of a counter has the reference of the bid before it.':
    referenceOfCountered('bid.rejected'),
  'EVT-7/countered-bid: `trade.created` of an accepted counter names the bid before it.': withPayload(
    'trade.created',
    async (data, { db }) => {
      const bid = await bidOf(db, 'bid_id' in data ? String(data['bid_id']) : '');
      return bid === undefined ? {} : { bid_id: bid.counter_to ?? bid.id };
    },
  ),
  'EVT-6/type-of-the-event: `type` of bid payloads is empty.': withPayload(OF_BIDS, { type: null }),
  'EVT-7/asking-price: `trade.created` has the price of the listing.': withPayload('trade.created', async (data, { db }) => ({
    price: { amount: (await lotOf(data, db))?.price_amount ?? 0, currency: 'CAD', unit: 'MT' },
  })),
  'EVT-8/with-the-bid: `trade.settled` includes `bid_id`.': withPayload('trade.settled', async (_data, { db, event }) => ({
    bid_id: (await findRow(db, 'trades', { id: event.subject_id }))?.bid_id,
  })),
  'EVT-8/quantity-of-the-lot: `trade.settled` has the quantity of the listing.': withPayload(
    'trade.settled',
    async (data, { db }) => ({
      quantity_mt: (await lotOf(data, db))?.quantity_mt,
    }),
  ),
  'EVT-9/ids-swapped: `cashbid.offer_received` has the id of the cash bid as `offer_id`.': withPayload(
    'cashbid.offer_received',
    (data) => ({ offer_id: 'cash_bid_id' in data ? data['cash_bid_id'] : '' }),
  ),
  'EVT-12/counts-swapped: `queue.*` payloads swap `trucks_waiting` and `threshold`.': onPayload(
    ['queue.congestion_started', 'queue.congestion_cleared'],
    (data) => {
      const { trucks_waiting, threshold } = { trucks_waiting: 0, threshold: 0, ...data };
      return { ...data, trucks_waiting: threshold, threshold: trucks_waiting };
    },
  ),
  'EVT-20/retries-as-sandbox: Retries of live events have `livemode: false`.': withEnvelope('all', (_envelope, { attempt }) =>
    attempt === 1 ? {} : { livemode: false },
  ),
  'EVT-6/reference-of-the-lot: Bid payloads have the reference of the listing.': withPayload(
    ['bid.accepted', 'bid.rejected', 'bid.received'],
    async (data, { db }) => ({ reference: (await lotOf(data, db))?.reference }),
  ),
  'EVT-7/always-wheat: `trade.created` names wheat for every commodity.': withPayload('trade.created', {
    commodity: { slug: 'cwrs-wheat', name: 'CWRS wheat' },
  }),
  'EVT-18/rejected-with-trade: Accepting a bid sends `bid.rejected` for the other pending bids of the lot.': onEvent(
    'bid.accepted',
    async (draft, { db }) => {
      const bid = await bidOf(db, draft.subject_id);
      const pending = await findRows(db, 'bids', { lot_id: bid?.lot_id ?? '', status: 'pending' });
      const others = pending.filter(({ id }) => id !== bid?.id);
      return [
        draft,
        ...others.map(({ id, buyer_team_id }) => ({
          ...draft,
          type: 'bid.rejected' as const,
          subject_id: id,
          team_ids: [buyer_team_id],
        })),
      ];
    },
  ),
});
