import { isRefusal, refuseFields } from '../../../market/rules/refusal.ts';
import { findLot } from '../../../market/store/lots.ts';
import type { Tx } from '../../../market/records/tables.ts';
import { afterAct, insteadOfAct, isJsonObject, onError, onFind, refuseAs, refusing, violation } from '../kit/index.ts';
import type { Violation } from '../violation.ts';
import { fieldsOf, onJudgedBody } from './deviations.ts';

/** The entries of `bid_items` that were sent, whatever they are. */
function itemsOf(fields: Readonly<Record<string, unknown>>): readonly unknown[] {
  const items: unknown = fields['bid_items'];
  return Array.isArray(items) ? items : [];
}

const LINES: readonly Violation[] = [
  violation(
    'BID-22/all-when-omitted',
    'Without bid_items every line of a bid is taken.',
    onJudgedBody('acceptBid', (body, _call, { truth }) =>
      body?.bid_items === undefined && truth.lines.length > 0 ? { bid_items: truth.lines.map(({ id }) => ({ id })) } : body,
    ),
  ),
  violation(
    'BID-22/other-code',
    'Without bid_items an acceptance of a bid by grades is validation_failed.',
    refuseAs('acceptBid', 'bid_items_required', 'validation_failed'),
  ),
  violation(
    'BID-22/conflict',
    'Without bid_items an acceptance of a bid by grades is a conflict.',
    refuseAs('acceptBid', 'bid_items_required', 'conflict'),
  ),
  violation(
    'BID-22/grades-not-listed',
    '`bid_items_required` does not say which grades there are.',
    onError('acceptBid', 'bid_items_required', (error) => ({ ...error, message: 'Name the lines to take.', errors: undefined })),
  ),
  violation(
    'BID-22/first-grade-listed',
    '`bid_items_required` lists the first grade alone.',
    onError('acceptBid', 'bid_items_required', ({ errors, ...error }) => ({
      ...error,
      message: 'Name the lines to take.',
      errors: errors?.slice(0, 1),
    })),
  ),
  violation(
    'BID-22/empty-body-takes-all',
    'An empty object takes every line of a bid.',
    onJudgedBody('acceptBid', (body, _call, { truth }) =>
      body !== undefined && body.bid_items === undefined && truth.lines.length > 0
        ? { bid_items: truth.lines.map(({ id }) => ({ id })) }
        : body,
    ),
  ),
  violation(
    'BID-23/no-ids',
    '`bid_items` takes no line by its id.',
    refusing('acceptBid', ({ incoming }) =>
      itemsOf(fieldsOf(incoming)).some((item) => isJsonObject(item) && 'id' in item)
        ? refuseFields({ field: 'bid_items[0].id', message: 'is unknown' })
        : undefined,
    ),
  ),
  violation(
    'BID-23/no-names',
    '`bid_items` takes no bare name of a grade.',
    refusing('acceptBid', ({ incoming }) =>
      itemsOf(fieldsOf(incoming)).some((item) => typeof item === 'string')
        ? refuseFields({ field: 'bid_items[0]', message: 'must be an object' })
        : undefined,
    ),
  ),
  violation(
    'BID-23/no-grades',
    '`bid_items` takes no object with a grade.',
    refusing('acceptBid', ({ incoming }) =>
      itemsOf(fieldsOf(incoming)).some((item) => isJsonObject(item) && 'grade' in item)
        ? refuseFields({ field: 'bid_items[0].grade', message: 'is unknown' })
        : undefined,
    ),
  ),
  violation(
    'BID-23/one-way-at-a-time',
    'The entries of bid_items all have to be of one kind.',
    refusing('acceptBid', ({ incoming }) =>
      new Set(itemsOf(fieldsOf(incoming)).map((item) => typeof item)).size > 1
        ? refuseFields({ field: 'bid_items', message: 'must be of one kind' })
        : undefined,
    ),
  ),
  violation(
    'BID-23/first-line-always',
    'Whatever bid_items names, the first line is taken.',
    onJudgedBody('acceptBid', (body, _call, { truth }) => {
      const id = truth.lines[0]?.id;
      return body?.bid_items === undefined || id === undefined ? body : { bid_items: [{ id }] };
    }),
  ),
  violation(
    'BID-49/others-stay-pending',
    'The lines that are not taken stay pending.',
    afterAct('acceptBid', ({ db }, _answer, { truth }) => setLines(db, truth.bid.id, 'rejected', 'pending')),
  ),
  violation(
    'BID-49/all-lines-taken',
    'Every line reads accepted, the ones that were not taken as well.',
    afterAct('acceptBid', ({ db }, _answer, { truth }) => setLines(db, truth.bid.id, 'rejected', 'accepted')),
  ),
  violation(
    'BID-49/all-lines-rejected',
    'Every line reads rejected, the ones that were taken as well.',
    afterAct('acceptBid', ({ db }, _answer, { truth }) => setLines(db, truth.bid.id, 'accepted', 'rejected')),
  ),
  violation(
    'BID-49/taken-stay-pending',
    'The lines that are taken stay pending.',
    afterAct('acceptBid', ({ db }, _answer, { truth }) => setLines(db, truth.bid.id, 'accepted', 'pending')),
  ),
];

type LineStatus = 'accepted' | 'rejected' | 'pending';

async function setLines(db: Tx, bid_id: string, from: LineStatus, to: LineStatus): Promise<void> {
  await db.updateTable('bid_lines').set({ status: to }).where('bid_id', '=', bid_id).where('status', '=', from).execute();
}

/** Which of the bids that a delisting would reject are left pending. */
function leaving(
  where: 'updateListing' | 'archiveListing',
  isLeft: (bid: { type: string; team: string }, i: number) => boolean,
): ReturnType<typeof insteadOfAct> {
  return insteadOfAct(where, async ({ db, path }, _subject, act) => {
    const pending = await db
      .selectFrom('bids')
      .selectAll()
      .where('lot_id', '=', path['id'] ?? '')
      .where('status', '=', 'pending')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const left = pending.filter((bid, i) => isLeft({ type: bid.type, team: bid.buyer_team_id }, i)).map(({ id }) => id);
    const answer = await act();
    if (left.length > 0) await db.updateTable('bids').set({ status: 'pending' }).where('id', 'in', left).execute();
    return answer;
  });
}

const LOTS: readonly Violation[] = [
  violation(
    'BID-29/bids-outlive-the-listing',
    'A listing that is unlisted keeps its pending bids.',
    leaving('updateListing', () => true),
  ),
  violation(
    'BID-29/first-bid-only',
    'Unlisting a listing rejects the oldest of its bids.',
    leaving('updateListing', (_bid, i) => i > 0),
  ),
  violation(
    'BID-29/by-grades-forgotten',
    'Unlisting a listing leaves bids by grades pending.',
    leaving('updateListing', ({ type }) => type === 'multi_grade'),
  ),
  violation(
    'BID-29/one-team-only',
    'Unlisting a listing rejects the bids of the team that was first.',
    insteadOfAct('updateListing', async ({ db, path }, _subject, act) => {
      const pending = await db
        .selectFrom('bids')
        .select(['id', 'buyer_team_id'])
        .where('lot_id', '=', path['id'] ?? '')
        .where('status', '=', 'pending')
        .orderBy('created_at')
        .execute();
      const left = pending.filter(({ buyer_team_id }) => buyer_team_id !== pending[0]?.buyer_team_id).map(({ id }) => id);
      const answer = await act();
      if (left.length > 0) await db.updateTable('bids').set({ status: 'pending' }).where('id', 'in', left).execute();
      return answer;
    }),
  ),
  violation(
    'BID-29/all-listings-of-the-seller',
    'Unlisting a listing rejects the pending bids on all listings of its seller.',
    afterAct('updateListing', async ({ db, body, caller }) => {
      if (body.listed !== false) return;
      await db
        .updateTable('bids')
        .set({ status: 'rejected' })
        .where('seller_user_id', '=', caller.user_id ?? '')
        .where('status', '=', 'pending')
        .execute();
    }),
  ),
  violation(
    'BID-29/accepted-bids-too',
    'Unlisting a listing rejects the bids that were accepted as well.',
    afterAct('updateListing', async ({ db, body, path }) => {
      if (body.listed !== false) return;
      await db
        .updateTable('bids')
        .set({ status: 'rejected' })
        .where('lot_id', '=', path['id'] ?? '')
        .execute();
    }),
  ),
  violation(
    'BID-29/expired-instead',
    'Unlisting a listing lets its pending bids expire.',
    afterAct('updateListing', async ({ db, body, path }) => {
      if (body.listed !== false) return;
      await db
        .updateTable('bids')
        .set({ status: 'expired' })
        .where('lot_id', '=', path['id'] ?? '')
        .where('status', '=', 'rejected')
        .execute();
    }),
  ),
  violation(
    'BID-29/repricing-rejects',
    'A new target price rejects the pending bids.',
    afterAct('updateListing', async ({ db, body, path }) => {
      if (body.target_price === undefined) return;
      await db
        .updateTable('bids')
        .set({ status: 'rejected' })
        .where('lot_id', '=', path['id'] ?? '')
        .where('status', '=', 'pending')
        .execute();
    }),
  ),
  violation(
    'BID-52/bids-outlive-the-archived',
    'A listing that is archived keeps its pending bids.',
    leaving('archiveListing', () => true),
  ),
  violation(
    'BID-52/first-bid-only',
    'Archiving a listing rejects the oldest of its bids.',
    leaving('archiveListing', (_bid, i) => i > 0),
  ),
  violation(
    'BID-48/no-invoice-of-the-seller',
    "A trade is Completed with the buyer's invoice alone.",
    afterAct('acceptBid', async ({ db, path, now }) => {
      await db
        .updateTable('trades')
        .set({ seller_invoice_paid_at: now })
        .where('bid_id', '=', path['id'] ?? '')
        .execute();
    }),
  ),
  violation(
    'BID-30/quantity-left-on-lot',
    'An acceptance takes nothing off the lot.',
    afterAct('acceptBid', async ({ db }, answer) => {
      const { inventory_id, quantity_mt } = answer.data;
      await db
        .updateTable('lots')
        .set((eb) => ({ quantity_mt: eb('quantity_mt', '+', quantity_mt) }))
        .where('id', '=', inventory_id)
        .execute();
    }),
  ),
  violation(
    'BID-33/unlisted-lots-taken',
    'A lot that is not listed takes bids.',
    onFind('placeBid', async (found, { db, caller, path }) =>
      isRefusal(found) ? ((await findLot(db, path['id'] ?? '', caller.livemode)) ?? found) : found,
    ),
  ),
];

export const LINES_AND_LOTS: readonly Violation[] = [...LINES, ...LOTS];
