/** Bids, counters, and acceptances that are right on one path only, or change more than they should. */
import {
  afterAct,
  beforeAct,
  fieldsOf,
  findRow,
  isRefusal,
  onCaller,
  onFind,
  onRequestFields,
  onResource,
  readJson,
  refuseFields,
  refusing,
  setBids,
  setRows,
  violations,
} from '../kit/index.ts';
import { asPending, isByGrades, onValidatedBody } from '../bids/deviations.ts';
import { findBid } from '../../../market/store/bids.ts';

const CASCADES = violations({
  'BID-21/other-lots-rejected: Accepting a bid rejects the pending bids on the other lots of its seller.': afterAct(
    'acceptBid',
    async ({ db }, _answer, { truth: { bid } }) => {
      await db
        .updateTable('bids')
        .set({ status: 'rejected' })
        .where('seller_user_id', '=', bid.seller_user_id)
        .where('lot_id', '!=', bid.lot_id)
        .where('status', '=', 'pending')
        .execute();
    },
  ),
  'BID-26/other-lots-rejected: Rejecting a bid rejects the pending bids of its team on other lots.': afterAct(
    'rejectBid',
    async ({ db }, _answer, { truth: { bid } }) => {
      const { buyer_team_id, seller_user_id } = bid;
      await setBids(db, { buyer_team_id, seller_user_id, status: 'pending' }, 'rejected');
    },
  ),
  'BID-27/reopened-when-rejected: Rejecting a counter sets the bid before it to pending.': afterAct(
    'rejectBid',
    async ({ db }, _answer, { truth: { bid } }) => {
      if (bid.counter_to !== null) await setBids(db, { id: bid.counter_to }, 'pending');
    },
  ),
  'BID-27/first-of-three-rejected: Countering a counter sets the first bid to rejected.': afterAct(
    'counterBid',
    async ({ db }, _answer, { truth: { bid } }) => {
      if (bid.counter_to !== null) await setBids(db, { id: bid.counter_to }, 'rejected');
    },
  ),
  'BID-27/other-bids-countered: Countering a bid sets every pending bid of its team on the lot to countered.': beforeAct(
    'counterBid',
    async ({ db, caller }, { truth: { bid } }) => {
      if (bid.seller_user_id !== caller.user_id) return;
      await db
        .updateTable('bids')
        .set({ status: 'countered' })
        .where('lot_id', '=', bid.lot_id)
        .where('buyer_team_id', '=', bid.buyer_team_id)
        .where('status', '=', 'pending')
        .where('id', '!=', bid.id)
        .execute();
    },
  ),
  'BID-23/counters-keep-lines: Accepting some lines of a counter leaves the others pending.': afterAct(
    'acceptBid',
    async ({ db }, _answer, { truth: { bid } }) => {
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
    async ({ db }, _answer, { lot }) => {
      await db
        .updateTable('bids')
        .set({ status: 'pending' })
        .where('lot_id', '=', lot.id)
        .where('counter_to', 'is not', null)
        .where('status', '=', 'rejected')
        .execute();
    },
  ),
  'TRD-12/counters-born-completed: The trade of an accepted counter is Completed.': afterAct(
    'acceptBid',
    async ({ db }, { data }, { truth: { bid } }) => {
      if (bid.counter_to === null) return;
      await setRows(db, 'trades', { id: data.id }, { status: 'Completed' });
    },
  ),
});

const PATHS = violations({
  'BID-20/expired-then-rejected: An expired bid can be rejected.': asPending('rejectBid', (bid) => bid.status === 'expired'),
  'BID-20/countered-counter-accepted: A counter that was countered can still be accepted.': asPending(
    'acceptBid',
    (bid) => bid.status === 'countered' && bid.counter_to !== null,
  ),
  'BID-22/counters-accept-all: Accepting a multi-grade counter without `bid_items` accepts every line.': onValidatedBody(
    'acceptBid',
    (body, _call, { truth: { bid, lines } }) =>
      bid.counter_to !== null && lines.length > 0 ? { bid_items: body?.bid_items ?? lines.map(({ id }) => ({ id })) } : body,
  ),
  'BID-23/id-of-the-next-line: `{id}` in `bid_items` accepts the next line.': onValidatedBody(
    'acceptBid',
    (body, _call, { truth: { lines } }) => {
      const next = new Map(lines.map(({ id }, i) => [id, lines[(i + 1) % lines.length]?.id ?? id]));
      const bid_items = body?.bid_items?.map((item) =>
        typeof item === 'object' && 'id' in item ? { id: next.get(item.id) ?? item.id } : item,
      );
      return bid_items === undefined ? body : { bid_items };
    },
  ),
  'BID-7/two-lines-at-most: A bid by grades keeps its first two lines.': onRequestFields('placeBid', (fields) => {
    const { bids } = fields;
    return Array.isArray(bids) ? { ...fields, bids: bids.slice(0, 2) } : fields;
  }),
  'BID-41/second-counters-not-read: GET /bids/{id} returns 404 for a counter to a counter.': onFind(
    'getBid',
    async (found, { db, caller }) => {
      if (isRefusal(found) || found.bid.counter_to === null) return found;
      const first = await findBid(db, found.bid.counter_to, caller.livemode);
      return first === undefined || first.bid.counter_to === null ? found : { refused: 'not_found' as const };
    },
  ),
  'BID-41/lines-of-the-first-bid: GET /bids/{id} shows the line ids of the countered bid on a counter.': onResource(
    'getBid',
    async (bid, { db }) => {
      const row = await findRow(db, 'bids', { id: bid.id });
      const lines = db
        .selectFrom('bid_lines')
        .select('id')
        .where('bid_id', '=', row?.counter_to ?? '');
      const ids = await lines.orderBy('position').execute();
      return bid.grades === undefined ? bid : { ...bid, grades: bid.grades.map((line, i) => ({ ...line, ...ids[i] })) };
    },
  ),
  'BID-57/third-counter-refused: A counter to a counter to a counter is rejected.': onFind(
    'counterBid',
    async (found, { db, caller }) => {
      if (isRefusal(found) || found.truth.bid.counter_to === null) return found;
      const first = await findBid(db, found.truth.bid.counter_to, caller.livemode);
      return first === undefined || first.bid.counter_to === null ? found : { refused: 'validation_failed' as const };
    },
  ),
  'BID-37/accents-refused: A bid with accents in `additional_terms` is rejected.': refusing('placeBid', ({ incoming }) =>
    /[^\x20-\x7E]/.test(JSON.stringify(fieldsOf(incoming)['additional_terms'] ?? ''))
      ? refuseFields({ field: 'additional_terms', message: 'has unknown characters' })
      : undefined,
  ),
  'BID-5/thirtieth-of-february: A delivery date that does not exist is moved to the next month.': onRequestFields(
    'placeBid',
    (fields) => readJson(JSON.stringify(fields).replaceAll(/-02-3\d/g, '-03-01')),
  ),
  'BID-27/counters-by-grades-any-quantity: A counter by grades below the minimum is accepted.': onRequestFields(
    'counterBid',
    (fields) => (isByGrades(fields) ? { ...fields, quantity_mt: Math.max(0.01, Number(fields['quantity_mt'])) } : fields),
  ),
  'BID-18/sellers-with-teams-lost: Answering a bid returns 404 to a seller whose token has a team.': onCaller(
    ['acceptBid', 'rejectBid', 'counterBid'],
    (caller) => (caller.team_id !== null && caller.scopes.has('listings.write') ? { ...caller, user_id: 'usr_none' } : caller),
  ),
});

export const MISTAKEN_BIDS = [...CASCADES, ...PATHS];
