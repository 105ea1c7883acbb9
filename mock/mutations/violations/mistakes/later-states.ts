/** Mistakes in records that have changed before: bids that were answered, listings that were published twice, trades on one lot. */
import {
  afterAct,
  all,
  beforeAct,
  countMatches,
  findRow,
  findRows,
  idIn,
  insteadOfAct,
  isJsonObject,
  isRefusal,
  onBody,
  onEvent,
  onEventsOf,
  onField,
  onFind,
  onRequestFields,
  onResource,
  OWN_TRADES,
  queryOf,
  RECEIVED_BIDS,
  refuse,
  setBids,
  setRows,
  violations,
  withFields,
  withPayload,
  type ResourceIn,
  type Seams,
} from '../kit/index.ts';
import { pendingBidsOf, setBidStatus } from '../../../market/store/bids.ts';
import { ALL_VIEWS, asPending, onValidatedBody } from '../bids/deviations.ts';

/** Leaves bids out of GET /bids with a status. */
function missingUnder(status: string, isMissing: (bid: ResourceIn<'listBids'>) => boolean): Partial<Seams> {
  return onBody('listBids', (page, { incoming }) =>
    queryOf(incoming).get('status') === status ? { ...page, items: page.items.filter((bid) => !isMissing(bid)) } : page,
  );
}

/** Changes both ends of a delivery window. */
function mapDates(delivery: unknown, change: (date: string) => string): unknown {
  if (!isJsonObject(delivery)) return delivery;
  return Object.fromEntries(Object.entries(delivery).map(([end, date]) => [end, typeof date === 'string' ? change(date) : date]));
}

const BIDS = violations({
  'BID-20/rejected-by-grades-then-accepted: A rejected multi-grade bid can be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'rejected' && bid.type === 'multi_grade',
  ),
  'BID-29/not-with-a-price: Unlisting a listing and changing its price in one PATCH keeps its pending bids.': insteadOfAct(
    'updateListing',
    async ({ db, body, path }, _subject, act) => {
      const pending = body.listed === false && body.target_price !== undefined ? await pendingBidsOf(db, idIn(path)) : [];
      const response = await act();
      if (!isRefusal(response)) for (const bid of pending) await setBidStatus(db, bid, 'pending');
      return response;
    },
  ),
  'BID-52/by-grades-outlive-the-archived: Archiving a listing keeps multi-grade bids pending.': insteadOfAct(
    'archiveListing',
    async ({ db, path }, _subject, act) => {
      const pending = (await pendingBidsOf(db, idIn(path))).filter(({ type }) => type === 'multi_grade');
      const response = await act();
      for (const bid of pending) await setBidStatus(db, bid, 'pending');
      return response;
    },
  ),
  "BID-14/pending-without-counters: GET /bids?status=pending omits the sellers' counters.": missingUnder(
    'pending',
    ({ counter_to }) => counter_to !== null,
  ),
  'BID-14/pending-without-multi-grade: GET /bids?status=pending omits multi-grade bids.': missingUnder(
    'pending',
    ({ type }) => type === 'multi_grade',
  ),
  'BID-36/cancelled-among-the-received: GET /me/inventory/{id}/bids shows expired bids as cancelled.': withFields(
    'listReceivedBids',
    ({ status }) => (status === 'expired' ? { status: 'cancelled' } : {}),
  ),
  'BID-41/second-counters-not-listed: GET /bids omits the counters of a seller to a counter.': onResource(
    'listBids',
    async (bid, { db }) => {
      const before = await findRow(db, 'bids', { id: bid.counter_to ?? '' });
      return before !== undefined && before.counter_to !== null ? undefined : bid;
    },
  ),
  'BID-49/list-keeps-lines-pending: GET /bids shows the lines of an accepted bid as pending.': withFields(
    'listBids',
    ({ grades }) => ({
      grades: grades?.map((line) => ({ ...line, status: 'pending' })),
    }),
  ),
  'BID-23/one-line-taken: Of several lines in `bid_items`, only the first is accepted.': onValidatedBody('acceptBid', (body) =>
    body?.bid_items === undefined ? body : { bid_items: body.bid_items.slice(0, 1) },
  ),
  'BID-45/capped-at-a-week: An `expires_at` more than seven days ahead is shortened to seven days.': onRequestFields(
    'placeBid',
    ({ expires_at, ...fields }, { world }) => {
      const is_late = typeof expires_at === 'string' && Date.parse(expires_at) > Date.parse(world.clock.now()) + 7 * 86_400_000;
      return is_late ? fields : { ...fields, ...(expires_at === undefined ? {} : { expires_at }) };
    },
  ),
  'BID-1/whole-tonnes: `quantity_mt` of a bid is rounded to whole tonnes.': afterAct('placeBid', async ({ db }, { data }) => {
    const quantity_mt = Math.max(1, Math.round(data.quantity_mt));
    await setRows(db, 'bids', { id: data.id }, { quantity_mt });
    return { data: { ...data, quantity_mt } };
  }),
  'BID-5/a-day-early: Received bids show a delivery window that begins and ends a day early.': onField(
    RECEIVED_BIDS,
    'delivery',
    (delivery) => mapDates(delivery, (date) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10)),
  ),
  'BID-5/year-of-the-week: The last days of December are shown in the next year.': onField(ALL_VIEWS, 'delivery', (delivery) =>
    mapDates(delivery, (date) => date.replace(/^\d+(?=-12-(?:29|30|31)$)/, (year) => String(Number(year) + 1))),
  ),
  'BID-22/one-line-needs-none: Accepting a multi-grade bid with one line needs no `bid_items`.': onValidatedBody(
    'acceptBid',
    (body, _call, { stored: { lines } }) =>
      lines.length === 1 && body?.bid_items === undefined ? { bid_items: lines.map(({ id }) => ({ id })) } : body,
  ),
});

const TRADES = violations({
  'TRD-6/all-of-the-lot: A trade is Completed once another trade on its lot is settled.': withFields(
    OWN_TRADES,
    async ({ inventory_id, status }, { db }) => ({
      status: (await countMatches(db, 'trades', { lot_id: inventory_id ?? '', status: 'Completed' })) > 0 ? 'Completed' : status,
    }),
  ),
  'TRD-9/nothing-with-a-filter: GET /trades with `commodity` lists nothing without a team.': onBody(
    'listTrades',
    (page, { caller, incoming }) =>
      caller?.team_id === null && queryOf(incoming).has('commodity') ? { ...page, items: [], total: 0, next: null } : page,
  ),
  'TRD-9/nothing-by-status: GET /trades with `status` lists nothing without a team.': onBody(
    'listTrades',
    (page, { caller, incoming }) =>
      caller?.team_id === null && queryOf(incoming).has('status') ? { ...page, items: [], total: 0, next: null } : page,
  ),
  'TRD-7/once-per-lot: A second accepted bid on a lot makes no trade in GET /trades.': onResource(
    'listTrades',
    async (trade, { db }) => {
      const [first] = (await findRows(db, 'trades', { lot_id: trade.inventory_id ?? '' })).toSorted((one, other) =>
        one.created_at < other.created_at ? -1 : 1,
      );
      return first !== undefined && first.id !== trade.id ? undefined : trade;
    },
  ),
});

const LISTINGS = violations({
  'LST-7/sold-refused: DELETE of a listing with an accepted bid returns 409.': beforeAct('archiveListing', async ({ db, path }) =>
    (await countMatches(db, 'trades', { lot_id: idIn(path) })) > 0 ? refuse('conflict') : undefined,
  ),
  'LST-3/draft-without-a-price: A submission without `list` and `target_price` makes a draft.': onRequestFields(
    'createListing',
    (fields) => ('list' in fields || 'target_price' in fields ? fields : { ...fields, list: false }),
  ),
  'LST-12/drafts-left-out: GET /me/bids-received omits listings that are not listed.': onBody(
    'listBidsReceived',
    async (page, { db }) => {
      const listed = new Set((await findRows(db, 'lots', { status: 'listed' })).map(({ id }) => id));
      return { ...page, items: page.items.filter(({ listing }) => listed.has(listing.id)) };
    },
  ),
  'LST-6/first-price-for-buyers: GET /inventory shows the first target price of a listing, and GET /inventory/{id} the new one.':
    () => {
      const first = new Map<string, number>();
      return all(
        beforeAct('updateListing', async ({ db, path }) => {
          const lot = await findRow(db, 'lots', { id: idIn(path) });
          if (lot !== undefined && lot.price_amount !== null && !first.has(lot.id)) first.set(lot.id, lot.price_amount);
        }),
        withFields('listInventory', ({ id, asking_price }) =>
          asking_price === null || !first.has(id) ? {} : { asking_price: { ...asking_price, amount: first.get(id) } },
        ),
      );
    },
  'LST-6/relisted-missing: GET /inventory/{id} returns 404 for a listing that was unlisted before.': () => {
    const unlisted = new Set<string>();
    return all(
      afterAct('updateListing', ({ body }, { data }) => {
        if (body.listed === false) unlisted.add(data.id);
      }),
      onFind('getInventory', (found, { path }) => (unlisted.has(idIn(path)) ? refuse('not_found') : found)),
    );
  },
});

const SIMULATIONS = violations({
  'SBX-8/second-stays: The third simulation on a listing leaves the second bid pending.': insteadOfAct(
    'simulateEvent',
    async ({ db, body }, _subject, act) => {
      const rows = await findRows(db, 'bids', { lot_id: body.inventory_id ?? '', is_simulated: 1 });
      const second = rows.length === 2 ? rows.find(({ status }) => status === 'pending') : undefined;
      const response = await act();
      if (second !== undefined) await setBids(db, { id: second.id }, 'pending');
      return response;
    },
  ),
  'SBX-4/first-price: The default price of a simulated bid is the first target price of the listing.': () => {
    const first = new Map<string, number>();
    return all(
      beforeAct('updateListing', async ({ db, path }) => {
        const lot = await findRow(db, 'lots', { id: idIn(path) });
        if (lot !== undefined && lot.price_amount !== null && !first.has(lot.id)) first.set(lot.id, lot.price_amount);
      }),
      onRequestFields('simulateEvent', (fields) => {
        const price = first.get(String(fields['inventory_id']));
        return 'price' in fields || price === undefined ? fields : { ...fields, price };
      }),
    );
  },
  'SBX-7/first-only: Another simulation on a listing sends no `bid.received`.': onEvent('bid.received', async (draft, { db }) => {
    const bid = await findRow(db, 'bids', { id: draft.subject_id ?? '' });
    const bids = await findRows(db, 'bids', { lot_id: bid?.lot_id ?? '', is_simulated: 1 });
    return bid?.is_simulated === 1 && bids.length > 1 ? [] : draft;
  }),
});

const EVENTS = violations({
  'EVT-18/first-counter-only: `bid.countered` is not sent for a counter to a counter.': onEvent(
    'bid.countered',
    async (draft, { db }) =>
      ((await findRow(db, 'bids', { id: draft.subject_id ?? '' }))?.counter_to ?? null) === null ? draft : [],
  ),
  'EVT-7/by-grades-without-price: `trade.created` of a multi-grade bid has a null `price`.': withPayload(
    'trade.created',
    async ({ bid_id, price }, { db }) => ({
      price: (await findRow(db, 'bids', { id: String(bid_id) }))?.type === 'multi_grade' ? null : price,
    }),
  ),
  'EVT-27/not-with-a-price: Unlisting a listing and changing its price in one PATCH sends no `bid.rejected`.': () => {
    let has_price = false;
    return all(
      beforeAct('updateListing', ({ body }) => {
        has_price = body.target_price !== undefined;
      }),
      onEventsOf('updateListing', (drafts) => (has_price ? [] : drafts))(),
    );
  },
  'EVT-8/not-by-grades: `trade.settled` is not sent for a multi-grade bid.': onEvent('trade.settled', async (draft, { db }) => {
    const trade = await findRow(db, 'trades', { id: draft.subject_id ?? '' });
    return (await findRow(db, 'bids', { id: trade?.bid_id ?? '' }))?.type === 'multi_grade' ? [] : draft;
  }),
  'EVT-8/not-for-offers: `trade.settled` is not sent for the trade of an offer.': onEvent(
    'trade.settled',
    async (draft, { db }) => ((await findRow(db, 'trades', { id: draft.subject_id ?? '' }))?.offer_id === null ? draft : []),
  ),
});

export const LATER_STATES = [...BIDS, ...TRADES, ...LISTINGS, ...SIMULATIONS, ...EVENTS];
