/** Privacy and the inventory. */
import {
  all,
  findRow,
  idIn,
  INVENTORY_READS,
  isJsonObject,
  isRefusal,
  onBody,
  onField,
  onFind,
  onQuery,
  onResource,
  queryOf,
  refusing,
  sellerOf,
  withFields,
} from '../violations/kit/index.ts';
import { findLot } from '../../market/store/lots.ts';
import { otherModeAs } from './allowed.ts';
import { variants } from './kit/variant.ts';

/** The largest radius, if `near` is capped. */
const CAP_KM = 1_200;

function radiusOf(search: string): number {
  return Number(new URLSearchParams(search).get('near')?.split(',')[2] ?? 0);
}

export const PRIVACY_VARIED = variants({
  'offers-masked-by-a-label (CB-7, CB-16, PRIV-5): Masked offers name the seller as "A seller".': withFields(
    ['listOffers', 'rejectOffer'],
    (offer) => ({ counterparty: offer.counterparty ?? 'A seller' }),
  ),
  'offers-masked-by-a-name (CB-7, CB-16, PRIV-5): Masked offers have the counterparty { name: "Anonymous seller" }.': withFields(
    ['listOffers', 'rejectOffer'],
    (offer) => ({ counterparty: offer.counterparty ?? { name: 'Anonymous seller' } }),
  ),
  'prices-with-a-constant-key (PRIV-16, FMT-1): Asking prices have an undocumented key with the same value in every listing.':
    withFields(INVENTORY_READS, ({ asking_price }) => ({
      asking_price: asking_price === null ? null : { ...asking_price, precision: 2 },
    })),
  'offers-without-a-party (CB-7, CB-16, PRIV-5): Masked offers omit `counterparty`.': onResource(
    ['listOffers', 'rejectOffer'],
    ({ counterparty, ...offer }) => (counterparty === null ? offer : { ...offer, counterparty }),
  ),
  'offers-masked-under-another-key (CB-5, CB-7, CB-16, PRIV-5): Offers have `offered_by` instead of `counterparty`: "(hidden)", or the name once settled. An accepted one is "taken".':
    onResource(['listOffers', 'rejectOffer'], ({ counterparty, ...offer }) => ({
      ...offer,
      status: offer.status === 'accepted' ? 'taken' : offer.status,
      offered_by: counterparty ?? '(hidden)',
    })),
  'unpriced-first (INV-10): Listings without a price come first.': onBody('listInventory', (page, { incoming }) => {
    const sort = queryOf(incoming).get('sort') ?? '';
    if (!sort.endsWith('price')) return page;
    const unpriced = page.items.filter(({ asking_price }) => asking_price === null);
    return { ...page, items: [...unpriced, ...page.items.filter(({ asking_price }) => asking_price !== null)] };
  }),
  'other-mode-forbidden (INV-25): GET /inventory/{id} returns 403 instead of 404 for the other mode.':
    otherModeAs('insufficient_scope'),
  'delisted-lots-readable-by-bidders (INV-14, INV-15, EVT-22): A team that has bid on a lot can read it after it is unlisted.':
    onFind('getInventory', async (found, { db, caller, path }) => {
      if (!isRefusal(found) || caller.team_id === null) return found;
      const lot = await findLot(db, idIn(path), caller.livemode);
      const bid = await findRow(db, 'bids', { lot_id: lot?.id ?? '', buyer_team_id: caller.team_id });
      return lot === undefined || bid === undefined ? found : lot;
    }),
  'chains-unmasked (PRIV-19): Settlement also unmasks the bids before the accepted counter.': withFields(
    ['getBid', 'listBids'],
    async ({ id, status }, { db }) => {
      if (status !== 'countered') return {};
      const next = await findRow(db, 'bids', { counter_to: id });
      const trade = await findRow(db, 'trades', { bid_id: next?.id ?? '' });
      return trade?.status === 'Completed' ? { counterparty: await sellerOf(db, id) } : {};
    },
  ),
  'near-capped (INV-7, INV-9): `near` caps the radius at 1200 km.': onQuery('listInventory', (query) => {
    const [latitude = '', longitude = '', radius = ''] = query.get('near')?.split(',') ?? [];
    if (Number(radius) > CAP_KM) query.set('near', [latitude, longitude, CAP_KM].join(','));
  }),
  'wide-radius-refused (INV-7, INV-9): `near` rejects a radius over 1200 km.': refusing('listInventory', ({ incoming }) =>
    radiusOf(incoming.search) > CAP_KM ? 'invalid_filter' : undefined,
  ),
  "invoices-by-side (TRD-11, PRIV-4): Trades show the invoice status of each side, and settled ones the counterparty's city.":
    withFields(['getTrade', 'listTrades', 'acceptBid'], (trade) => ({
      seller_invoice_status: trade.invoices.find(({ kind }) => kind === 'seller')?.status,
      buyer_invoice_paid: trade.invoices.some(({ kind, status }) => kind === 'buyer' && status === 'paid'),
      counterparty: trade.counterparty === null ? null : { ...trade.counterparty, city: 'Regina' },
    })),
  'grades-by-code (INV-4, INV-19): Buyers read and filter by grade codes, and sellers submit grade names.': all(
    onField(INVENTORY_READS, 'grade', (grade) => (typeof grade === 'string' ? grade.replaceAll(' ', '_') : grade)),
    onBody('getInventoryFilters', ({ data }) => ({
      data: { ...data, grades: data.grades.map((grade) => grade.replaceAll(' ', '_')) },
    })),
    onQuery('listInventory', (query) => {
      const grade = query.get('grade');
      if (grade !== null) query.set('grade', grade.replaceAll('_', ' '));
    }),
  ),
  "places-on-deals (BID-13, TRD-4): Bids and trades include the listing's city and the delivery address.": onResource(
    ['getBid', 'listBids', 'getTrade', 'listTrades', 'placeBid'],
    (deal: unknown) =>
      isJsonObject(deal)
        ? {
            ...deal,
            location: { province: 'SK', nearest_city: 'Regina' },
            delivery_location: { id: 3, name: 'Own elevator', address: '12 Elevator Road', lat: 51.123_456, lng: -104.654_321 },
            user_id: 'usr_of_the_bidder_01',
          }
        : deal,
  ),
});
