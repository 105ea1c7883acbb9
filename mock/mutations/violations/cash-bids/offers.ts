import {
  afterAct,
  alsoNotify,
  asOwner,
  dropEvent,
  EMPTY_PAGE,
  findRow,
  insteadOfRefusal,
  isRefusal,
  onFind,
  onListeners,
  onResource,
  onStatus,
  refuseAs,
  refusing,
  revealing,
  sellerOf,
  setRows,
  violations,
  withFields,
  withoutEffect,
  withoutField,
  withoutQuery,
  withPayload,
  type Row,
  type Seams,
  type SubjectOf,
  type Tx,
  type Where,
} from '../kit/index.ts';
import { personas } from '#fixtures/personas';
import { pageOffers } from '../../../market/store/offers.ts';
import { viewOffer } from '../../../market/views/parties.ts';
import { racing } from '../bids/deviations.ts';

const DECISIONS = ['acceptOffer', 'rejectOffer'] as const;
const VIEWS = ['listOffers', 'rejectOffer'] as const;

/** Names the seller of an offer. @param isNamed gets the number of paid invoices, undefined without a trade */
function namingSeller(isNamed: (paid: number | undefined, status: string) => boolean): Partial<Seams> {
  return withFields(VIEWS, async (offer, { db }) => {
    const row = await findRow(db, 'offers', { id: offer.id });
    const trade = await findRow(db, 'trades', { id: row?.trade_id ?? '' });
    const paid = [trade?.buyer_invoice_paid_at, trade?.seller_invoice_paid_at].filter((at) => typeof at === 'string').length;
    if (!isNamed(trade === undefined ? undefined : paid, offer.status)) return {};
    return { counterparty: await sellerOf(db, offer.id) };
  });
}

type Found = SubjectOf<'acceptOffer'>;

/** The offer as pending. Its trade is detached, because the store allows one trade per offer. */
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
export const OFFERS_VIOLATED = violations({
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
        const { truths } = await pageOffers(db, { cash_bid_id: id, status: query.status }, 20, 0);
        items.push(...truths.map(viewOffer));
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
  'CB-7/no-cash-bid: Offers omit `cash_bid_id`.': withoutField(VIEWS, 'cash_bid_id'),
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
