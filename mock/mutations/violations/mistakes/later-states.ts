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
  isRefusal,
  onBody,
  onEvent,
  onEventsOf,
  onField,
  onFind,
  onRequestFields,
  onResource,
  OWN_BIDS,
  OWN_TRADES,
  queryOf,
  refuse,
  setBids,
  setRows,
  violations,
  withFields,
  withoutField,
  withoutItems,
  withPayload,
  type Seams,
} from '../kit/index.ts';
import { pendingBidsOf, setBidStatus } from '../../../market/store/bids.ts';
import { asPending, isByGrades, onValidatedBody } from '../bids/deviations.ts';

/** Lists bids under another status, too. */
function alsoUnder(
  status: string,
  isListed: (bid: { status: string; counter_to?: string | null | undefined }) => boolean,
): Partial<Seams> {
  return onBody('listBids', async (page, { db, incoming, caller }) => {
    if (queryOf(incoming).get('status') !== status) return page;
    const rows = await findRows(db, 'bids', { buyer_team_id: caller?.team_id ?? '' });
    const more = rows.filter((row) => isListed(row) && !page.items.some(({ id }) => id === row.id));
    const shown = more.map(({ id, status: real, lot_id }) => ({
      ...page.items[0],
      id,
      status: real,
      inventory_id: lot_id,
      counterparty: null,
    }));
    return { ...page, items: [...page.items, ...shown] };
  });
}

/** Leaves bids out of GET /bids with a status. */
function missingUnder(status: string, isMissing: Parameters<typeof withoutItems<'listBids'>>[1]): Partial<Seams> {
  return onBody('listBids', (page, { incoming }) =>
    queryOf(incoming).get('status') === status ? { ...page, items: page.items.filter((bid) => !isMissing(bid)) } : page,
  );
}

const BIDS = violations({
  'BID-20/rejected-then-countered: A rejected bid can be countered.': asPending('counterBid', (bid) => bid.status === 'rejected'),
  'BID-20/countered-then-rejected: A countered bid can be rejected.': asPending('rejectBid', (bid) => bid.status === 'countered'),
  'BID-20/accepted-then-countered: An accepted bid can be countered.': asPending(
    'counterBid',
    (bid) => bid.status === 'accepted',
  ),
  'BID-20/accepted-by-grades-again: An accepted multi-grade bid can be accepted again for its other lines.': asPending(
    'acceptBid',
    (bid) => bid.status === 'accepted' && bid.type === 'multi_grade',
  ),
  'BID-20/rejected-by-grades-then-accepted: A rejected multi-grade bid can be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'rejected' && bid.type === 'multi_grade',
  ),
  'BID-20/delisted-then-accepted: A bid that was rejected because its listing was unlisted can be accepted.': () => {
    const delisted = new Set<string>();
    return all(
      beforeAct('updateListing', async ({ db, body, path }) => {
        if (body.listed === false) for (const { id } of await pendingBidsOf(db, idIn(path))) delisted.add(id);
      }),
      asPending('acceptBid', ({ id }) => delisted.has(id)),
    );
  },
  'BID-29/not-with-a-price: Unlisting a listing and changing its price in one PATCH keeps its pending bids.': insteadOfAct(
    'updateListing',
    async ({ db, body, path }, _subject, act) => {
      const pending = body.listed === false && body.target_price !== undefined ? await pendingBidsOf(db, idIn(path)) : [];
      const answer = await act();
      if (!isRefusal(answer)) for (const bid of pending) await setBidStatus(db, bid, 'pending');
      return answer;
    },
  ),
  'BID-52/by-grades-outlive-the-archived: Archiving a listing keeps multi-grade bids pending.': insteadOfAct(
    'archiveListing',
    async ({ db, path }, _subject, act) => {
      const pending = (await pendingBidsOf(db, idIn(path))).filter(({ type }) => type === 'multi_grade');
      const answer = await act();
      for (const bid of pending) await setBidStatus(db, bid, 'pending');
      return answer;
    },
  ),
  'BID-14/pending-lists-accepted: GET /bids?status=pending also lists accepted bids.': alsoUnder(
    'pending',
    ({ status }) => status === 'accepted',
  ),
  'BID-14/countered-lists-pending: GET /bids?status=countered also lists pending bids.': alsoUnder(
    'countered',
    ({ status }) => status === 'pending',
  ),
  'BID-14/rejected-lists-expired: GET /bids?status=rejected also lists expired bids.': alsoUnder(
    'rejected',
    ({ status }) => status === 'expired',
  ),
  "BID-14/pending-without-counters: GET /bids?status=pending omits the sellers' counters.": missingUnder(
    'pending',
    ({ counter_to }) => counter_to !== null,
  ),
  'BID-14/accepted-without-settled: GET /bids?status=accepted omits bids whose trade is settled.': missingUnder(
    'accepted',
    ({ counterparty }) => counterparty !== null,
  ),
  'BID-14/pending-without-multi-grade: GET /bids?status=pending omits multi-grade bids.': missingUnder(
    'pending',
    ({ type }) => type === 'multi_grade',
  ),
  'BID-14/accepted-without-counters: GET /bids?status=accepted omits accepted counters.': missingUnder(
    'accepted',
    ({ counter_to }) => counter_to !== null,
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
  'BID-46/counters-without-reference: POST /bids/{id}/counter omits `reference`.': withoutField('counterBid', 'reference'),
  'BID-46/counters-without-counterparty: POST /bids/{id}/counter omits `counterparty`.': withoutField(
    'counterBid',
    'counterparty',
  ),
  'BID-49/list-keeps-lines-pending: GET /bids shows the lines of an accepted bid as pending.': withFields(
    'listBids',
    ({ grades }) => ({
      grades: grades?.map((line) => ({ ...line, status: 'pending' })),
    }),
  ),
  'BID-49/sellers-view-keeps-lines-pending: GET /me/inventory/{id}/bids shows the lines of an accepted bid as pending.':
    withFields('listReceivedBids', ({ grades }) => ({
      grades: grades?.map((line) => ({ ...line, status: 'pending' })),
    })),
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
  'BID-45/ignored-by-grades: A multi-grade bid ignores `expires_at`.': onRequestFields('placeBid', ({ expires_at, ...fields }) =>
    isByGrades(fields) || expires_at === undefined ? fields : { ...fields, expires_at },
  ),
  'BID-43/by-grades-not-fob: A multi-grade bid without `fob_farm` is not FOB farm.': afterAct(
    'placeBid',
    async ({ db, body }, { data }) => {
      if (body.bids === undefined || body.fob_farm !== undefined) return undefined;
      await setRows(db, 'bids', { id: data.id }, { fob_farm: 0 });
      return { data: { ...data, fob_farm: false } };
    },
  ),
  'BID-1/whole-tonnes: `quantity_mt` of a bid is rounded to whole tonnes.': afterAct('placeBid', async ({ db }, { data }) => {
    const quantity_mt = Math.max(1, Math.round(data.quantity_mt));
    await setRows(db, 'bids', { id: data.id }, { quantity_mt });
    return { data: { ...data, quantity_mt } };
  }),
  'BID-5/a-day-early: Received bids show a delivery window that begins and ends a day early.': onField(
    ['listReceivedBids', 'listBidsReceived'],
    'delivery',
    (delivery) =>
      JSON.parse(JSON.stringify(delivery), (_name, value: unknown) =>
        typeof value === 'string' ? new Date(Date.parse(value) - 86_400_000).toISOString().slice(0, 10) : value,
      ) as unknown,
  ),
  'BID-5/one-day-refused: A bid whose delivery ends on the day it begins is rejected.': beforeAct('placeBid', ({ body }) =>
    body.delivery.from === body.delivery.to ? refuse('validation_failed') : undefined,
  ),
  'BID-5/year-of-the-week: The last days of December are shown in the next year.': onField(
    ['placeBid', ...OWN_BIDS, 'listReceivedBids', 'listBidsReceived', 'counterBid'],
    'delivery',
    (delivery) =>
      JSON.parse(
        JSON.stringify(delivery).replaceAll(
          /(\d{4})-12-(29|30|31)/g,
          (_all, year: string, day: string) => `${Number(year) + 1}-12-${day}`,
        ),
      ) as unknown,
  ),
  'BID-22/one-line-needs-none: Accepting a multi-grade bid with one line needs no `bid_items`.': onValidatedBody(
    'acceptBid',
    (body, _call, { truth: { lines } }) =>
      lines.length === 1 && body?.bid_items === undefined ? { bid_items: lines.map(({ id }) => ({ id })) } : body,
  ),
});

const TRADES = violations({
  'TRD-3/one-per-lot: GET /trades lists only the newest trade of each lot.': onBody('listTrades', (page) => {
    const seen = new Set<unknown>();
    return {
      ...page,
      items: page.items.filter(
        ({ inventory_id }) => inventory_id === null || (!seen.has(inventory_id) && seen.add(inventory_id)),
      ),
    };
  }),
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
  'TRD-10/lot-quantity-in-the-list: GET /trades shows the quantity of the lot.': withFields(
    'listTrades',
    async ({ inventory_id, quantity_mt }, { db }) => ({
      quantity_mt: (await findRow(db, 'lots', { id: inventory_id ?? '' }))?.quantity_mt ?? quantity_mt,
    }),
  ),
  'TRD-13/offers-not-read: GET /trades/{id} returns 404 for a trade that came from an offer.': onFind('getTrade', (found) =>
    !isRefusal(found) && found.trade.offer_id !== null ? refuse('not_found') : found,
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
  'LST-3/draft-without-a-price: A submission without `list` and `target_price` makes a draft.': onRequestFields(
    'createListing',
    (fields) => ('list' in fields || 'target_price' in fields ? fields : { ...fields, list: false }),
  ),
  'LST-7/relisted-not-archived: A listing that was archived before cannot be archived again.': () => {
    const archived = new Set<string>();
    return afterAct('archiveListing', async ({ db, path }) => {
      const id = idIn(path);
      if (archived.has(id)) await setRows(db, 'lots', { id }, { status: 'unlisted' });
      archived.add(id);
    });
  },
  'LST-7/sold-refused: DELETE of a listing with an accepted bid returns 409.': beforeAct('archiveListing', async ({ db, path }) =>
    (await countMatches(db, 'trades', { lot_id: idIn(path) })) > 0 ? refuse('conflict') : undefined,
  ),
  'LST-6/not-unlisted-with-bids: PATCH `listed: false` is ignored while a bid is pending.': insteadOfAct(
    'updateListing',
    async ({ db, body, path }, _subject, act) => {
      if (body.listed === false && (await pendingBidsOf(db, idIn(path))).length > 0) Object.assign(body, { listed: undefined });
      return act();
    },
  ),
  'LST-6/status-alone-with-a-price: PATCH ignores `listed` if `target_price` is given.': onRequestFields(
    'updateListing',
    (fields) =>
      'target_price' in fields && 'listed' in fields
        ? Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'listed'))
        : fields,
  ),
  'LST-11/unlisted-empty: GET /me/inventory/{id}/bids lists nothing for an unlisted listing.': onBody(
    'listReceivedBids',
    async (page, { db, incoming }) =>
      (await findRow(db, 'lots', { id: idIn(incoming.path) }))?.status === 'unlisted'
        ? { ...page, items: [], total: 0, next: null }
        : page,
  ),
  'LST-11/pending-lists-expired: `?status=pending` of received bids also lists expired ones.': onBody(
    'listReceivedBids',
    async (page, { db, incoming }) => {
      if (queryOf(incoming).get('status') !== 'pending') return page;
      const rows = await findRows(db, 'bids', { lot_id: idIn(incoming.path), status: 'expired' });
      return { ...page, items: [...page.items, ...rows.map(({ id }) => ({ ...page.items[0], id, status: 'expired' }))] };
    },
  ),
  'LST-12/drafts-left-out: GET /me/bids-received omits listings that are not listed.': onBody(
    'listBidsReceived',
    async (page, { db }) => {
      const listed = new Set((await findRows(db, 'lots', { status: 'listed' })).map(({ id }) => id));
      return { ...page, items: page.items.filter(({ listing }) => listed.has(listing.id)) };
    },
  ),
  'LST-12/countered-by-the-buyer-left-out: GET /me/bids-received omits the counters of buyers.': onBody(
    'listBidsReceived',
    (page) => ({
      ...page,
      items: page.items.map((item) => ({ ...item, bids: item.bids.filter(({ counter_to }) => counter_to === null) })),
    }),
  ),
  'LST-12/first-quantity: GET /me/bids-received shows the quantity that a listing was submitted with.': () => {
    const first = new Map<string, number>();
    return all(
      afterAct('createListing', (_call, { data }) => {
        first.set(data.id, data.quantity_mt);
      }),
      onBody('listBidsReceived', (page) => ({
        ...page,
        items: page.items.map((item) => ({
          ...item,
          listing: { ...item.listing, quantity_mt: first.get(item.listing.id) ?? item.listing.quantity_mt },
        })),
      })),
    );
  },
  'LST-4/relisted-all-the-same: A listing that is published without a payment method is listed despite the 403.': {
    act: async (call, subject, act, { operation_id }) => {
      const answer = await act(call, subject);
      if (operation_id === 'updateListing' && isRefusal(answer) && answer.refused === 'payment_method_required')
        await setRows(call.db, 'lots', { id: idIn(call.path) }, { status: 'listed' });
      return answer;
    },
  },
  'INV-19/first-price-in-the-list: GET /inventory shows the first target price of a listing, and GET /inventory/{id} the new one.':
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
  'PAGE-4/relisted-twice-counted: Publishing a listing again counts it twice in `total` of GET /inventory.': () => {
    let again = 0;
    return all(
      afterAct('updateListing', ({ body }) => {
        if (body.listed === true) again += 1;
      }),
      onBody('listInventory', (page) => ({ ...page, total: page.total + again })),
    );
  },
  "LST-9/first-farm: POST /me/inventory uses the seller's first farm.": onRequestFields(
    'createListing',
    async (fields, { db }) => {
      const farm = await findRow(db, 'farms', { id: String(fields['farm_id']) });
      const farms = await findRows(db, 'farms', { user_id: farm?.user_id ?? '', livemode: farm?.livemode ?? 1 });
      return farm === undefined ? fields : { ...fields, farm_id: farms[0]?.id };
    },
  ),
  'FARM-3/latitude-drops-longitude: PATCH of the latitude alone sets the longitude to 0.': onRequestFields(
    'updateFarm',
    (fields) => ('latitude' in fields && !('longitude' in fields) ? { ...fields, longitude: 0 } : fields),
  ),
  'CB-14/rejected-twice: A rejected offer can be rejected again.': onFind('rejectOffer', (found) =>
    !isRefusal(found) && found.offer.status === 'rejected' ? { ...found, offer: { ...found.offer, status: 'pending' } } : found,
  ),
  'CB-3/price-shortens-the-window: A new price of a cash bid ends its delivery window on the first day.': afterAct(
    'updateCashBid',
    async ({ db, body }, { data }) => {
      if (body?.price === undefined) return;
      const row = await findRow(db, 'cash_bids', { id: data.id });
      await setRows(db, 'cash_bids', { id: data.id }, { delivery_to: row?.delivery_from ?? '' });
    },
  ),
});

const SIMULATIONS = violations({
  'SBX-8/second-stays: The third simulation on a listing leaves the second bid pending.': insteadOfAct(
    'simulateEvent',
    async ({ db, body }, _subject, act) => {
      const rows = await findRows(db, 'bids', { lot_id: body.inventory_id ?? '', is_simulated: 1 });
      const second = rows.length === 2 ? rows.find(({ status }) => status === 'pending') : undefined;
      const answer = await act();
      if (second !== undefined) await setBids(db, { id: second.id }, 'pending');
      return answer;
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
  'EVT-6/no-listing-when-unlisted: `bid.rejected` of an unlisted listing has a null `inventory_id`.': withPayload(
    'bid.rejected',
    async ({ inventory_id }, { db }) =>
      (await findRow(db, 'lots', { id: String(inventory_id) }))?.status === 'listed' ? {} : { inventory_id: null },
  ),
  'EVT-17/not-once-relisted: `bid.received` is not sent for a bid on a listing with rejected bids.': onEvent(
    'bid.received',
    async (draft, { db }) => {
      const bid = await findRow(db, 'bids', { id: draft.subject_id ?? '' });
      return (await countMatches(db, 'bids', { lot_id: bid?.lot_id ?? '', status: 'rejected' })) > 0 ? [] : draft;
    },
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
  'TRD-13/by-the-buyer-alone: `trade.created` of an offer does not reach the elevator.': onEvent(
    'trade.created',
    async (draft, { db }) =>
      (await findRow(db, 'trades', { id: draft.subject_id ?? '' }))?.offer_id === null ? draft : { ...draft, team_ids: [] },
  ),
});

export const LATER_STATES = [...BIDS, ...TRADES, ...LISTINGS, ...SIMULATIONS, ...EVENTS];
