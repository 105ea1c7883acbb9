/** Mistakes where events meet multi-grade bids, counters, offers, settlements, delisting, and Idempotency-Keys. */
import {
  afterAct,
  findRow,
  findRows,
  onEvent,
  onEventsOf,
  violations,
  withEnvelope,
  withPayload,
  type EventDraft,
  type Reader,
  type Row,
  type Seams,
  type Tx,
} from '../kit/index.ts';
import { draftBuyerEvent, draftSellerEvent } from '../../../market/rules/bids.ts';
import { draftOfferEvent } from '../../../market/rules/offers.ts';
import { draftTradeEvent } from '../../../market/rules/trades.ts';
import { emit } from '../../../server/webhooks/outbox.ts';
import { racing } from '../bids/deviations.ts';
import { bidOf } from './events.ts';

async function tradeOf(db: Reader, id: string | null): Promise<Row<'trades'> | undefined> {
  return findRow(db, 'trades', { id: id ?? '' });
}

/** The bid that a trade comes from; undefined for an offer. */
async function bidOfTrade(db: Reader, id: string | null): Promise<Row<'bids'> | undefined> {
  return bidOf(db, (await tradeOf(db, id))?.bid_id ?? null);
}

/** Unlisting also sends bid.rejected for bids with this status. */
function alsoRejecting(status: Row<'bids'>['status']): () => Partial<Seams> {
  return onEventsOf('updateListing', async (drafts, { db }, { lot }) => {
    const is_unlisted = (await findRow(db, 'lots', { id: lot.id }))?.status === 'unlisted';
    const bids = is_unlisted ? await findRows(db, 'bids', { lot_id: lot.id, status }) : [];
    return [...drafts, ...bids.map((bid) => draftBuyerEvent('bid.rejected', bid))];
  });
}

const DELISTING = violations({
  'EVT-27/accepted-bids-too: Unlisting a listing also sends `bid.rejected` for its accepted bids.': alsoRejecting('accepted'),
  'EVT-27/countered-bids-too: Unlisting a listing also sends `bid.rejected` for its countered bids.': alsoRejecting('countered'),
});

const OFFERS = violations({
  'EVT-7/not-for-offers: Accepting an offer sends no `trade.created`.': onEvent('trade.created', async (draft, { db }) =>
    (await tradeOf(db, draft.subject_id))?.bid_id === null ? [] : draft,
  ),
  'EVT-7/offers-not-sent-to-elevators: `trade.created` of an offer does not reach the elevator.': onEvent(
    'trade.created',
    async (draft, { db }) => ((await tradeOf(db, draft.subject_id))?.bid_id === null ? { ...draft, team_ids: [] } : draft),
  ),
  'EVT-7/quantity-of-the-cash-bid: `trade.created` of an offer has the quantity of the cash bid.': withPayload(
    'trade.created',
    async (_data, { db, event }) => {
      const offer = await findRow(db, 'offers', { id: (await tradeOf(db, event.subject_id))?.offer_id ?? '' });
      const cash_bid = await findRow(db, 'cash_bids', { id: offer?.cash_bid_id ?? '' });
      return cash_bid === undefined ? {} : { quantity_mt: cash_bid.quantity_mt + 1 };
    },
  ),
  'CB-9/sent-again-when-rejected: Rejecting an offer sends `cashbid.offer_received` again.': afterAct(
    'rejectOffer',
    async ({ world, db, now }, { data }) => {
      const [offer, cash_bid] = [
        await findRow(db, 'offers', { id: data.id }),
        await findRow(db, 'cash_bids', { id: data.cash_bid_id }),
      ];
      if (offer !== undefined && cash_bid !== undefined) await emit(world, db, [draftOfferEvent(offer, cash_bid)], now);
    },
  ),
  'CB-9/sent-again-when-accepted: Accepting an offer sends `cashbid.offer_received` again.': onEvent(
    'trade.created',
    async (draft, { db }) => {
      const offer = await findRow(db, 'offers', { id: (await tradeOf(db, draft.subject_id))?.offer_id ?? '' });
      const cash_bid = await findRow(db, 'cash_bids', { id: offer?.cash_bid_id ?? '' });
      return offer === undefined || cash_bid === undefined ? draft : [draft, draftOfferEvent(offer, cash_bid)];
    },
  ),
});

/** Whether the payload is about a multi-grade bid. */
async function isByGrades(data: object, db: Reader): Promise<boolean> {
  return 'bid_id' in data && (await bidOf(db, String(data.bid_id)))?.type === 'multi_grade';
}

const BY_GRADES = violations({
  'EVT-18/countered-by-grades-not-sent: `bid.countered` is not sent for multi-grade bids.': onEvent(
    'bid.countered',
    async (draft, { db }) => ((await bidOf(db, draft.subject_id))?.type === 'multi_grade' ? [] : draft),
  ),
  'EVT-6/line-as-bid: `bid.accepted` of a multi-grade bid has the id of a line as `bid_id`.': withPayload(
    'bid.accepted',
    async (data, { db }) => {
      const bid_id = 'bid_id' in data ? String(data['bid_id']) : '';
      const line = await findRow(db, 'bid_lines', { bid_id });
      return line === undefined ? {} : { bid_id: line.id };
    },
  ),
  'EVT-6/no-reference-by-grades: Payloads about a multi-grade bid have an empty `reference`.': withPayload(
    ['bid.accepted', 'bid.rejected', 'bid.countered', 'bid.received'],
    async (data, { db }) => ((await isByGrades(data, db)) ? { reference: '' } : {}),
  ),
  'EVT-21/pending-by-grades: Payloads of decided multi-grade bids have the status pending.': withPayload(
    ['bid.accepted', 'bid.rejected'],
    async (data, { db }) => ((await isByGrades(data, db)) ? { status: 'pending' } : {}),
  ),
});

const AGAIN = violations({
  'EVT-17/sent-again-when-decided: `bid.received` is sent again when the seller answers the bid.': onEvent(
    ['bid.accepted', 'bid.rejected', 'bid.countered'],
    async (draft, { db }) => {
      const bid = await bidOf(db, draft.subject_id);
      return bid === undefined ? draft : [draft, draftSellerEvent(bid)];
    },
  ),
  'EVT-3/created-again-when-settled: A settlement sends `trade.created` again.': onEvent(
    'trade.settled',
    async (draft, { db }): Promise<readonly EventDraft[]> => {
      const trade = await tradeOf(db, draft.subject_id);
      return trade === undefined ? [draft] : [draft, draftTradeEvent('trade.created', trade)];
    },
  ),
  'IDEM-5/event-for-each: Concurrent requests with one key place one bid, but each sends `bid.received`.': racing(
    'placeBid',
    (overlap) => ({
      key: async (use, { world, db, incoming, caller }) => {
        const [bid] = await findRows(db, 'bids', {
          lot_id: incoming.path['id'] ?? '',
          buyer_team_id: caller?.team_id ?? '',
          status: 'pending',
        });
        if (bid === undefined || overlap.lateness(incoming) === 0) return use;
        // A key is looked up in the transaction of a write.
        await emit(world, db as Tx, [draftSellerEvent(bid)], world.clock.now());
        return use;
      },
    }),
  ),
});

const TRADES = violations({
  'EVT-7/not-for-simulated-bids: Accepting a simulated bid sends no `trade.created`.': onEvent(
    'trade.created',
    async (draft, { db }) => ((await bidOfTrade(db, draft.subject_id))?.is_simulated === 1 ? [] : draft),
  ),
  'EVT-8/not-once-archived: `trade.settled` is not sent if the lot was archived after the acceptance.': onEvent(
    'trade.settled',
    async (draft, { db }) => {
      const lot = await findRow(db, 'lots', { id: (await tradeOf(db, draft.subject_id))?.lot_id ?? '' });
      return lot?.status === 'archived' ? [] : draft;
    },
  ),
  'EVT-8/price-of-the-first-bid: `trade.settled` of a counter has the price of the bid before it.': withPayload(
    'trade.settled',
    async (_data, { db, event }) => {
      const countered = await bidOf(db, (await bidOfTrade(db, event.subject_id))?.counter_to ?? null);
      return countered === undefined ? {} : { price: { amount: countered.price_amount, currency: 'CAD', unit: 'MT' } };
    },
  ),
  'EVT-7/status-in-lower-case: `trade.created` has the status pending.': withPayload('trade.created', { status: 'pending' }),
  'EVT-19/trades-at-the-time-of-the-bid: `created_at` of `trade.created` is the time at which the bid was placed.': withEnvelope(
    'trade.created',
    async ({ created_at }, { db, event }) => ({
      created_at: (await bidOfTrade(db, event.subject_id))?.created_at ?? created_at,
    }),
  ),
});

export const CROSSED_EVENTS = [...DELISTING, ...OFFERS, ...BY_GRADES, ...AGAIN, ...TRADES];
