/** Mistakes that show only in records with a history, such as a lot that was unlisted before or an invoice that is paid twice. */
import {
  afterAct,
  all,
  findRow,
  findRows,
  idIn,
  insteadOfAct,
  isRefusal,
  onBody,
  onEventsOf,
  onEvent,
  onPayload,
  onFind,
  onResource,
  partiesOf,
  queryOf,
  refuse,
  refusing,
  setRows,
  violations,
  withEnvelope,
  withFields,
  withPayload,
  type AnyCall,
  type CallOf,
  type Reader,
} from '../kit/index.ts';
import { pendingBidsOf, setBidStatus } from '../../../market/store/bids.ts';
import { bidOf } from './events.ts';

async function isArchived(db: Reader, inventory_id: string | null): Promise<boolean> {
  return (await findRow(db, 'lots', { id: inventory_id ?? '' }))?.status === 'archived';
}

/** Simulates queries that join only unarchived listings. */
const ARCHIVED = violations({
  'BID-14/archived-left-out: GET /bids omits bids on archived listings.': onResource('listBids', async (bid, { db }) =>
    (await isArchived(db, bid.inventory_id)) ? undefined : bid,
  ),
  'BID-16/archived-missing: GET /bids/{id} of a bid on an archived listing returns 404.': onFind(
    'getBid',
    async (found, { db }) => (isRefusal(found) || !(await isArchived(db, found.bid.lot_id)) ? found : refuse('not_found')),
  ),
  'TRD-3/archived-left-out: GET /trades omits trades of archived listings.': onResource('listTrades', async (trade, { db }) =>
    (await isArchived(db, trade.inventory_id)) ? undefined : trade,
  ),
  'PRIV-4/masked-once-archived: A settled bid has a null `counterparty` once its listing is archived.': onResource(
    ['getBid', 'listBids'],
    async (bid, { db }) => ((await isArchived(db, bid.inventory_id)) ? { ...bid, counterparty: null } : bid),
  ),
});

const BIDS = violations({
  'BID-29/first-time-only: Unlisting a listing for the second time keeps its pending bids.': () => {
    const relisted = new Set<string>();
    return insteadOfAct('updateListing', async ({ db, path }, _subject, act) => {
      const id = idIn(path);
      const pending = await pendingBidsOf(db, id);
      const response = await act();
      if (isRefusal(response)) return response;
      const lot = await findRow(db, 'lots', { id });
      if (lot?.status === 'listed') relisted.add(id);
      else if (relisted.has(id)) for (const bid of pending) await setBidStatus(db, bid, 'pending');
      return response;
    });
  },
  'BID-23/third-line-left: When two lines of a bid are accepted, the others stay pending.': afterAct(
    'acceptBid',
    async ({ db, body }, _response, { stored: { bid } }) => {
      if ((body?.bid_items?.length ?? 0) > 1)
        await setRows(db, 'bid_lines', { bid_id: bid.id, status: 'rejected' }, { status: 'pending' });
    },
  ),
  'BID-47/price-once-accepted: An accepted multi-grade bid has a price.': withFields(['getBid', 'listBids'], (bid) =>
    bid.type === 'multi_grade' && bid.status === 'accepted' ? { price: bid.grades?.[0]?.price ?? null } : {},
  ),
  'BID-29/countered-rejected-too: Unlisting a listing also rejects its countered bids.': afterAct(
    'updateListing',
    async ({ db }, { data }) => {
      if (data.status === 'unlisted') await setRows(db, 'bids', { lot_id: data.id, status: 'countered' }, { status: 'rejected' });
    },
  ),
  'LST-11/archived-lists-all: The bids of an archived listing include those on the other listings of its seller.': onBody(
    'listReceivedBids',
    async (page, { db, incoming }) => {
      const lot = await findRow(db, 'lots', { id: idIn(incoming.path) });
      const [known] = page.items;
      if (lot?.status !== 'archived' || known === undefined) return page;
      const others = (await findRows(db, 'bids', { seller_user_id: lot.user_id })).filter(({ lot_id }) => lot_id !== lot.id);
      return { ...page, items: [...page.items, ...others.map(({ id, lot_id }) => ({ ...known, id, listing_id: lot_id }))] };
    },
  ),
  'PRIV-7/named-once-settled: After settlement, received bids are labeled with the name of the buyer.': onResource(
    'listReceivedBids',
    async (bid, { db }) =>
      bid.counterparty === null ? bid : { ...bid, buyer_label: (await partiesOf(db, bid.id))?.buyer?.name ?? 'Buyer' },
  ),
  'PRIV-7/company-hidden-on-counters: The `buyer_label` of a counter is always `Buyer`, even if a verified elevator placed the bid.':
    onResource('listReceivedBids', (bid) => (bid.counter_to === null ? bid : { ...bid, buyer_label: 'Buyer' })),
  'BID-27/countered-counter-pending: A counter that the buyer counters stays pending.': afterAct(
    'counterBid',
    async ({ db }, _response, { stored: { bid } }) => {
      if (bid.author === 'seller') await setRows(db, 'bids', { id: bid.id }, { status: 'pending' });
    },
  ),
  'LST-12/prices-as-text: The inbox orders prices as text.': onBody('listBidsReceived', (page) => {
    const textOf = ({ price }: { price: { amount: number } | null }): string => String(price?.amount ?? '');
    const items = page.items.map((item) => ({
      ...item,
      bids: item.bids.toSorted((one, other) => (textOf(one) < textOf(other) ? 1 : -1)),
    }));
    return { ...page, items: items.toSorted((one, other) => (one.listing.id < other.listing.id ? 1 : -1)) };
  }),
});

const OFFERS = violations({
  'CB-4/inactive-hidden: The offers of an inactive cash bid return 404.': refusing('listOffers', async ({ db, incoming }) => {
    const cash_bid = await findRow(db, 'cash_bids', { id: idIn(incoming.path) });
    return cash_bid?.is_active === 0 ? 'not_found' : undefined;
  }),
  'CB-14/decided-again-all-the-same: Rejecting an accepted offer returns 409 and rejects the offer.': {
    act: async (call, subject, act, { operation_id }) => {
      const response = await act(call, subject);
      if (operation_id !== 'rejectOffer') return response;
      // The operation types the call.
      const { db, path } = call as CallOf<'rejectOffer'> & AnyCall;
      await setRows(db, 'offers', { id: idIn(path), status: 'accepted' }, { status: 'rejected' });
      return response;
    },
  },
});

const TRADES = violations({
  "TRD-10/price-of-the-sellers-counter: The trade of a buyer's counter to a counter has the price of the seller's counter.":
    afterAct('acceptBid', async ({ db }, { data }, { stored: { bid } }) => {
      const countered = await findRow(db, 'bids', { id: bid.counter_to ?? '' });
      if (countered?.author !== 'seller') return;
      await setRows(db, 'trades', { id: data.id }, { price_amount: countered.price_amount ?? 0 });
    }),
  'TRD-6/one-invoice-twice: Paying one invoice twice pays both.': () => {
    const paid = new Set<string>();
    return {
      control_request: (request) => {
        const { id = '', invoice = '' } = request.path;
        const payment = `${id} ${invoice}`;
        if (invoice === '' || !paid.has(payment)) {
          paid.add(payment);
          return request;
        }
        return { ...request, path: { ...request.path, invoice: invoice === 'buyer' ? 'seller' : 'buyer' } };
      },
    };
  },
});

const EVENTS = violations({
  'EVT-27/counters-forgotten: Unlisting a listing sends no `bid.rejected` for counters.': onEventsOf(
    'updateListing',
    async (drafts, { db }) => {
      const kept = [];
      for (const draft of drafts) if (((await bidOf(db, draft.subject_id))?.counter_to ?? null) === null) kept.push(draft);
      return kept;
    },
  ),
  'EVT-7/first-trade-only: The second trade on a lot sends no `trade.created`.': onEvent(
    'trade.created',
    async (draft, { db }) => {
      const trade = await findRow(db, 'trades', { id: draft.subject_id ?? '' });
      const trades = await findRows(db, 'trades', { lot_id: trade?.lot_id ?? '' });
      return trades.length > 1 ? [] : draft;
    },
  ),
  'SBX-7/live-trades: Events about sandbox trades have `livemode` true.': withEnvelope(['trade.created', 'trade.settled'], {
    livemode: true,
  }),
  'EVT-7/price-of-the-first-bid: `trade.created` of a counter has the price of the bid before it.': withPayload(
    'trade.created',
    async ({ price, bid_id }, { db }) => {
      const counter = await bidOf(db, typeof bid_id === 'string' ? bid_id : null);
      const before = await bidOf(db, counter?.counter_to ?? null);
      return { price: before === undefined ? price : { amount: before.price_amount, currency: 'CAD', unit: before.price_unit } };
    },
  ),
  'PRIV-6/farm-when-redelivered: The second attempt or redelivery of `bid.rejected` by unlisting names the farm.': () => {
    const sent = new Set<string>();
    return onPayload('bid.rejected', async (data, { db, event }) => {
      if (!sent.has(event.id)) {
        sent.add(event.id);
        return data;
      }
      const parties = await partiesOf(db, event.subject_id ?? '');
      const lot = await findRow(db, 'lots', { id: typeof data['inventory_id'] === 'string' ? data['inventory_id'] : '' });
      return lot?.status === 'listed' ? data : { ...data, seller: parties?.farm?.name };
    });
  },
});

const SUBSCRIPTIONS = violations({
  'WHK-12/secret-after-redelivery: GET /webhooks shows the secret of a subscription after a redelivery.': () => {
    const redelivered = new Set<string>();
    return all(
      afterAct('redeliver', ({ path }) => {
        redelivered.add(idIn(path));
      }),
      onBody('listWebhooks', async (body, { db }) => {
        const rows = await findRows(db, 'subscriptions', { is_active: 1 });
        const secretOf = (id: string): string => rows.find((row) => row.id === id)?.secret ?? '';
        const items = body.items.map((item) => (redelivered.has(item.id) ? { ...item, secret: secretOf(item.id) } : item));
        return { ...body, items };
      }),
    );
  },
  'WHK-7/filtered-oldest-first: The delivery list with `status` is oldest first.': onBody(
    'listDeliveries',
    (page, { incoming }) => (queryOf(incoming).has('status') ? { ...page, items: page.items.toReversed() } : page),
  ),
});

export const RECORDS_WITH_HISTORY = [...ARCHIVED, ...BIDS, ...OFFERS, ...TRADES, ...EVENTS, ...SUBSCRIPTIONS];
