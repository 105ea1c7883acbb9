import {
  afterAct,
  idIn,
  insteadOfAct,
  isJsonObject,
  isRefusal,
  onFind,
  refuseAs,
  refusingField,
  setBids,
  setRows,
  violations,
  withError,
  type CallOf,
  type Row,
  type Seams,
} from '../kit/index.ts';
import { pendingBidsOf } from '../../../market/store/bids.ts';
import { findLot } from '../../../market/store/lots.ts';
import { onValidatedBody } from './deviations.ts';

/** Rejects an acceptance by the entries of its `bid_items`. */
function refusingItems(field: string, message: string, isRefused: (items: readonly unknown[]) => boolean): Partial<Seams> {
  return refusingField('acceptBid', field, message, (items) => Array.isArray(items) && isRefused(items));
}

type LineStatus = 'accepted' | 'rejected' | 'pending';

/** Changes the lines with one status to another one, after an acceptance. */
function afterAcceptance(from: LineStatus, to: LineStatus): Partial<Seams> {
  return afterAct('acceptBid', ({ db }, _response, { stored }) =>
    setRows(db, 'bid_lines', { bid_id: stored.bid.id, status: from }, { status: to }),
  );
}

const LINES = violations({
  'BID-22/all-when-omitted: Accepting a multi-grade bid without `bid_items` accepts every line.': onValidatedBody(
    'acceptBid',
    (body, _call, { stored }) =>
      body?.bid_items === undefined && stored.lines.length > 0 ? { bid_items: stored.lines.map(({ id }) => ({ id })) } : body,
  ),
  'BID-22/other-code: Missing `bid_items` have the code validation_failed.': refuseAs(
    'acceptBid',
    'bid_items_required',
    'validation_failed',
  ),
  'BID-22/grades-not-listed: `bid_items_required` does not list the grades.': withError('acceptBid', 'bid_items_required', {
    message: 'Name the lines to take.',
    errors: undefined,
  }),
  'BID-22/first-grade-listed: `bid_items_required` lists the first grade only.': withError(
    'acceptBid',
    'bid_items_required',
    ({ errors }) => ({
      message: 'Name the lines to take.',
      errors: errors?.slice(0, 1),
    }),
  ),
  'BID-22/empty-body-accepts-all: Accepting a multi-grade bid with an empty object accepts every line.': onValidatedBody(
    'acceptBid',
    (body, _call, { stored }) =>
      body !== undefined && body.bid_items === undefined && stored.lines.length > 0
        ? { bid_items: stored.lines.map(({ id }) => ({ id })) }
        : body,
  ),
  'BID-23/no-ids: `bid_items` rejects line ids.': refusingItems('bid_items[0].id', 'is unknown', (items) =>
    items.some((item) => isJsonObject(item) && 'id' in item),
  ),
  'BID-23/no-names: `bid_items` rejects bare grade names.': refusingItems('bid_items[0]', 'must be an object', (items) =>
    items.some((item) => typeof item === 'string'),
  ),
  'BID-23/no-grades: `bid_items` rejects objects with a grade.': refusingItems('bid_items[0].grade', 'is unknown', (items) =>
    items.some((item) => isJsonObject(item) && 'grade' in item),
  ),
  'BID-23/one-way-at-a-time: `bid_items` rejects entries of different kinds.': refusingItems(
    'bid_items',
    'must be of one kind',
    (items) => new Set(items.map((item) => typeof item)).size > 1,
  ),
  'BID-23/first-line-always: `bid_items` always accepts the first line.': onValidatedBody(
    'acceptBid',
    (body, _call, { stored }) => {
      const id = stored.lines[0]?.id;
      return body?.bid_items === undefined || id === undefined ? body : { bid_items: [{ id }] };
    },
  ),
  'BID-49/others-stay-pending: Lines that are not accepted stay pending.': afterAcceptance('rejected', 'pending'),
  'BID-49/other-lines-accepted: Lines that are not accepted have the status accepted.': afterAcceptance('rejected', 'accepted'),
  'BID-49/all-lines-rejected: Accepted lines have the status rejected.': afterAcceptance('accepted', 'rejected'),
  'BID-49/accepted-stay-pending: Accepted lines stay pending.': afterAcceptance('accepted', 'pending'),
});

/** Keeps some of the bids pending that unlisting or archiving rejects. */
function keepingPending(
  where: 'updateListing' | 'archiveListing',
  isKept: (bid: Row<'bids'>, i: number, first: Row<'bids'> | undefined) => boolean,
): Partial<Seams> {
  return insteadOfAct(where, async ({ db, path }, _subject, act) => {
    const pending = await pendingBidsOf(db, idIn(path));
    const kept = pending.filter((bid, i) => isKept(bid, i, pending[0])).map(({ id }) => id);
    const response = await act();
    if (kept.length > 0) await db.updateTable('bids').set({ status: 'pending' }).where('id', 'in', kept).execute();
    return response;
  });
}

/** Runs after a listing was unlisted. */
function afterUnlisting(action: (call: CallOf<'updateListing'>) => Promise<void>): Partial<Seams> {
  return afterAct('updateListing', async (call) => {
    if (call.body.listed === false) await action(call);
  });
}

const LOTS = violations({
  'BID-29/bids-outlive-the-listing: Unlisting a listing keeps its pending bids.': keepingPending('updateListing', () => true),
  'BID-29/first-bid-only: Unlisting a listing rejects the oldest bid only.': keepingPending('updateListing', (_bid, i) => i > 0),
  'BID-29/a-page-of-bids: Unlisting a listing rejects twenty bids at most.': keepingPending(
    'updateListing',
    (_bid, i) => i >= 20,
  ),
  'BID-29/by-grades-forgotten: Unlisting a listing keeps multi-grade bids pending.': keepingPending(
    'updateListing',
    ({ type }) => type === 'multi_grade',
  ),
  "BID-29/sellers-counters-forgotten: Unlisting a listing keeps the seller's counters pending.": keepingPending(
    'updateListing',
    ({ author }) => author === 'seller',
  ),
  "BID-29/buyers-counters-forgotten: Unlisting a listing keeps the buyers' counters pending.": keepingPending(
    'updateListing',
    ({ author, counter_to }) => author === 'buyer' && counter_to !== null,
  ),
  'BID-29/one-team-only: Unlisting a listing rejects the bids of the first team only.': keepingPending(
    'updateListing',
    ({ buyer_team_id }, _i, first) => buyer_team_id !== first?.buyer_team_id,
  ),
  'BID-29/all-listings-of-the-seller: Unlisting a listing rejects the pending bids on all listings of its seller.':
    afterUnlisting(({ db, caller }) => setBids(db, { seller_user_id: caller.user_id ?? '', status: 'pending' }, 'rejected')),
  'BID-29/accepted-bids-too: Unlisting a listing also rejects accepted bids.': afterUnlisting(({ db, path }) =>
    setBids(db, { lot_id: idIn(path) }, 'rejected'),
  ),
  'BID-29/expired-instead: Unlisting a listing expires its pending bids.': afterUnlisting(({ db, path }) =>
    setBids(db, { lot_id: idIn(path), status: 'rejected' }, 'expired'),
  ),
  'BID-29/repricing-rejects: A new target price rejects the pending bids.': afterAct(
    'updateListing',
    async ({ db, body, path }) => {
      if (body.target_price === undefined) return;
      await setBids(db, { lot_id: idIn(path), status: 'pending' }, 'rejected');
    },
  ),
  'BID-52/bids-outlive-the-archived: Archiving a listing keeps its pending bids.': keepingPending('archiveListing', () => true),
  'BID-52/first-bid-only: Archiving a listing rejects the oldest bid only.': keepingPending('archiveListing', (_bid, i) => i > 0),
  "BID-48/no-invoice-of-the-seller: A trade is Completed once the buyer's invoice is paid.": afterAct(
    'acceptBid',
    ({ db, path, now }) => setRows(db, 'trades', { bid_id: idIn(path) }, { seller_invoice_paid_at: now }),
  ),
  "BID-30/quantity-left-on-lot: Accepting a bid does not reduce the lot's quantity.": afterAct(
    'acceptBid',
    async ({ db }, response) => {
      const { inventory_id, quantity_mt } = response.data;
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
