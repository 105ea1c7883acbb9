/** Mistakes in links, in lists that join other tables, and in bids of a rare kind: delivered, multi-grade, or of an archived listing. */
import {
  afterAct,
  findRow,
  findRows,
  idIn,
  insteadOfAct,
  isJsonObject,
  isRefusal,
  onBody,
  onEvent,
  onKey,
  onLinks,
  onRequest,
  onRequestFields,
  onResource,
  fieldsOf,
  queryOf,
  setBids,
  setRows,
  violations,
  withFields,
  type ResponseContext,
} from '../kit/index.ts';
import { asPending } from '../bids/deviations.ts';

function without(name: string): (link: string) => string {
  return (link) => link.replace(new RegExp(`([?&])${name}=[^&]*&?`), '$1');
}

const LINKS = violations({
  'PAGE-5/next-trades-forget-units: `next` of GET /trades drops `units`.': onLinks('listTrades', ['next'], without('units')),
  'PAGE-5/next-bids-forget-units: `next` of GET /bids drops `units`.': onLinks('listBids', ['next'], without('units')),
  'PAGE-5/next-received-forget-status: `next` of received bids drops `status`.': onLinks(
    'listReceivedBids',
    ['next'],
    without('status'),
  ),
  'PAGE-12/previous-forgets-units: `previous` of GET /inventory drops `units`.': onLinks(
    'listInventory',
    ['previous'],
    without('units'),
  ),
  'PAGE-12/previous-forgets-commodity: `previous` of GET /inventory drops `commodity`.': onLinks(
    'listInventory',
    ['previous'],
    without('commodity'),
  ),
  'PAGE-12/previous-of-trades-forgets-commodity: `previous` of GET /trades drops `commodity`.': onLinks(
    'listTrades',
    ['previous'],
    without('commodity'),
  ),
});

/** A bid once for each of its lines, as a join returns it. */
function perLine<Bid extends object>(bid: Bid): readonly Bid[] {
  return 'grades' in bid && Array.isArray(bid.grades) ? bid.grades.map(() => bid) : [bid];
}

const JOINS = violations({
  'PAGE-15/bid-per-line: GET /bids lists a multi-grade bid once for each of its lines.': onBody('listBids', (page) => ({
    ...page,
    items: page.items.flatMap(perLine),
  })),
  'PAGE-15/received-bid-per-line: GET /me/inventory/{id}/bids lists a multi-grade bid once for each of its lines.': onBody(
    'listReceivedBids',
    (page) => ({ ...page, items: page.items.flatMap(perLine) }),
  ),
  'PAGE-15/bid-per-line-in-the-inbox: GET /me/bids-received lists a multi-grade bid once for each of its lines.': withFields(
    'listBidsReceived',
    ({ bids }) => ({ bids: bids.flatMap(perLine) }),
  ),
  'PRIV-7/label-of-the-first: The bids on a listing in the inbox all have the label of the first one.': withFields(
    'listBidsReceived',
    ({ bids }) => ({ bids: bids.map((bid) => ({ ...bid, buyer_label: bids[0]?.buyer_label })) }),
  ),
  'PRIV-7/hidden-with-status: GET /me/inventory/{id}/bids labels elevators as Buyer if `status` is given.': withFields(
    'listReceivedBids',
    (_bid, { incoming }) => (queryOf(incoming).has('status') ? { buyer_label: 'Buyer' } : {}),
  ),
  'BID-29/left-out-of-the-rejected: GET /bids?status=rejected omits bids on unlisted listings.': onResource(
    'listBids',
    async (bid, { db, incoming }) =>
      queryOf(incoming).get('status') === 'rejected' && (await isUnlisted(db, bid.inventory_id)) ? undefined : bid,
  ),
});

async function isUnlisted(db: ResponseContext['db'], id: string): Promise<boolean> {
  return (await findRow(db, 'lots', { id }))?.status === 'unlisted';
}

async function isDelivered(db: ResponseContext['db'], id: string | null): Promise<boolean> {
  return (await findRow(db, 'bids', { id: id ?? '' }))?.fob_farm === 0;
}

const DELIVERED = violations({
  'BID-29/delivered-forgotten: Unlisting a listing keeps bids with a delivery location pending.': afterAct(
    'updateListing',
    async ({ db, path, body }) => {
      if (body.listed === false) await setBids(db, { lot_id: idIn(path), status: 'rejected', fob_farm: 0 }, 'pending');
    },
  ),
  'BID-52/delivered-forgotten: Archiving a listing keeps bids with a delivery location pending.': afterAct(
    'archiveListing',
    async ({ db, path }) => setBids(db, { lot_id: idIn(path), status: 'rejected', fob_farm: 0 }, 'pending'),
  ),
  'EVT-27/delivered-forgotten: Unlisting sends no `bid.rejected` for bids with a delivery location.': onEvent(
    'bid.rejected',
    async (draft, { db }) => ((await isDelivered(db, draft.subject_id)) ? [] : draft),
  ),
  'EVT-17/delivered-not-sent: `bid.received` is not sent for bids with a delivery location.': onEvent(
    'bid.received',
    async (draft, { db }) => ((await isDelivered(db, draft.subject_id)) ? [] : draft),
  ),
  'BID-43/not-with-a-location: A bid with a delivery location and without `fob_farm` is not FOB farm.': onRequestFields(
    'placeBid',
    (fields) => ('delivery_location_id' in fields && !('fob_farm' in fields) ? { ...fields, fob_farm: false } : fields),
  ),
  'IDEM-2/ignored-when-delivered: A repeat of a bid with a delivery location places another bid.': () => {
    let uses = 0;
    return onKey(({ key }, { incoming }) => {
      uses += 1;
      return fieldsOf(incoming)['fob_farm'] === false ? { key: `${key} ${uses}` } : {};
    });
  },
});

const STATES = violations({
  'BID-52/accepted-rejected-too: Archiving a listing also rejects its accepted bids.': afterAct(
    'archiveListing',
    async ({ db, path }) => setBids(db, { lot_id: idIn(path), status: 'accepted' }, 'rejected'),
  ),
  'BID-52/countered-rejected-too: Archiving a listing also rejects its countered bids.': afterAct(
    'archiveListing',
    async ({ db, path }) => setBids(db, { lot_id: idIn(path), status: 'countered' }, 'rejected'),
  ),
  'BID-20/rejected-by-grades-then-countered: A rejected multi-grade bid can be countered.': asPending(
    'counterBid',
    ({ status, type }) => status === 'rejected' && type === 'multi_grade',
  ),
  'BID-22/null-accepts-all: Accepting a multi-grade bid with null `bid_items` accepts every line.': onRequest(
    'acceptBid',
    async (incoming, { db }) => {
      if (fieldsOf(incoming)['bid_items'] !== null) return incoming;
      const bid_items = (await findRows(db, 'bid_lines', { bid_id: idIn(incoming.path) })).map(({ id }) => ({ id }));
      return { ...incoming, bytes: Buffer.from(JSON.stringify({ bid_items })) };
    },
  ),
});

const TERMS = violations({
  'BID-27/quantity-of-the-old: A counter keeps the quantity of the original bid.': insteadOfAct(
    'counterBid',
    async ({ db }, { stored: { bid } }, act) => {
      const response = await act();
      if (isRefusal(response)) return response;
      await setRows(db, 'bids', { counter_to: bid.id }, { quantity_mt: bid.quantity_mt });
      const { data } = { data: {}, ...response };
      return { data: isJsonObject(data) ? { ...data, quantity_mt: bid.quantity_mt } : data };
    },
  ),
  'BID-27/line-prices-of-the-old: A multi-grade counter keeps the prices of the lines that it counters.': afterAct(
    'counterBid',
    async ({ db }, { data }, { stored: { lines } }) => {
      for (const { grade, price_amount } of lines) await setRows(db, 'bid_lines', { bid_id: data.id, grade }, { price_amount });
    },
  ),
  'BID-57/price-of-the-first-bid: A counter to a counter has the price of the first bid.': afterAct(
    'counterBid',
    async ({ db }, { data }, { stored: { bid } }) => {
      const first = await findRow(db, 'bids', { id: bid.counter_to ?? '' });
      if (first !== undefined) await setRows(db, 'bids', { id: data.id }, { price_amount: first.price_amount });
    },
  ),
  'BID-45/a-day-at-least: An `expires_at` less than a day ahead is moved to a day ahead.': afterAct(
    'placeBid',
    async ({ db, now }, { data }) => {
      const least = new Date(Date.parse(now) + 86_400_000).toISOString();
      const bid = await findRow(db, 'bids', { id: data.id });
      if (bid !== undefined && bid.expires_at < least) await setRows(db, 'bids', { id: data.id }, { expires_at: least });
    },
  ),
});

export const RARE_KINDS = [...LINKS, ...JOINS, ...DELIVERED, ...STATES, ...TERMS];
