import {
  EMPTY_PAGE,
  insteadOfRefusal,
  isJsonObject,
  isRefusal,
  mapQuery,
  onBody,
  onField,
  onQuery,
  onResource,
  onStatus,
  queryOf,
  refuse,
  refuseAs,
  refusing,
  refusingQuery,
  requiringScope,
  revealing,
  violations,
  withError,
  withoutField,
  withoutQuery,
  withoutScopes,
} from '../kit/index.ts';
import { pageBids } from '../../../market/store/bids.ts';
import { viewBid } from '../../../market/views/parties.ts';
import { onGetBid } from './deviations.ts';

const BUSHELS_PER_TONNE = 36.743_7;

const LIST = violations({
  'BID-14/filter-ignored: GET /bids ignores `status`.': withoutQuery('listBids', 'status'),
  'BID-14/filter-on-the-first-page-only: GET /bids ignores `status` behind the first page.': onQuery('listBids', (query) => {
    if (Number(query.get('offset') ?? 0) > 0) query.delete('status');
  }),
  'BID-14/countered-means-rejected: GET /bids takes `countered` for `rejected`.': mapQuery('listBids', 'status', {
    countered: 'rejected',
  }),
  'BID-14/expired-means-all: GET /bids lists all bids as expired ones.': mapQuery('listBids', 'status', { expired: undefined }),
  'BID-14/accepted-left-out: GET /bids does not list accepted bids.': onResource('listBids', (bid) =>
    bid.status === 'accepted' ? undefined : bid,
  ),
  'BID-14/bids-of-the-lot: GET /bids lists the bids of other teams on the same listings.': onBody(
    'listBids',
    async (page, { db }) => {
      const lots = [...new Set(page.items.map(({ inventory_id }) => inventory_id))];
      const found = await Promise.all(lots.map((lot_id) => pageBids(db, { lot_id, status: undefined }, 50, 0)));
      const own = new Set(page.items.map(({ id }) => id));
      const others = found.flatMap(({ truths }) => truths.filter(({ bid }) => !own.has(bid.id) && bid.status === 'pending'));
      return { ...page, items: [...page.items, ...others.map((truth) => viewBid(truth))] };
    },
  ),
  'BID-14/no-scope-asked: Whoever has a token of the team reads its bids.': withoutScopes(['listBids', 'getBid']),
  'BID-14/inventory-read-as-well: Reading bids takes inventory.read as well.': requiringScope(
    ['listBids', 'getBid'],
    'inventory.read',
  ),
  'BID-36/cancelled-in-the-list: GET /bids shows rejected bids as cancelled.': onField('listBids', 'status', (status) =>
    status === 'rejected' ? 'cancelled' : status,
  ),
  'BID-36/won-among-the-received: The seller sees accepted bids as won.': onField('listReceivedBids', 'status', (status) =>
    status === 'accepted' ? 'won' : status,
  ),
  'BID-58/replaced: GET /bids/{id} shows countered bids as replaced.': onField('getBid', 'status', (status) =>
    status === 'countered' ? 'replaced' : status,
  ),
  'BID-58/upper-case: GET /bids/{id} shows the status in upper case.': onField('getBid', 'status', (status) =>
    String(status).toUpperCase(),
  ),
});

const READ = violations({
  'BID-16/any-team-reads: Every team reads the bids of every other.': onGetBid((found, truth) =>
    isRefusal(found) ? truth : found,
  ),
  'BID-16/accepted-ones-are-public: Every team reads the bids that were accepted.': onGetBid((found, truth) =>
    truth.bid.status === 'accepted' ? truth : found,
  ),
  "BID-16/counters-are-public: Every team reads a seller's counters.": onGetBid((found, truth) =>
    truth.bid.author === 'seller' ? truth : found,
  ),
  'BID-16/rejected-ones-vanish: A team no longer reads its bids that were rejected.': onGetBid((found, truth) =>
    truth.bid.status === 'rejected' ? refuse('not_found') : found,
  ),
  "BID-16/forbidden: Another team's bid is 403.": revealing('getBid'),
  'BID-16/other-code: A bid that is missing is 404 with another code.': withError('getBid', 'not_found', {
    code: 'bid_not_found',
  }),
  'BID-17/empty-list: GET /bids without a team answers an empty page.': insteadOfRefusal('listBids', 'no_team', () => EMPTY_PAGE),
  'BID-17/list-forbidden: GET /bids without a team is 403.': refuseAs('listBids', 'no_team', 'insufficient_scope'),
  'BID-17/bid-missing: GET /bids/{id} without a team is 404.': refuseAs('getBid', 'no_team', 'not_found'),
  'BID-17/status-403: GET /bids/{id} without a team has the HTTP status 403.': onStatus('getBid', 400, 403),
  'BID-34/list-without-units: GET /bids refuses `units`.': refusingQuery('listBids', 'units'),
  'BID-34/bid-without-units: GET /bids/{id} refuses `units` other than MT.': refusing('getBid', ({ incoming }) =>
    (queryOf(incoming).get('units') ?? 'MT') === 'MT' ? undefined : 'invalid_filter',
  ),
  'BID-34/tonnes-follow-units: In other units quantity_mt of a bid is not in tonnes.': onResource(
    ['listBids', 'getBid'],
    (bid, { incoming }) =>
      queryOf(incoming).get('units') === 'BU' ? { ...bid, quantity_mt: bid.quantity_mt * BUSHELS_PER_TONNE } : bid,
  ),
});

const SHAPE = violations({
  'BID-13/price-as-text: GET /bids/{id} writes amounts as texts.': onField('getBid', 'price.amount', String),
  'BID-13/quantity-as-text: GET /bids writes quantities as texts.': onField('listBids', 'quantity_mt', String),
  'BID-13/reference-as-number: The answer to a bid has a number for its reference.': onField(
    'placeBid',
    'reference',
    () => 41_207,
  ),
  'BID-13/counterparty-as-text: The seller sees a text for the counterparty.': onField(
    'listReceivedBids',
    'counterparty',
    () => 'hidden',
  ),
  'BID-13/price-without-currency: The inbox shows prices without a currency.': withoutField('listBidsReceived', 'price.currency'),
  'BID-13/rejected-without-status: The bid that a rejection answers has no status.': withoutField('rejectBid', 'status'),
  'BID-13/countered-without-id: The bid that a counter answers has its id under another name.': onResource(
    'counterBid',
    ({ id, ...bid }) => ({ bid_id: id, ...bid }),
  ),
  'BID-13/type-as-number: Accepted bids have a number for their type.': onResource('getBid', (bid) =>
    bid.status === 'accepted' ? { ...bid, type: 1 } : bid,
  ),
  'BID-46/list-without-reference: GET /bids shows no references.': withoutField('listBids', 'reference'),
  'BID-46/no-counterparty-yet: A bid shows its counterparty only when there is one.': onField(
    'getBid',
    'counterparty',
    (party) => party ?? undefined,
  ),
  'BID-46/inbox-without-listing: The bids of the inbox do not say on which listing they are.': withoutField(
    'listBidsReceived',
    'listing_id',
  ),
  'BID-46/rejected-without-quantity: The bid that a rejection answers has no quantity.': withoutField('rejectBid', 'quantity_mt'),
  'BID-46/received-in-kilograms: The seller sees quantities in kilograms.': onField(
    'listReceivedBids',
    'quantity_mt',
    (quantity) => Number(quantity) * 1_000,
  ),
  'BID-46/counter-on-another-lot: A counter names the bid before it as its listing.': onResource('counterBid', (bid) => ({
    ...bid,
    listing_id: bid.counter_to,
  })),
});

const LINES = violations({
  'BID-47/best-price: A bid by grades shows its best price as its price.': onResource('getBid', (bid) => ({
    ...bid,
    price: bid.price ?? bid.grades?.[0]?.price ?? null,
  })),
  'BID-47/inbox-without-lines: GET /bids/{id} shows no lines of a bid by grades.': withoutField('getBid', 'grades'),
  'BID-47/line-ids-as-numbers: The lines of a bid have numbers for ids in the list.': onLines('listBids', (line, i) => ({
    ...line,
    id: i + 1,
  })),
  'BID-47/approval-as-number: The seller sees 0 or 1 for subject_to_sample_approval of a line.': onLines(
    'listReceivedBids',
    (line) => ({ ...line, subject_to_sample_approval: 0 }),
  ),
  'BID-47/lines-without-status: The lines of the inbox have no status.': onLines('listBidsReceived', (line) => ({
    ...line,
    status: undefined,
  })),
  'BID-47/price-as-number: The answer to a bid by grades has bare numbers for the prices of its lines.': onLines(
    'placeBid',
    (line) => ({ ...line, price: 300 }),
  ),
  'BID-47/one-id-for-all: The lines of a bid have one id.': onLines(['getBid', 'listReceivedBids'], (line) => ({
    ...line,
    id: 'line_0000000000000001',
  })),
  'BID-47/rejected-with-price: A bid by grades that was rejected shows a price.': onResource('rejectBid', (bid) => ({
    ...bid,
    price: bid.price ?? { amount: 0, currency: 'CAD', unit: 'MT' },
  })),
});

/** Changes each line of every bid by grades. */
function onLines(
  where: Parameters<typeof onField>[0],
  change: (line: Readonly<Record<string, unknown>>, i: number) => unknown,
): ReturnType<typeof onField> {
  return onField(where, 'grades', (lines) =>
    Array.isArray(lines) ? lines.map((line: unknown, i) => (isJsonObject(line) ? change(line, i) : line)) : lines,
  );
}

export const READING = [...LIST, ...READ, ...SHAPE, ...LINES];
