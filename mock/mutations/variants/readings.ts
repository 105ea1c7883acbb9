/** Other legal readings of lists, keys, bids, cash bids, tokens, and deliveries. */
import {
  afterAct,
  all,
  beforeAct,
  EMPTY_PAGE,
  fillIn,
  findRow,
  findRows,
  insteadOfAct,
  insteadOfRefusal,
  isRefusal,
  onResponse,
  onEvent,
  onFind,
  onKey,
  onQuery,
  onQueryValue,
  onResource,
  onWholeList,
  queryOf,
  refuse,
  refuseFields,
  refusing,
  setRows,
  withBodyFields,
  withDefaultQuery,
  withFields,
  withToken,
  type JsonObject,
  type Seams,
} from '../violations/kit/index.ts';
import { hash } from 'node:crypto';
import { comparingBodies } from '../violations/idempotency.ts';
import { findCommodity } from '#spec/reference/index';
import type { Incoming } from '../../server/http/incoming.ts';
import { variants } from './kit/variant.ts';

const WITH_UNITS = [
  'listInventory',
  'getInventory',
  'listBids',
  'getBid',
  'listTrades',
  'getTrade',
  'listCashBids',
  'listListings',
  'getListing',
] as const;
const UNITS = /^(?:MT|BU|LB|CWT|ST)$/;
const NOTHING_FOUND = { items: [], total: 0, next: null, previous: null };
const CASED = ['commodity', 'grade', 'province'] as const;

/** Moves a bound so that listings with exactly this value do not match. */
function exclusive(query: URLSearchParams, name: string, by: number): void {
  const bound = Number(query.get(name));
  if (query.has(name) && Number.isFinite(bound)) query.set(name, String(bound + by));
}

/** Compares bodies under an Idempotency-Key as if omitted fields had these values. */
export function defaultsEqualOmitted(defaults: JsonObject): Partial<Seams> {
  return comparingBodies((fields) => Object.entries({ ...defaults, ...fields }).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const LISTS = variants({
  'bounds-exclusive (INV-5, INV-8, INV-24): `min_quantity`, `max_quantity`, and `min_protein` are exclusive.': onQuery(
    'listInventory',
    (query) => {
      exclusive(query, 'min_quantity', 1e-6);
      exclusive(query, 'max_quantity', -1e-6);
      exclusive(query, 'min_protein', 1e-6);
    },
  ),
  'filters-case-sensitive (INV-3, INV-4, INV-6, INV-24): Slugs, grades, and provinces are compared case-sensitively.':
    withBodyFields('listInventory', async (_page, { db, incoming }) => {
      const query = queryOf(incoming);
      for (const name of CASED) {
        const value = query.get(name)?.split(',')[0] ?? '';
        if (value !== '' && (await findRow(db, 'lots', { [name]: value })) === undefined) return NOTHING_FOUND;
      }
      return {};
    }),
  'ordered-by-price (INV-9, INV-10): The default order of GET /inventory is by price.': withDefaultQuery(
    'listInventory',
    'sort',
    'price',
  ),
  'unknown-units-ignored (FMT-9): Unknown `units` count as MT.': onQueryValue(WITH_UNITS, 'units', (units) =>
    UNITS.test(units) ? units : undefined,
  ),
  'unknown-units-422 (FMT-9): Unknown `units` return 422.': refusing(WITH_UNITS, ({ incoming }) =>
    UNITS.test(queryOf(incoming).get('units') ?? 'MT') ? undefined : refuseFields({ field: 'units', message: 'is unknown' }),
  ),
  'trade-dates-exclusive (TRD-1, TRD-8): `from` and `to` of GET /trades are exclusive.': onWholeList(
    'listTrades',
    (trades, { query: { from = '0000', to = '9999' } }) =>
      trades.filter(({ created_at }) => created_at.slice(0, 10) > from && created_at.slice(0, 10) < to),
  ),
  'statuses-in-any-case (LST-22, TRD-8): `status` of GET /me/inventory and of trades is compared case-insensitively.': onQuery(
    ['listListings', 'listTrades'],
    (query, { operation_id }) => {
      const status = query.get('status')?.toLowerCase();
      if (status === undefined) return;
      query.set('status', operation_id === 'listTrades' ? status.replace(/^./, (first) => first.toUpperCase()) : status);
    },
  ),
  'unknown-history-empty (MKT-5): The history of an unknown commodity is an empty list.': insteadOfRefusal(
    'getPriceHistory',
    'not_found',
    () => EMPTY_PAGE,
  ),
  'unknown-prices-404 (MKT-5): GET /market/prices returns 404 for an unknown commodity.': refusing(
    'listMarketPrices',
    ({ incoming }) => {
      const slugs = (queryOf(incoming).get('commodity') ?? '').split(',').filter((slug) => slug !== '');
      return slugs.every((slug) => findCommodity(slug) !== undefined) ? undefined : 'not_found';
    },
  ),
  'both-ids (LST-11): Received bids show `inventory_id` in addition to `listing_id`.': withFields('listReceivedBids', (bid) => ({
    inventory_id: bid.listing_id,
  })),
  'opaque-farms-flat (FARM-4, PRIV-8): Opaque farms show city and province in addition to the id.': onResource(
    'listFarms',
    (farm) =>
      'location' in farm
        ? { id: farm.id, nearest_city: farm.location.nearest_city, nearest_province: farm.location.province }
        : farm,
  ),
});

const BODIES = variants({
  'keys-compared-as-bytes (IDEM-2, IDEM-4): Bodies under an Idempotency-Key are compared byte by byte.': onKey(
    (_use, { incoming: { bytes } }) => (isRefusal(bytes) ? {} : { body_hash: hash('sha256', bytes) }),
  ),
  'defaults-equal-omitted (IDEM-3, IDEM-9): An explicit default in a body under a key equals an omitted field.':
    defaultsEqualOmitted({ fob_farm: true, subject_to_sample_approval: false }),
  'failures-use-up-keys (IDEM-8): A key that was sent with an invalid body rejects any other body.': () => {
    const spent = new Map<string, string>();
    const textOf = ({ bytes }: Incoming): string => (isRefusal(bytes) ? '' : bytes.toString('utf8'));
    const nameOf = ({ address, idempotency_key, authorization }: Incoming): string =>
      `${authorization ?? ''} ${address} ${idempotency_key ?? ''}`;
    return all(
      refusing('placeBid', ({ incoming }) => {
        const text = spent.get(nameOf(incoming));
        return text === undefined || text === textOf(incoming) ? undefined : 'idempotency_conflict';
      }),
      onResponse('placeBid', (response, { incoming }) => {
        if (incoming.idempotency_key !== undefined && response.status === 422) spent.set(nameOf(incoming), textOf(incoming));
        return response;
      }),
    );
  },
  "author-answers-422 (BID-28, BID-51): Accepting or countering one's own bid returns 422.": onFind(
    ['acceptBid', 'counterBid'],
    (found) => (isRefusal(found) && found.refused === 'insufficient_scope' ? refuse('bid_not_pending') : found),
  ),
  'counter-quantity-fixed (BID-27, BID-59, TRD-10): A counter with a different quantity than the bid returns 422.': beforeAct(
    'counterBid',
    ({ body }, { stored: { bid } }) =>
      body.quantity_mt === bid.quantity_mt
        ? undefined
        : refuseFields({ field: 'quantity_mt', message: 'must be that of the bid' }),
  ),
  "buyer-counters-not-sent (EVT-18, EVT-28): A buyer's counter sends no `bid.received`.": onEvent(
    'bid.received',
    async (draft, { db }) => {
      const bid = await findRow(db, 'bids', { id: draft.subject_id });
      return typeof bid?.counter_to !== 'string' ? draft : [];
    },
  ),
  'organic-by-default (LST-9): A submission without `is_organic` is organic.': fillIn('createListing', { is_organic: true }),
});

const OTHERS = variants({
  'inactive-cash-bids-closed (CB-6, CB-8): Deciding on an offer on an inactive cash bid returns 409.': onFind(
    ['acceptOffer', 'rejectOffer'],
    async (found, { db }) => {
      if (isRefusal(found)) return found;
      return (await findRow(db, 'cash_bids', { id: found.offer.cash_bid_id }))?.is_active === 0 ? refuse('conflict') : found;
    },
  ),
  'one-offer-per-cash-bid (CB-5, CB-8): Accepting an offer deactivates its cash bid and rejects the other offers.': afterAct(
    'acceptOffer',
    async ({ db }, _response, { offer }) => {
      await setRows(db, 'cash_bids', { id: offer.cash_bid_id }, { is_active: 0 });
      await setRows(db, 'offers', { cash_bid_id: offer.cash_bid_id, status: 'pending' }, { status: 'rejected' });
    },
  ),
  'simulated-counters-expire (SBX-8): A new simulation also expires the counter to the previous bid.': beforeAct(
    'simulateEvent',
    ({ db, body }) =>
      setRows(db, 'bids', { lot_id: body.inventory_id ?? '', author: 'seller', status: 'pending' }, { status: 'expired' }),
  ),
  'scope-omitted (AUTH-3, AUTH-4): Token responses omit `scope` if it equals the requested scope.': withToken('any', {
    scope: undefined,
  }),
  'retries-after-deletion (WHK-13, RTY-8): A deleted subscription still receives the retries of earlier events.': insteadOfAct(
    'deleteWebhook',
    async ({ db }, { id }, act) => {
      const queued = await findRows(db, 'queue', { subscription_id: id });
      const row = await findRow(db, 'subscriptions', { id });
      const response = await act();
      if (row === undefined || queued.length === 0) return response;
      const ghost = { ...row, id: `${id}0`, team_id: 'tm_none' };
      await db.insertInto('subscriptions').values(ghost).execute();
      for (const { seq: _seq, ...item } of queued)
        await db
          .insertInto('queue')
          .values({ ...item, subscription_id: ghost.id })
          .execute();
      return response;
    },
  ),
});

export const READINGS = [...LISTS, ...BODIES, ...OTHERS];
