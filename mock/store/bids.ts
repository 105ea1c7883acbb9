import { sql } from 'kysely';
import type { BidTruth } from '../views/parties.ts';
import type { Db, Row } from './tables.ts';

type Scope =
  | { team_id: string; livemode: number; status: string | undefined }
  | { lot_id: string; status: string | undefined }
  | { bid_ids: readonly string[] };

const BUYER = ['teams.name as buyer_name', 'teams.type as buyer_type', 'teams.is_verified_elevator'] as const;
const DEAL = ['users.name as seller_name', 'trades.id as trade_id', 'trades.buyer_invoice_paid_at', 'trades.seller_invoice_paid_at'] as const;

function selectBids(db: Db) {
  return db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .innerJoin('teams', 'teams.id', 'bids.buyer_team_id')
    .innerJoin('users', 'users.id', 'bids.seller_user_id')
    .leftJoin('trades', 'trades.bid_id', 'bids.id')
    .selectAll('bids')
    .select('lots.commodity')
    .select([...BUYER, ...DEAL]);
}

/** One page of bids, newest first, with all that is known of each. */
export async function pageBids(db: Db, scope: Scope, limit: number, offset: number): Promise<{ truths: BidTruth[]; total: number }> {
  let rows = selectBids(db);
  let counted = db.selectFrom('bids').select((eb) => eb.fn.countAll<number>().as('total'));
  if ('team_id' in scope) {
    rows = rows.where('bids.buyer_team_id', '=', scope.team_id).where('bids.livemode', '=', scope.livemode === 1 ? 1 : 0);
    counted = counted.where('buyer_team_id', '=', scope.team_id).where('livemode', '=', scope.livemode === 1 ? 1 : 0);
  }
  if ('lot_id' in scope) {
    rows = rows.where('bids.lot_id', '=', scope.lot_id);
    counted = counted.where('lot_id', '=', scope.lot_id);
  }
  if ('bid_ids' in scope) {
    rows = rows.where('bids.id', 'in', scope.bid_ids);
    counted = counted.where('id', 'in', scope.bid_ids);
  } else if (scope.status !== undefined) {
    rows = rows.where(sql<string>`bids.status`, '=', scope.status);
    counted = counted.where(sql<string>`status`, '=', scope.status);
  }
  const { total } = await counted.executeTakeFirstOrThrow();
  const page = await rows.orderBy('bids.created_at', 'desc').orderBy('bids.id').limit(limit).offset(offset).execute();
  return { truths: await withLines(db, page), total };
}

/** A bid by its id, in the mode of the caller; undefined where there is none. */
export async function findBid(db: Db, id: string, livemode: 0 | 1): Promise<BidTruth | undefined> {
  const row = await selectBids(db).where('bids.id', '=', id).where('bids.livemode', '=', livemode).executeTakeFirst();
  if (row === undefined) return undefined;
  return (await withLines(db, [row]))[0];
}

type Joined = Row<'bids'> & {
  commodity: string;
  buyer_name: string;
  buyer_type: string;
  is_verified_elevator: number;
  seller_name: string;
  trade_id: string | null;
  buyer_invoice_paid_at: string | null;
  seller_invoice_paid_at: string | null;
};

async function withLines(db: Db, rows: readonly Joined[]): Promise<BidTruth[]> {
  const ids = rows.filter((row) => row.type === 'multi_grade').map((row) => row.id);
  const lines = ids.length === 0 ? [] : await db.selectFrom('bid_lines').selectAll().where('bid_id', 'in', ids).orderBy('position').execute();
  return rows.map((row) => ({
    bid: row,
    commodity: row.commodity,
    lines: lines.filter((line) => line.bid_id === row.id),
    buyer: { name: row.buyer_name, type: row.buyer_type, is_verified_elevator: row.is_verified_elevator },
    deal:
      row.trade_id === null
        ? null
        : {
            buyer_invoice_paid_at: row.buyer_invoice_paid_at,
            seller_invoice_paid_at: row.seller_invoice_paid_at,
            buyer_name: row.buyer_name,
            seller_name: row.seller_name,
          },
  }));
}

export async function insertBid(tx: Db, bid: Row<'bids'>, lines: readonly Row<'bid_lines'>[]): Promise<void> {
  await tx.insertInto('bids').values(bid).execute();
  if (lines.length > 0) await tx.insertInto('bid_lines').values([...lines]).execute();
}

/** Gives a bid its new status; of its lines, those taken are accepted and every other goes the way of the bid, or is rejected (BID-23, BID-49). */
export async function setBidStatus(tx: Db, bid: Pick<Row<'bids'>, 'id' | 'type'>, status: Row<'bids'>['status'], taken?: ReadonlySet<string>): Promise<void> {
  await tx.updateTable('bids').set({ status }).where('id', '=', bid.id).execute();
  if (bid.type !== 'multi_grade') return;
  const others = taken === undefined ? status : 'rejected';
  await tx.updateTable('bid_lines').set({ status: others }).where('bid_id', '=', bid.id).execute();
  if (taken === undefined || taken.size === 0) return;
  await tx
    .updateTable('bid_lines')
    .set({ status: 'accepted' })
    .where('id', 'in', [...taken])
    .execute();
}

/** The pending bids of a lot but one, oldest first. */
export async function pendingBidsOf(tx: Db, lot_id: string, but?: string): Promise<Row<'bids'>[]> {
  return tx
    .selectFrom('bids')
    .selectAll()
    .where('lot_id', '=', lot_id)
    .where('status', '=', 'pending')
    .where('id', '!=', but ?? '')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
