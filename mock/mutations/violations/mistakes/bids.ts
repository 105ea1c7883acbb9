/** Bids, counters, and acceptances that are correct in one code path only, or change more than they should. */
import {
  afterAct,
  all,
  beforeAct,
  fieldsOf,
  findRow,
  findRows,
  idIn,
  isJsonObject,
  isRefusal,
  onResponse,
  onCaller,
  onFind,
  onRequestField,
  onRequestFields,
  readJson,
  refuse,
  refuseFields,
  refusing,
  refusingField,
  setBids,
  setRows,
  violations,
  withFields,
  type Reader,
  type Row,
} from '../kit/index.ts';
import { ANSWERS, asPending, isByGrades, onValidatedBody } from '../bids/deviations.ts';

const CASCADES = violations({
  'BID-21/other-lots-rejected: Accepting a bid rejects the pending bids on the other lots of its seller.': afterAct(
    'acceptBid',
    async ({ db }, _response, { stored: { bid } }) => {
      const pending = await findRows(db, 'bids', { seller_user_id: bid.seller_user_id, status: 'pending' });
      for (const { id, lot_id } of pending) if (lot_id !== bid.lot_id) await setBids(db, { id }, 'rejected');
    },
  ),
  'BID-26/other-lots-rejected: Rejecting a bid rejects the pending bids of its team on other lots.': afterAct(
    'rejectBid',
    ({ db }, _response, { stored: { bid } }) => {
      const { buyer_team_id, seller_user_id } = bid;
      return setBids(db, { buyer_team_id, seller_user_id, status: 'pending' }, 'rejected');
    },
  ),
  'BID-26/bids-of-the-team-rejected: Rejecting a bid rejects the other bids of its team on the listing.': afterAct(
    'rejectBid',
    ({ db }, _response, { stored: { bid } }) => {
      const { buyer_team_id, lot_id } = bid;
      return setBids(db, { buyer_team_id, lot_id, status: 'pending' }, 'rejected');
    },
  ),
  'BID-27/reopened-when-rejected: Rejecting a counter sets the bid before it to pending.': afterAct(
    'rejectBid',
    ({ db }, _response, { stored: { bid } }) =>
      bid.counter_to === null ? undefined : setBids(db, { id: bid.counter_to }, 'pending'),
  ),
  'BID-27/first-of-three-rejected: Countering a counter sets the first bid to rejected.': afterAct(
    'counterBid',
    ({ db }, _response, { stored: { bid } }) =>
      bid.counter_to === null ? undefined : setBids(db, { id: bid.counter_to }, 'rejected'),
  ),
  'BID-27/other-bids-countered: Countering a bid sets every pending bid of its team on the lot to countered.': beforeAct(
    'counterBid',
    async ({ db, caller }, { stored: { bid } }) => {
      if (bid.seller_user_id !== caller.user_id) return;
      const { lot_id, buyer_team_id } = bid;
      const pending = await findRows(db, 'bids', { lot_id, buyer_team_id, status: 'pending' });
      for (const { id } of pending) if (id !== bid.id) await setBids(db, { id }, 'countered');
    },
  ),
  'BID-23/counters-keep-lines: Accepting some lines of a counter leaves the others pending.': afterAct(
    'acceptBid',
    async ({ db }, _response, { stored: { bid } }) => {
      if (bid.counter_to === null) return;
      await setRows(db, 'bid_lines', { bid_id: bid.id, status: 'rejected' }, { status: 'pending' });
    },
  ),
  'BID-29/newest-bid-forgotten: Unlisting a lot leaves its newest bid pending.': afterAct(
    'updateListing',
    async ({ db }, { data }, { lot }) => {
      if (data.status !== 'unlisted' || lot.status !== 'listed') return;
      const newest = db.selectFrom('bids').select('id').where('lot_id', '=', lot.id).orderBy('created_at', 'desc').limit(1);
      const { id } = (await newest.executeTakeFirst()) ?? { id: '' };
      await setBids(db, { id, status: 'rejected' }, 'pending');
    },
  ),
  'BID-52/counters-outlive-the-archived: Archiving a listing keeps counters pending.': afterAct(
    'archiveListing',
    async ({ db }, _response, { lot }) => {
      for (const { id, counter_to } of await findRows(db, 'bids', { lot_id: lot.id, status: 'rejected' }))
        if (counter_to !== null) await setBids(db, { id }, 'pending');
    },
  ),
  'TRD-12/counters-born-completed: The trade of an accepted counter is Completed.': afterAct(
    'acceptBid',
    async ({ db }, { data }, { stored: { bid } }) => {
      if (bid.counter_to === null) return;
      await setRows(db, 'trades', { id: data.id }, { status: 'Completed' });
    },
  ),
  'BID-26/same-price-rejected: Rejecting a bid rejects the bids of other teams with the same price.': beforeAct(
    'rejectBid',
    async ({ db }, { stored: { bid } }) => {
      await setBids(db, { lot_id: bid.lot_id, price_amount: bid.price_amount, status: 'pending' }, 'rejected');
      await setBids(db, { id: bid.id }, 'pending');
    },
  ),
  'BID-27/terms-shared: A counter changes the delivery window of the bid before it.': afterAct(
    'counterBid',
    async ({ db, body }, _response, { stored: { bid } }) => {
      const { from, to } = body.delivery;
      await setRows(db, 'bids', { id: bid.id }, { delivery_from: from, delivery_to: to });
    },
  ),
  'TRD-10/quantity-of-the-countered-bid: The trade of a counter has the quantity of the bid before it.': afterAct(
    'acceptBid',
    async ({ db }, { data }, { stored: { bid } }) => {
      const countered = await findRow(db, 'bids', { id: bid.counter_to ?? '' });
      if (countered !== undefined) await setRows(db, 'trades', { id: data.id }, { quantity_mt: countered.quantity_mt });
    },
  ),
});

/** Whether a bid is a counter to a counter. */
async function isSecondCounter(db: Reader, { counter_to }: Row<'bids'>): Promise<boolean> {
  const before = await findRow(db, 'bids', { id: counter_to ?? '' });
  return typeof before?.counter_to === 'string';
}

const PATHS = violations({
  'BID-20/expired-then-rejected: An expired bid can be rejected.': asPending('rejectBid', (bid) => bid.status === 'expired'),
  'BID-20/countered-counter-accepted: A counter that was countered can still be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'countered' && bid.counter_to !== null,
  ),
  'BID-22/counters-accept-all: Accepting a multi-grade counter without `bid_items` accepts every line.': onValidatedBody(
    'acceptBid',
    (body, _call, { stored: { bid, lines } }) =>
      bid.counter_to !== null && lines.length > 0 ? { bid_items: body?.bid_items ?? lines.map(({ id }) => ({ id })) } : body,
  ),
  'BID-23/id-of-the-next-line: `{id}` in `bid_items` accepts the next line.': onValidatedBody(
    'acceptBid',
    (body, _call, { stored: { lines } }) => {
      const next = new Map(lines.map(({ id }, i) => [id, lines[(i + 1) % lines.length]?.id ?? id]));
      const bid_items = body?.bid_items?.map((item) =>
        typeof item === 'object' && 'id' in item ? { id: next.get(item.id) ?? item.id } : item,
      );
      return bid_items === undefined ? body : { bid_items };
    },
  ),
  'BID-7/two-lines-at-most: A multi-grade bid keeps its first two lines.': onRequestField('placeBid', 'bids', (lines) =>
    Array.isArray(lines) ? lines.slice(0, 2) : lines,
  ),
  'BID-41/second-counters-not-read: GET /bids/{id} returns 404 for a counter to a counter.': onFind(
    'getBid',
    async (found, { db }) => (!isRefusal(found) && (await isSecondCounter(db, found.bid)) ? refuse('not_found') : found),
  ),
  'BID-41/lines-of-the-first-bid: GET /bids/{id} shows the line ids of the countered bid on a counter.': withFields(
    'getBid',
    async ({ id, grades }, { db }) => {
      const row = await findRow(db, 'bids', { id });
      const lines = await findRows(db, 'bid_lines', { bid_id: row?.counter_to ?? '' });
      const ids = lines.toSorted((a, b) => a.position - b.position).map((line) => ({ id: line.id }));
      return { grades: grades?.map((line, i) => ({ ...line, ...ids[i] })) };
    },
  ),
  'BID-57/third-counter-refused: A counter to a counter to a counter is rejected.': onFind('counterBid', async (found, { db }) =>
    !isRefusal(found) && (await isSecondCounter(db, found.stored.bid)) ? refuse('validation_failed') : found,
  ),
  'BID-37/accents-refused: A bid with accents in `additional_terms` is rejected.': refusingField(
    'placeBid',
    'additional_terms',
    'has unknown characters',
    (terms) => /[^\x20-\x7E]/.test(JSON.stringify(terms ?? '')),
  ),
  'BID-5/thirtieth-of-february: A delivery date that does not exist is moved to the next month.': onRequestFields(
    'placeBid',
    (fields) => readJson(JSON.stringify(fields).replaceAll(/-02-3\d/g, '-03-01')),
  ),
  'BID-27/counters-by-grades-any-quantity: A multi-grade counter below the minimum is accepted.': onRequestFields(
    'counterBid',
    (fields) => (isByGrades(fields) ? { ...fields, quantity_mt: Math.max(0.01, Number(fields['quantity_mt'])) } : fields),
  ),
  'BID-18/sellers-with-teams-lost: Answering a bid returns 404 to a seller whose token has a team.': onCaller(
    ANSWERS,
    ({ team_id, scopes }) => (team_id !== null && scopes.has('listings.write') ? { user_id: 'usr_none' } : {}),
  ),
  'BID-5/no-leap-day: A delivery cannot begin on 29 February.': refusing('placeBid', ({ incoming }) => {
    const { delivery } = fieldsOf(incoming);
    return isJsonObject(delivery) && String(delivery['from']).endsWith('-02-29')
      ? refuseFields({ field: 'delivery.from', message: 'is not a date' })
      : undefined;
  }),
  'BID-22/lines-rejected-before: The 422 bid_items_required rejects all lines but the first.': () => {
    const touched = new Set<string>();
    return all(
      onResponse('acceptBid', (response, { refusal, incoming }) => {
        if (refusal?.refused === 'bid_items_required') touched.add(idIn(incoming.path));
        return response;
      }),
      withFields(['getBid', 'listBids'], ({ id, grades = [] }) =>
        touched.has(id) ? { grades: grades.map((line, i) => (i === 0 ? line : { ...line, status: 'rejected' })) } : {},
      ),
    );
  },
});

export const MISTAKEN_BIDS = [...CASCADES, ...PATHS];
