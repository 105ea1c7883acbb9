import {
  EMPTY_PAGE,
  findRow,
  insteadOfRefusal,
  isRefusal,
  mapQuery,
  onBody,
  onField,
  onLines,
  onQuery,
  onResource,
  onStatus,
  queryOf,
  refuse,
  refusing,
  refusingUnits,
  requiringScope,
  revealing,
  violations,
  withError,
  withFields,
  withoutField,
  withoutItems,
  withoutQuery,
  withoutScopes,
} from '../kit/index.ts';
import { pageBids } from '../../../market/store/bids.ts';
import { viewBid } from '../../../market/views/parties.ts';
import { onGetBid } from './deviations.ts';

const BUSHELS_PER_TONNE = 36.743_7;

const LIST = violations({
  'BID-14/filter-ignored: GET /bids ignores `status`.': withoutQuery('listBids', 'status'),
  'BID-14/filter-on-the-first-page-only: GET /bids ignores `status` after the first page.': onQuery('listBids', (query) => {
    if (Number(query.get('offset') ?? 0) > 0) query.delete('status');
  }),
  'BID-14/countered-means-rejected: GET /bids reads `status=countered` as rejected.': mapQuery('listBids', 'status', {
    countered: 'rejected',
  }),
  'BID-14/expired-means-all: GET /bids ignores `status=expired`.': mapQuery('listBids', 'status', { expired: undefined }),
  'BID-14/accepted-left-out: GET /bids omits accepted bids.': withoutItems('listBids', (bid) => bid.status === 'accepted'),
  'BID-14/bids-of-the-lot: GET /bids lists the bids of other teams on the same listings.': onBody(
    'listBids',
    async (page, { db }) => {
      const lots = [...new Set(page.items.map(({ inventory_id }) => inventory_id))];
      const found = await Promise.all(lots.map((lot_id) => pageBids(db, { lot_id, status: undefined }, 50, 0)));
      const own = new Set(page.items.map(({ id }) => id));
      const others = found.flatMap(({ records }) => records.filter(({ bid }) => !own.has(bid.id) && bid.status === 'pending'));
      return { ...page, items: [...page.items, ...others.map((stored) => viewBid(stored))] };
    },
  ),
  'BID-14/no-scope-asked: Reading bids requires no scope.': withoutScopes(['listBids', 'getBid']),
  'BID-14/inventory-read-as-well: Reading bids also requires inventory.read.': requiringScope(
    ['listBids', 'getBid'],
    'inventory.read',
  ),
  'BID-36/cancelled-in-the-list: GET /bids shows rejected bids as cancelled.': onField('listBids', 'status', (status) =>
    status === 'rejected' ? 'cancelled' : status,
  ),
  'BID-36/won-among-the-received: GET /me/inventory/{id}/bids shows accepted bids as won.': onField(
    'listReceivedBids',
    'status',
    (status) => (status === 'accepted' ? 'won' : status),
  ),
  'BID-58/replaced: GET /bids/{id} shows countered bids as replaced.': onField('getBid', 'status', (status) =>
    status === 'countered' ? 'replaced' : status,
  ),
  'BID-58/upper-case: GET /bids/{id} shows the status in upper case.': onField('getBid', 'status', (status) =>
    String(status).toUpperCase(),
  ),
});

const READ = violations({
  "BID-16/any-team-reads: GET /bids/{id} returns every team's bids.": onGetBid((found, stored) =>
    isRefusal(found) ? stored : found,
  ),
  'BID-16/accepted-ones-are-public: GET /bids/{id} returns every accepted bid.': onGetBid((found, stored) =>
    stored.bid.status === 'accepted' ? stored : found,
  ),
  "BID-16/counters-are-public: GET /bids/{id} returns every seller's counter.": onGetBid((found, stored) =>
    stored.bid.author === 'seller' ? stored : found,
  ),
  "BID-16/other-bidders-read: GET /bids/{id} returns other teams' bids on a listing that the team has bid on.": onGetBid(
    async (found, stored, { db, caller }) => {
      const own = await findRow(db, 'bids', { lot_id: stored.bid.lot_id, buyer_team_id: caller.team_id ?? '' });
      return own === undefined ? found : stored;
    },
  ),
  'BID-16/rejected-ones-vanish: GET /bids/{id} returns 404 for a rejected bid.': onGetBid((found, stored) =>
    stored.bid.status === 'rejected' ? refuse('not_found') : found,
  ),
  "BID-16/forbidden: GET /bids/{id} returns 403 instead of 404 for another team's bid.": revealing('getBid'),
  'BID-16/other-code: GET /bids/{id} returns 404 with the code bid_not_found.': withError('getBid', 'not_found', {
    code: 'bid_not_found',
  }),
  'BID-17/empty-list: GET /bids returns an empty page without a team.': insteadOfRefusal('listBids', 'no_team', () => EMPTY_PAGE),
  'BID-17/status-403: GET /bids/{id} returns 403 with the code no_team.': onStatus('getBid', 400, 403),
  'BID-34/list-without-units: GET /bids rejects `units`.': refusingUnits('listBids'),
  'BID-34/bid-without-units: GET /bids/{id} rejects `units` other than MT.': refusing('getBid', ({ incoming }) =>
    (queryOf(incoming).get('units') ?? 'MT') === 'MT' ? undefined : 'invalid_filter',
  ),
  'BID-34/tonnes-follow-units: `quantity_mt` of bids is in the requested units.': withFields(
    ['listBids', 'getBid'],
    ({ quantity_mt }, { incoming }) =>
      queryOf(incoming).get('units') === 'BU' ? { quantity_mt: quantity_mt * BUSHELS_PER_TONNE } : {},
  ),
});

const SHAPE = violations({
  'BID-13/price-as-text: GET /bids/{id} returns string amounts.': onField('getBid', 'price.amount', String),
  'BID-13/quantity-as-text: GET /bids returns string quantities.': onField('listBids', 'quantity_mt', String),
  'BID-13/reference-as-number: POST /inventory/{id}/bids returns a numeric `reference`.': onField(
    'placeBid',
    'reference',
    () => 41_207,
  ),
  'BID-13/counterparty-as-text: GET /me/inventory/{id}/bids returns a string `counterparty`.': onField(
    'listReceivedBids',
    'counterparty',
    () => 'hidden',
  ),
  'BID-13/price-without-currency: GET /me/bids-received omits the currency of prices.': withoutField(
    'listBidsReceived',
    'price.currency',
  ),
  'BID-13/rejected-without-status: POST /bids/{id}/reject omits `status`.': withoutField('rejectBid', 'status'),
  'BID-13/countered-without-id: POST /bids/{id}/counter returns `bid_id` instead of `id`.': onResource(
    'counterBid',
    ({ id, ...bid }) => ({ bid_id: id, ...bid }),
  ),
  'BID-13/type-as-number: Accepted bids have a numeric `type`.': onResource('getBid', (bid) =>
    bid.status === 'accepted' ? { ...bid, type: 1 } : bid,
  ),
  'BID-46/list-without-reference: GET /bids omits `reference`.': withoutField('listBids', 'reference'),
  'BID-46/no-counterparty-yet: GET /bids/{id} omits `counterparty` if it is null.': onField(
    'getBid',
    'counterparty',
    (party) => party ?? undefined,
  ),
  'BID-46/listing-id-to-buyers: GET /bids/{id} has `listing_id` in place of `inventory_id`.': onResource(
    'getBid',
    ({ inventory_id, ...bid }) => ({ ...bid, listing_id: inventory_id }),
  ),
  'BID-46/inbox-without-listing: GET /me/bids-received omits `listing_id`.': withoutField('listBidsReceived', 'listing_id'),
  'BID-46/rejected-without-quantity: POST /bids/{id}/reject omits `quantity_mt`.': withoutField('rejectBid', 'quantity_mt'),
  'BID-46/received-in-kilograms: GET /me/inventory/{id}/bids returns `quantity_mt` in kilograms.': onField(
    'listReceivedBids',
    'quantity_mt',
    (quantity) => Number(quantity) * 1_000,
  ),
  "BID-46/counter-on-another-lot: POST /bids/{id}/counter returns the original bid's id as `listing_id`.": withFields(
    'counterBid',
    (bid) => ({ listing_id: bid.counter_to }),
  ),
});

const LINES = violations({
  'BID-47/best-price: A multi-grade bid shows the price of a line as `price`.': withFields('getBid', (bid) => ({
    price: bid.price ?? bid.grades?.[0]?.price ?? null,
  })),
  'BID-47/inbox-without-lines: GET /bids/{id} omits `grades`.': withoutField('getBid', 'grades'),
  'BID-47/line-ids-as-numbers: GET /bids returns numeric line ids.': onLines('listBids', (line, i) => ({
    ...line,
    id: i + 1,
  })),
  'BID-47/approval-as-number: GET /me/inventory/{id}/bids returns 0 for `subject_to_sample_approval`.': onLines(
    'listReceivedBids',
    (line) => ({ ...line, subject_to_sample_approval: 0 }),
  ),
  'BID-47/lines-without-status: GET /me/bids-received omits the status of lines.': onLines('listBidsReceived', (line) => ({
    ...line,
    status: undefined,
  })),
  'BID-47/price-as-number: POST /inventory/{id}/bids returns bare numbers as line prices.': onLines('placeBid', (line) => ({
    ...line,
    price: 300,
  })),
  'BID-47/one-id-for-all: All lines of a bid have the same id.': onLines(['getBid', 'listReceivedBids'], (line) => ({
    ...line,
    id: 'line_0000000000000001',
  })),
  'BID-47/rejected-with-price: A rejected multi-grade bid shows a price.': withFields('rejectBid', (bid) => ({
    price: bid.price ?? { amount: 0, currency: 'CAD', unit: 'MT' },
  })),
});

export const READING = [...LIST, ...READ, ...SHAPE, ...LINES];
