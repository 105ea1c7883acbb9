import {
  afterAct,
  alsoNotify,
  asOwner,
  dropEvent,
  EMPTY_PAGE,
  fillIn,
  findRow,
  insteadOfRefusal,
  isRefusal,
  mapQuery,
  onFind,
  onListeners,
  onQueryValue,
  onResource,
  onStatus,
  refuseAs,
  refuseFields,
  refusing,
  refusingUnits,
  revealing,
  sellerOf,
  setRows,
  violations,
  withFields,
  withoutBodyField,
  withoutEffect,
  withoutField,
  withoutItems,
  withoutQuery,
  withPayload,
  type Row,
  type Seams,
  type SubjectOf,
  type Tx,
  type Where,
} from './kit/index.ts';
import { viewCashBid } from '../../market/views/records.ts';
import { personas } from '#fixtures/personas';
import { pageOffers } from '../../market/store/offers.ts';
import { viewOffer } from '../../market/views/parties.ts';
import { racing } from './bids/deviations.ts';

const VIEWS = ['listCashBids', 'createCashBid', 'updateCashBid'] as const;

/** Also lists cash bids of other teams. @param isAffected selects the queries */
function alsoListing(isAffected: (query: { is_active?: unknown; commodity?: unknown }) => boolean): Partial<Seams> {
  return afterAct('listCashBids', async ({ db, caller, query }, page) => {
    if (!isAffected(query)) return page;
    const others = db
      .selectFrom('cash_bids')
      .selectAll()
      .where('team_id', '!=', caller.team_id ?? '');
    const rows = await others.where('livemode', '=', caller.livemode).orderBy('created_at', 'desc').limit(30).execute();
    return { ...page, items: [...page.items, ...rows.map((row) => viewCashBid(row))], total: page.total + rows.length };
  });
}

/** The cash bids of an elevator. */
const RECORDS = violations({
  'CB-1/units-refused: GET /cash-bids rejects `units`.': refusingUnits('listCashBids'),
  'CB-1/commodity-ignored: GET /cash-bids ignores `commodity`.': withoutQuery('listCashBids', 'commodity'),
  'CB-1/commodity-finds-nothing: GET /cash-bids finds nothing if `commodity` is given.': onQueryValue(
    'listCashBids',
    'commodity',
    () => 'mustard-seed',
  ),
  'CB-1/active-left-out: GET /cash-bids omits active cash bids.': withoutItems('listCashBids', (cashBid) => cashBid.is_active),
  'CB-1/ids-are-numbers: GET /cash-bids returns numeric ids.': withFields('listCashBids', { id: 7 }),
  'CB-2/answers-200: POST /cash-bids returns 200 instead of 201.': onStatus('createCashBid', 201, 200),
  'CB-2/code: Validation errors of POST /cash-bids have the wrong code.': refuseAs(
    'createCashBid',
    'validation_failed',
    'bid_items_required',
  ),
  'CB-3/without-effect: PATCH /cash-bids/{id} changes nothing.': withoutEffect('updateCashBid'),
  'CB-3/price-ignored: PATCH /cash-bids/{id} ignores `price`.': withoutBodyField('updateCashBid', 'price'),
  'CB-3/change-deactivates: PATCH /cash-bids/{id} deactivates the cash bid.': fillIn('updateCashBid', { is_active: false }),
  'CB-3/answers-202: PATCH /cash-bids/{id} returns 202.': onStatus('updateCashBid', 200, 202),
  'CB-11/no-is-active: Cash bids omit `is_active`.': withoutField(VIEWS, 'is_active'),
  'CB-11/is-active-number: GET /cash-bids returns `is_active` as 0 or 1.': withFields('listCashBids', (cashBid) => ({
    is_active: Number(cashBid.is_active),
  })),
  'CB-11/is-active-ignored: GET /cash-bids ignores `is_active`.': withoutQuery('listCashBids', 'is_active'),
  'CB-11/false-ignored: GET /cash-bids ignores `is_active=false`.': mapQuery('listCashBids', 'is_active', { false: undefined }),
  'CB-11/false-is-true: GET /cash-bids reads `is_active=false` as true.': onQueryValue('listCashBids', 'is_active', () => 'true'),
  'CB-12/body-required: PATCH /cash-bids/{id} requires a body.': refusing('updateCashBid', ({ incoming: { bytes } }) =>
    isRefusal(bytes) || bytes.length > 0 ? undefined : refuseFields({ field: 'body', message: 'is required' }),
  ),
  'CB-12/no-body-deactivates: PATCH /cash-bids/{id} without a body deactivates the cash bid.': afterAct(
    'updateCashBid',
    async ({ db, body }, { data }) => {
      if (body !== undefined) return undefined;
      await setRows(db, 'cash_bids', { id: data.id }, { is_active: 0 });
      return { data: { ...data, is_active: false } };
    },
  ),
  'CB-12/no-content: PATCH /cash-bids/{id} returns 204.': onStatus('updateCashBid', 200, 204),
  "CB-13/strangers-change: PATCH /cash-bids/{id} changes another elevator's cash bid.": asOwner('updateCashBid'),
  "CB-13/strangers-read-offers: GET /cash-bids/{id}/offers shows another elevator's offers.": asOwner('listOffers'),
  "CB-13/everybodys-list: GET /cash-bids lists other elevators' cash bids.": alsoListing(() => true),
  "CB-13/everybodys-by-activity: GET /cash-bids with `is_active` lists other elevators' cash bids.": alsoListing(
    ({ is_active }) => is_active !== undefined,
  ),
  "CB-13/everybodys-by-commodity: GET /cash-bids with `commodity` lists other elevators' cash bids.": alsoListing(
    ({ commodity }) => commodity !== undefined,
  ),
  "CB-13/forbidden-for-anothers: PATCH /cash-bids/{id} returns 403 instead of 404 for another elevator's cash bid.":
    revealing('updateCashBid'),
});

const DECISIONS = ['acceptOffer', 'rejectOffer'] as const;
const OFFER_VIEWS = ['listOffers', 'rejectOffer'] as const;

/** Names the seller of an offer. @param isNamed gets the number of paid invoices, undefined without a trade */
function namingSeller(isNamed: (paid: number | undefined, status: string) => boolean): Partial<Seams> {
  return withFields(OFFER_VIEWS, async (offer, { db }) => {
    const row = await findRow(db, 'offers', { id: offer.id });
    const trade = await findRow(db, 'trades', { id: row?.trade_id ?? '' });
    const paid = [trade?.buyer_invoice_paid_at, trade?.seller_invoice_paid_at].filter((at) => typeof at === 'string').length;
    if (!isNamed(trade === undefined ? undefined : paid, offer.status)) return {};
    return { counterparty: await sellerOf(db, offer.id) };
  });
}

type Found = SubjectOf<'acceptOffer'>;

/** The offer as pending. Detaches its trade, because the store allows one trade per offer. */
async function reopened(db: Tx, found: Found): Promise<Found> {
  await setRows(db, 'trades', { offer_id: found.offer.id }, { offer_id: null });
  return { ...found, offer: { ...found.offer, status: 'pending' } };
}

/** Allows a decision on an offer that has already been decided. */
function decidingAgain(where: Where<'acceptOffer' | 'rejectOffer'>, again: Row<'offers'>['status']): Partial<Seams> {
  return onFind(where, async (found, { db }) =>
    !isRefusal(found) && found.offer.status === again ? reopened(db, found) : found,
  );
}

/** Offers on cash bids. */
const OFFERS = violations({
  'CB-4/status-ignored: GET /cash-bids/{id}/offers ignores `status`.': withoutQuery('listOffers', 'status'),
  'CB-4/limit-ignored: GET /cash-bids/{id}/offers ignores `limit`.': withoutQuery('listOffers', 'limit'),
  'CB-4/offset-ignored: GET /cash-bids/{id}/offers ignores `offset`.': withoutQuery('listOffers', 'offset'),
  "CB-4/strangers-read: GET /cash-bids/{id}/offers shows another elevator's offers.": asOwner('listOffers'),
  'CB-4/missing-is-empty: GET /cash-bids/{id}/offers returns an empty page for an unknown id.': insteadOfRefusal(
    'listOffers',
    'not_found',
    () => EMPTY_PAGE,
  ),
  'CB-4/offers-of-all: GET /cash-bids/{id}/offers lists the offers on all cash bids of the team.': afterAct(
    'listOffers',
    async ({ db, query }, page, cashBid) => {
      const others = db.selectFrom('cash_bids').select('id').where('team_id', '=', cashBid.team_id);
      const items = [...page.items];
      for (const { id } of await others.where('id', '!=', cashBid.id).orderBy('created_at', 'desc').limit(20).execute()) {
        const { records } = await pageOffers(db, { cash_bid_id: id, status: query.status }, 20, 0);
        items.push(...records.map(viewOffer));
      }
      return { ...page, items, total: items.length };
    },
  ),
  'CB-5/accept-answers-201: POST /cash-bid-offers/{id}/accept returns 201.': onStatus('acceptOffer', 200, 201),
  'CB-5/reject-answers-204: POST /cash-bid-offers/{id}/reject returns 204.': onStatus('rejectOffer', 200, 204),
  'CB-5/accept-answers-offer: Accepting an offer returns the offer instead of the trade.': onResource('acceptOffer', (trade) => ({
    id: trade.offer_id,
    status: 'accepted',
    trade_id: trade.id,
  })),
  'CB-5/reject-answers-before: Rejecting an offer returns it with the status pending.': withFields('rejectOffer', {
    status: 'pending',
  }),
  'CB-5/reject-without-effect: A rejected offer stays pending.': withoutEffect('rejectOffer'),
  'CB-5/accepted-stays-pending: An accepted offer stays pending.': afterAct('acceptOffer', ({ db }, { data }) =>
    setRows(db, 'offers', { trade_id: data.id }, { status: 'pending' }),
  ),
  "CB-5/strangers-accept: POST /cash-bid-offers/{id}/accept accepts another elevator's offer.": asOwner('acceptOffer'),
  "CB-5/strangers-reject: POST /cash-bid-offers/{id}/reject rejects another elevator's offer.": asOwner('rejectOffer'),
  'CB-5/missing-is-409: Deciding on an unknown offer returns 409.': refuseAs(DECISIONS, 'not_found', 'conflict'),
  "CB-5/forbidden-for-anothers: Deciding on another elevator's offer returns 403 instead of 404.": revealing(DECISIONS),
  'CB-5/body-needed: POST /cash-bid-offers/{id}/accept requires a body.': refusing('acceptOffer', ({ incoming: { bytes } }) =>
    isRefusal(bytes) || bytes.length > 0 ? undefined : 'validation_failed',
  ),
  'CB-6/conflict-is-400: Deciding on a decided offer returns 400.': refuseAs(DECISIONS, 'conflict', 'malformed_request'),
  'CB-6/accepted-twice: An accepted offer can be accepted again.': decidingAgain('acceptOffer', 'accepted'),
  'CB-6/forbidden: Deciding on a decided offer returns 403.': refuseAs(DECISIONS, 'conflict', 'insufficient_scope'),
  'CB-7/no-cash-bid: Offers omit `cash_bid_id`.': withoutField(OFFER_VIEWS, 'cash_bid_id'),
  'CB-7/no-status: GET /cash-bids/{id}/offers omits `status`.': withoutField('listOffers', 'status'),
  'CB-7/named-at-once: Offers name the seller while they are pending.': namingSeller((paid) => paid === undefined),
  'CB-7/named-when-accepted: Offers name the seller once they are accepted.': namingSeller((paid) => paid !== undefined),
  'CB-7/named-when-rejected: Offers name the seller once they are rejected.': namingSeller((_, status) => status === 'rejected'),
  'CB-7/named-after-one-invoice: Offers name the seller once one invoice is paid.': namingSeller((paid = 0) => paid > 0),
  'CB-9/no-event: A new offer records no event.': dropEvent('cashbid.offer_received'),
  "CB-9/sent-to-another-team: `cashbid.offer_received` reaches another buyer's team.": alsoNotify(
    'cashbid.offer_received',
    ({ team_id, livemode }) => livemode === 1 && team_id === personas.rival.team_id,
  ),
  'CB-9/sent-to-nobody: `cashbid.offer_received` reaches no subscription.': onListeners('cashbid.offer_received', () => []),
  'CB-9/cash-bid-unnamed: `cashbid.offer_received` omits `cash_bid_id`.': withPayload('cashbid.offer_received', {
    cash_bid_id: undefined,
  }),
  'CB-10/both-win: Two concurrent decisions on one offer both succeed.': racing(DECISIONS, (overlap) =>
    onFind(DECISIONS, async (found, { db }, { incoming }) =>
      isRefusal(found) || overlap.lateness(incoming) === 0 ? found : reopened(db, found),
    ),
  ),
  'CB-14/conflict-is-422: Deciding on a decided offer returns 422.': refuseAs(DECISIONS, 'conflict', 'validation_failed'),
  'CB-14/rejected-then-accepted: A rejected offer can be accepted.': decidingAgain('acceptOffer', 'rejected'),
  'CB-14/accepted-then-rejected: An accepted offer can be rejected.': decidingAgain('rejectOffer', 'accepted'),
});

export const CASH_BIDS = [...RECORDS, ...OFFERS];
