import {
  afterAct,
  fieldsOf,
  idIn,
  insteadOfAct,
  isJsonObject,
  isRefusal,
  onError,
  onFind,
  refuseAs,
  refuseFields,
  refusing,
  setBids,
  setRows,
  violations,
  withError,
  type Row,
  type Tx,
} from '../kit/index.ts';
import { findLot } from '../../../market/store/lots.ts';
import { onValidatedBody } from './deviations.ts';

/** The unvalidated entries of `bid_items`. */
function itemsOf(fields: Readonly<Record<string, unknown>>): readonly unknown[] {
  const items: unknown = fields['bid_items'];
  return Array.isArray(items) ? items : [];
}

const LINES = violations({
  'BID-22/all-when-omitted: Accepting a multi-grade bid without `bid_items` accepts every line.': onValidatedBody(
    'acceptBid',
    (body, _call, { truth }) =>
      body?.bid_items === undefined && truth.lines.length > 0 ? { bid_items: truth.lines.map(({ id }) => ({ id })) } : body,
  ),
  'BID-22/other-code: Missing `bid_items` have the code validation_failed.': refuseAs(
    'acceptBid',
    'bid_items_required',
    'validation_failed',
  ),
  'BID-22/conflict: Missing `bid_items` return 409.': refuseAs('acceptBid', 'bid_items_required', 'conflict'),
  'BID-22/grades-not-listed: `bid_items_required` does not list the grades.': withError('acceptBid', 'bid_items_required', {
    message: 'Name the lines to take.',
    errors: undefined,
  }),
  'BID-22/first-grade-listed: `bid_items_required` lists the first grade only.': onError(
    'acceptBid',
    'bid_items_required',
    ({ errors, ...error }) => ({
      ...error,
      message: 'Name the lines to take.',
      errors: errors?.slice(0, 1),
    }),
  ),
  'BID-22/empty-body-accepts-all: Accepting a multi-grade bid with an empty object accepts every line.': onValidatedBody(
    'acceptBid',
    (body, _call, { truth }) =>
      body !== undefined && body.bid_items === undefined && truth.lines.length > 0
        ? { bid_items: truth.lines.map(({ id }) => ({ id })) }
        : body,
  ),
  'BID-23/no-ids: `bid_items` rejects line ids.': refusing('acceptBid', ({ incoming }) =>
    itemsOf(fieldsOf(incoming)).some((item) => isJsonObject(item) && 'id' in item)
      ? refuseFields({ field: 'bid_items[0].id', message: 'is unknown' })
      : undefined,
  ),
  'BID-23/no-names: `bid_items` rejects bare grade names.': refusing('acceptBid', ({ incoming }) =>
    itemsOf(fieldsOf(incoming)).some((item) => typeof item === 'string')
      ? refuseFields({ field: 'bid_items[0]', message: 'must be an object' })
      : undefined,
  ),
  'BID-23/no-grades: `bid_items` rejects objects with a grade.': refusing('acceptBid', ({ incoming }) =>
    itemsOf(fieldsOf(incoming)).some((item) => isJsonObject(item) && 'grade' in item)
      ? refuseFields({ field: 'bid_items[0].grade', message: 'is unknown' })
      : undefined,
  ),
  'BID-23/one-way-at-a-time: `bid_items` rejects entries of different kinds.': refusing('acceptBid', ({ incoming }) =>
    new Set(itemsOf(fieldsOf(incoming)).map((item) => typeof item)).size > 1
      ? refuseFields({ field: 'bid_items', message: 'must be of one kind' })
      : undefined,
  ),
  'BID-23/first-line-always: `bid_items` always accepts the first line.': onValidatedBody(
    'acceptBid',
    (body, _call, { truth }) => {
      const id = truth.lines[0]?.id;
      return body?.bid_items === undefined || id === undefined ? body : { bid_items: [{ id }] };
    },
  ),
  'BID-49/others-stay-pending: Lines that are not accepted stay pending.': afterAct('acceptBid', ({ db }, _answer, { truth }) =>
    setLines(db, truth.bid.id, 'rejected', 'pending'),
  ),
  'BID-49/other-lines-accepted: Lines that are not accepted have the status accepted.': afterAct(
    'acceptBid',
    ({ db }, _answer, { truth }) => setLines(db, truth.bid.id, 'rejected', 'accepted'),
  ),
  'BID-49/all-lines-rejected: Accepted lines have the status rejected.': afterAct('acceptBid', ({ db }, _answer, { truth }) =>
    setLines(db, truth.bid.id, 'accepted', 'rejected'),
  ),
  'BID-49/accepted-stay-pending: Accepted lines stay pending.': afterAct('acceptBid', ({ db }, _answer, { truth }) =>
    setLines(db, truth.bid.id, 'accepted', 'pending'),
  ),
});

type LineStatus = 'accepted' | 'rejected' | 'pending';

async function setLines(db: Tx, bid_id: string, from: LineStatus, to: LineStatus): Promise<void> {
  await setRows(db, 'bid_lines', { bid_id, status: from }, { status: to });
}

/** Keeps some of the bids pending that unlisting or archiving rejects. */
function leaving(
  where: 'updateListing' | 'archiveListing',
  isLeft: (bid: Row<'bids'>, i: number, first: Row<'bids'> | undefined) => boolean,
): ReturnType<typeof insteadOfAct> {
  return insteadOfAct(where, async ({ db, path }, _subject, act) => {
    const pending = await db
      .selectFrom('bids')
      .selectAll()
      .where('lot_id', '=', idIn(path))
      .where('status', '=', 'pending')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const left = pending.filter((bid, i) => isLeft(bid, i, pending[0])).map(({ id }) => id);
    const answer = await act();
    if (left.length > 0) await db.updateTable('bids').set({ status: 'pending' }).where('id', 'in', left).execute();
    return answer;
  });
}

const LOTS = violations({
  'BID-29/bids-outlive-the-listing: Unlisting a listing keeps its pending bids.': leaving('updateListing', () => true),
  'BID-29/first-bid-only: Unlisting a listing rejects the oldest bid only.': leaving('updateListing', (_bid, i) => i > 0),
  'BID-29/by-grades-forgotten: Unlisting a listing keeps bids by grades pending.': leaving(
    'updateListing',
    ({ type }) => type === 'multi_grade',
  ),
  'BID-29/one-team-only: Unlisting a listing rejects the bids of the first team only.': leaving(
    'updateListing',
    ({ buyer_team_id }, _i, first) => buyer_team_id !== first?.buyer_team_id,
  ),
  'BID-29/all-listings-of-the-seller: Unlisting a listing rejects the pending bids on all listings of its seller.': afterAct(
    'updateListing',
    async ({ db, body, caller }) => {
      if (body.listed !== false) return;
      await setBids(db, { seller_user_id: caller.user_id ?? '', status: 'pending' }, 'rejected');
    },
  ),
  'BID-29/accepted-bids-too: Unlisting a listing also rejects accepted bids.': afterAct(
    'updateListing',
    async ({ db, body, path }) => {
      if (body.listed !== false) return;
      await setBids(db, { lot_id: idIn(path) }, 'rejected');
    },
  ),
  'BID-29/expired-instead: Unlisting a listing expires its pending bids.': afterAct(
    'updateListing',
    async ({ db, body, path }) => {
      if (body.listed !== false) return;
      await setBids(db, { lot_id: idIn(path), status: 'rejected' }, 'expired');
    },
  ),
  'BID-29/repricing-rejects: A new target price rejects the pending bids.': afterAct(
    'updateListing',
    async ({ db, body, path }) => {
      if (body.target_price === undefined) return;
      await setBids(db, { lot_id: idIn(path), status: 'pending' }, 'rejected');
    },
  ),
  'BID-52/bids-outlive-the-archived: Archiving a listing keeps its pending bids.': leaving('archiveListing', () => true),
  'BID-52/first-bid-only: Archiving a listing rejects the oldest bid only.': leaving('archiveListing', (_bid, i) => i > 0),
  "BID-48/no-invoice-of-the-seller: A trade is Completed once the buyer's invoice is paid.": afterAct(
    'acceptBid',
    ({ db, path, now }) => setRows(db, 'trades', { bid_id: idIn(path) }, { seller_invoice_paid_at: now }),
  ),
  "BID-30/quantity-left-on-lot: Accepting a bid does not reduce the lot's quantity.": afterAct(
    'acceptBid',
    async ({ db }, answer) => {
      const { inventory_id, quantity_mt } = answer.data;
      await db
        .updateTable('lots')
        .set((eb) => ({ quantity_mt: eb('quantity_mt', '+', quantity_mt) }))
        .where('id', '=', inventory_id)
        .execute();
    },
  ),
  'BID-33/unlisted-lots-accepted: POST /inventory/{id}/bids accepts a bid on an unlisted lot.': onFind(
    'placeBid',
    async (found, { db, caller, path }) =>
      isRefusal(found) ? ((await findLot(db, idIn(path), caller.livemode)) ?? found) : found,
  ),
});

export const LINES_AND_LOTS = [...LINES, ...LOTS];
