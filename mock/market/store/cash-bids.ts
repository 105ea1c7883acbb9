import type { CashBidChange } from '../rules/cash-bids.ts';
import type { Flag, Reader, Row, Tx } from '../records/tables.ts';
import { flag } from '../records/tables.ts';
import { countRows } from './count-rows.ts';

type CashBid = Row<'cash_bids'>;

interface CashBidQuery {
  team_id: string;
  livemode: Flag;
  is_active: boolean | undefined;
  commodities: readonly string[] | undefined;
}

/** CB-1, CB-11: the filtered cash bids of a team. */
function selectCashBids(db: Reader, { team_id, livemode, is_active, commodities }: CashBidQuery) {
  let rows = db.selectFrom('cash_bids').where('team_id', '=', team_id).where('livemode', '=', livemode);
  if (is_active !== undefined) rows = rows.where('is_active', '=', flag(is_active));
  if (commodities !== undefined) rows = rows.where('commodity', 'in', commodities);
  return rows;
}

/** One page of a team's cash bids, newest first. */
export async function pageCashBids(
  db: Reader,
  query: CashBidQuery,
  limit: number,
  offset: number,
): Promise<{ cash_bids: CashBid[]; total: number }> {
  const own = selectCashBids(db, query);
  const total = await countRows(own);
  const cash_bids = await own.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  return { cash_bids, total };
}

/** A cash bid of the team. Undefined if there is none, or if it belongs to another team (CB-13). */
export async function findCashBid(db: Reader, id: string, team_id: string, livemode: Flag): Promise<CashBid | undefined> {
  return db
    .selectFrom('cash_bids')
    .selectAll()
    .where('id', '=', id)
    .where('team_id', '=', team_id)
    .where('livemode', '=', livemode)
    .executeTakeFirst();
}

export async function insertCashBid(tx: Tx, cashBid: CashBid): Promise<void> {
  await tx.insertInto('cash_bids').values(cashBid).execute();
}

/** Changes a cash bid and returns it. */
export async function updateCashBid(tx: Tx, cashBid: CashBid, change: CashBidChange): Promise<CashBid> {
  if (Object.keys(change).length === 0) return cashBid;
  return tx.updateTable('cash_bids').set(change).where('id', '=', cashBid.id).returningAll().executeTakeFirstOrThrow();
}
