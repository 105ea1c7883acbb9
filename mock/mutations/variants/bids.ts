/** Bids and Idempotency-Keys. */
import {
  all,
  idIn,
  isJsonObject,
  isRefusal,
  onBody,
  onField,
  onFind,
  onKey,
  onRequestField,
  onRequestFields,
  onResource,
  queryOf,
  refuse,
  refuseAs,
  refuseFields,
  refusing,
  refusingField,
  withoutField,
  withoutKey,
} from '../violations/kit/index.ts';
import { ANSWERS, bidAt, isByGrades, racing, refusingLosers } from '../violations/bids/deviations.ts';
import { onPoorCredit } from '../violations/bids/terms.ts';
import { variants } from './kit/variant.ts';
import { findBid } from '../../market/store/bids.ts';
import { viewBid } from '../../market/views/parties.ts';

const WITH_ONE_BID = ['placeBid', 'rejectBid', 'counterBid'] as const;
const PHONE = /\d{3}[-. ]\d{3}[-. ]\d{4}/g;

const WHO_MAY = variants({
  'author-can-act (BID-28, BID-51): The side that made a bid can also accept and counter it.': onFind(
    ['acceptBid', 'counterBid'],
    async (found, entry) => {
      const stored = isRefusal(found) && found.refused === 'insufficient_scope' ? await bidAt(entry) : undefined;
      return stored === undefined ? found : { stored, side: stored.bid.author };
    },
  ),
  "author-finds-nothing (BID-28, BID-51): Accepting or countering one's own bid returns 404.": onFind(
    ['acceptBid', 'counterBid'],
    (found) => (isRefusal(found) && found.refused === 'insufficient_scope' ? refuse('not_found') : found),
  ),
  'no-team-no-bid-403 (BID-2, BID-3): POST /inventory/{id}/bids returns 403 without a team.': refuseAs(
    'placeBid',
    'no_team',
    'insufficient_scope',
  ),
  'missing-lot-422 (BID-33, BID-55): POST /inventory/{id}/bids returns 422 for an unknown or unlisted listing.': refuseAs(
    'placeBid',
    'not_found',
    () => refuseFields({ field: 'inventory_id', message: 'is not on offer' }),
  ),
  'poor-credit-422 (BID-32, BID-39): POST /inventory/{id}/bids returns 422 for a team without good credit.': onPoorCredit(() =>
    refuseFields({ field: 'team', message: 'has no credit left' }),
  ),
});

const FORMS = variants({
  'empty-bid-items-omitted (BID-24): Empty `bid_items` count as omitted.': onRequestField('acceptBid', 'bid_items', (items) =>
    Array.isArray(items) && items.length === 0 ? undefined : items,
  ),
  'repeat-shows-the-current-bid (IDEM-2, IDEM-9): A repeat with an Idempotency-Key returns the current bid.': onResource(
    'placeBid',
    async (bid, { db, caller }) => {
      const stored = caller === undefined ? undefined : await findBid(db, bid.id, caller.livemode);
      return stored === undefined ? bid : viewBid(stored);
    },
  ),
  'line-prices-as-numbers (BID-7, BID-60): The prices of bid lines in requests are bare numbers.': onRequestField(
    ['placeBid', 'counterBid'],
    'bids',
    (lines) => {
      const read = (price: unknown): unknown => (typeof price === 'number' ? { amount: price, unit: 'MT' } : 'a number, please');
      return Array.isArray(lines)
        ? lines.map((line: unknown) => (isJsonObject(line) ? { ...line, price: read(line['price']) } : line))
        : lines;
    },
  ),
  'bids-without-price-accepted (BID-7, BID-8, BID-59): A bid on a graded listing is accepted without `price`.': onRequestFields(
    ['placeBid', 'counterBid'],
    (fields) => (isByGrades(fields) ? fields : { price: { amount: 300, unit: 'MT' }, ...fields }),
  ),
  'terms-blacked-out (BID-38, PRIV-10): Moderation masks phone numbers in `additional_terms`.': onRequestField(
    ['placeBid', 'counterBid'],
    'additional_terms',
    (terms) => (typeof terms === 'string' ? terms.replaceAll(PHONE, '…') : terms),
  ),
  'counters-inherit-expiry (BID-27, BID-59): A counter expires with the bid that it counters.': onRequestFields(
    'counterBid',
    async (fields, { db, incoming }) => {
      const stored = await findBid(db, idIn(incoming.path), 1);
      return { ...(stored === undefined ? {} : { expires_at: stored.bid.expires_at }), ...fields };
    },
  ),
  'expired-never-shown (BID-11, BID-12): Expired bids keep the status pending.': all(
    onField(['listBids', 'getBid', 'listReceivedBids'], 'status', (status) => (status === 'expired' ? 'pending' : status)),
    onBody('listBids', (page, { incoming }) =>
      queryOf(incoming).get('status') === 'expired' ? { ...page, items: [], total: 0, next: null, previous: null } : page,
    ),
  ),
  'terse-bid-responses (BID-13, BID-46): Placing, rejecting, and countering return `id` and `status` only.': onResource(
    WITH_ONE_BID,
    ({ id, status }) => ({ id, status }),
  ),
  'no-optional-fields-of-bids (BID-13, BID-35, BID-56): Bids omit every field that the document does not promise.': withoutField(
    ['placeBid', 'listBids', 'getBid', 'rejectBid', 'counterBid'],
    'quantity',
    'counter_to',
    'awaiting',
    'delivery',
    'fob_farm',
    'expires_at',
    'created_at',
    'type',
    'delivery_location_id',
  ),
});

const KEYS = variants({
  'keys-per-team (IDEM-2, IDEM-4): An Idempotency-Key applies to the team, for every path.': onKey(() => ({ path: '' })),
  'counters-without-keys (BID-27, IDEM-6): POST /bids/{id}/counter ignores the Idempotency-Key.': withoutKey('counterBid'),
  'key-in-use-409 (IDEM-5): A concurrent request with the same key returns 409.': racing('placeBid', (overlap) =>
    refusing('placeBid', ({ incoming }) =>
      incoming.idempotency_key !== undefined && overlap.lateness(incoming) > 0 ? 'conflict' : undefined,
    ),
  ),
  'concurrent-loser-409 (BID-31, BID-40, BID-54): If two requests decide one bid concurrently, the loser gets 409.': racing(
    ANSWERS,
    (overlap) => refusingLosers(ANSWERS, overlap, 'conflict'),
  ),
  'second-body-validated-first (IDEM-3, IDEM-9): A second body under a key is validated before it is compared.': refusingField(
    'placeBid',
    'quantity_mt',
    'must be at least 0.01',
    (mt) => typeof mt === 'number' && mt < 0.01,
  ),
});

export const BIDS_VARIED = [...WHO_MAY, ...FORMS, ...KEYS];
