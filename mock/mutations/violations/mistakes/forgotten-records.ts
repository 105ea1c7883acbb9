/** Lists, or one filter of a list, that forget or add records with an unusual history. */
import {
  afterAct,
  all,
  countMatches,
  findRow,
  idIn,
  onWholeList,
  violations,
  type CallOf,
  type Reader,
  type ResourceIn,
  type Row,
  type Seams,
} from '../kit/index.ts';

type List = 'listBids' | 'listListings' | 'listReceivedBids' | 'listBidsReceived' | 'listTrades' | 'listCashBids' | 'listOffers';

/** Leaves items out of a list, before it is counted and paged. */
export function omitting<Id extends List>(
  where: Id,
  isOmitted: (item: ResourceIn<Id>, query: CallOf<Id>['query'], db: Reader) => boolean | Promise<boolean>,
): Partial<Seams> {
  return onWholeList<Id>(where, async (items, { query, db }) => {
    const kept: ResourceIn<Id>[] = [];
    for (const item of items) if (!(await isOmitted(item, query, db))) kept.push(item);
    return kept;
  });
}

export type Ids = ReadonlySet<string>;

/** Remembers the listings that were unlisted at some time. */
export function withUnlisted(make: (unlisted: Ids) => Partial<Seams>): () => Partial<Seams> {
  return () => {
    const unlisted = new Set<string>();
    const remember = afterAct('updateListing', ({ path, body }) => {
      if (body.listed === false) unlisted.add(idIn(path));
    });
    return all(remember, make(unlisted));
  };
}

/** Remembers the listings that were published at some time. */
function withPublished(make: (published: Ids) => Partial<Seams>): () => Partial<Seams> {
  return () => {
    const published = new Set<string>();
    const remember = afterAct(['createListing', 'updateListing'], (_call, { data }) => {
      if (data.status === 'listed') published.add(data.id);
    });
    return all(remember, make(published));
  };
}

async function bidBehind(db: Reader, { bid_id }: { bid_id: string | null }): Promise<Row<'bids'> | undefined> {
  return bid_id === null ? undefined : findRow(db, 'bids', { id: bid_id });
}

const LISTINGS = violations({
  'LST-16/unlisted-includes-relisted: `status=unlisted` also finds listings that were published again.': withUnlisted(
    (unlisted) =>
      onWholeList(
        'listListings',
        (items, { query }) =>
          items.filter(
            ({ id, status }) =>
              query.status === undefined ||
              status === query.status ||
              (query.status === 'unlisted' && status === 'listed' && unlisted.has(id)),
          ),
        ['status'],
      ),
  ),
  'LST-16/listed-omits-relisted: `status=listed` omits listings that were published again.': withUnlisted((unlisted) =>
    omitting('listListings', ({ id }, { status }) => status === 'listed' && unlisted.has(id)),
  ),
  'LST-16/drafts-never-archived: `status=archived` omits listings that were never published.': withPublished((published) =>
    omitting('listListings', ({ id }, { status }) => status === 'archived' && !published.has(id)),
  ),
  'LST-16/unlisted-by-grade: `status=unlisted` omits listings without a grade.': omitting(
    'listListings',
    ({ grade }, { status }) => status === 'unlisted' && grade === null,
  ),
  'LST-16/sold-not-listed: `status=listed` omits listings with an accepted bid.': omitting(
    'listListings',
    async ({ id }, { status }, db) =>
      status === 'listed' && (await countMatches(db, 'bids', { lot_id: id, status: 'accepted' })) > 0,
  ),
  'LST-1/relisted-left-out: GET /me/inventory without `status` omits listings that were published again.': withUnlisted(
    (unlisted) =>
      omitting('listListings', ({ id, status }, query) => query.status === undefined && status === 'listed' && unlisted.has(id)),
  ),
  'LST-1/ungraded-left-out: GET /me/inventory omits published listings without a grade.': omitting(
    'listListings',
    ({ grade, status }) => status === 'listed' && grade === null,
  ),
});

const TRADES = violations({
  'TRD-1/offers-not-by-status: GET /trades with `status` omits trades of offers.': omitting(
    'listTrades',
    ({ offer_id }, { status }) => status !== undefined && offer_id !== null,
  ),
  'TRD-1/offers-not-by-commodity: GET /trades with `commodity` omits trades of offers.': omitting(
    'listTrades',
    ({ offer_id }, { commodity }) => commodity !== undefined && offer_id !== null,
  ),
  'TRD-1/settled-not-by-commodity: GET /trades with `commodity` omits settled trades.': omitting(
    'listTrades',
    ({ status }, { commodity }) => commodity !== undefined && status === 'Completed',
  ),
  'TRD-1/pending-until-paid: `status=Pending` omits trades with one paid invoice.': omitting(
    'listTrades',
    ({ invoices }, { status }) => status === 'Pending' && invoices.some((invoice) => invoice.status === 'paid'),
  ),
  'TRD-1/counters-not-by-commodity: GET /trades with `commodity` omits trades of counters.': omitting(
    'listTrades',
    async (trade, { commodity }, db) => commodity !== undefined && typeof (await bidBehind(db, trade))?.counter_to === 'string',
  ),
  'TRD-1/by-grades-not-by-status: GET /trades with `status` omits trades of multi-grade bids.': omitting(
    'listTrades',
    async (trade, { status }, db) => status !== undefined && (await bidBehind(db, trade))?.type === 'multi_grade',
  ),
  'TRD-1/archived-not-by-commodity: GET /trades with `commodity` omits trades of archived listings.': omitting(
    'listTrades',
    async ({ inventory_id }, { commodity }, db) =>
      commodity !== undefined && (await countMatches(db, 'lots', { id: inventory_id ?? '', status: 'archived' })) > 0,
  ),
  'TRD-1/both-filters-ignore-settlement: GET /trades with `status` and `commodity` lists no settled trades.': omitting(
    'listTrades',
    (trade, { status, commodity }) => status !== undefined && commodity !== undefined && trade.status === 'Completed',
  ),
  'TRD-3/simulated-left-out: GET /trades omits trades of simulated bids.': omitting(
    'listTrades',
    async (trade, _query, db) => (await bidBehind(db, trade))?.is_simulated === 1,
  ),
  'TRD-3/offers-sold-left-out: GET /trades of a seller omits trades of offers.': omitting(
    'listTrades',
    ({ offer_id, side }) => side === 'seller' && offer_id !== null,
  ),
});

const CASH_BIDS = violations({
  'CB-1/inactive-not-by-commodity: GET /cash-bids with `commodity` omits inactive cash bids.': omitting(
    'listCashBids',
    ({ is_active }, { commodity }) => commodity !== undefined && !is_active,
  ),
  'CB-1/sold-left-out: GET /cash-bids omits cash bids with an accepted offer.': omitting(
    'listCashBids',
    async ({ id }, _query, db) => (await countMatches(db, 'offers', { cash_bid_id: id, status: 'accepted' })) > 0,
  ),
  'CB-11/with-offers-not-inactive: `is_active=false` omits cash bids with a pending offer.': omitting(
    'listCashBids',
    async ({ id }, { is_active }, db) =>
      is_active === false && (await countMatches(db, 'offers', { cash_bid_id: id, status: 'pending' })) > 0,
  ),
  'CB-4/inactive-not-pending: `status=pending` of the offers on an inactive cash bid finds nothing.': omitting(
    'listOffers',
    async ({ cash_bid_id }, { status }, db) =>
      status === 'pending' && (await countMatches(db, 'cash_bids', { id: cash_bid_id, is_active: 0 })) > 0,
  ),
  'CB-4/settled-left-out: GET /cash-bids/{id}/offers omits an offer once its trade is settled.': omitting(
    'listOffers',
    async ({ id }, _query, db) => (await countMatches(db, 'trades', { offer_id: id, status: 'Completed' })) > 0,
  ),
});

export const FORGOTTEN_RECORDS = [...LISTINGS, ...TRADES, ...CASH_BIDS];
