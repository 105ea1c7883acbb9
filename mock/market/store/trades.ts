import type { StoredTrade } from '../records/stored-records.ts';
import type { Flag, Reader, Row, Tx } from '../records/tables.ts';
import { countRows } from './count-rows.ts';
import { insertRow } from './engine/compiled-query.ts';

export interface TradeQuery {
  livemode: Flag;
  team_id: string | null;
  user_id: string | null;
  status?: 'Pending' | 'Completed' | undefined;
  commodities?: readonly string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** TRD-3: trades that the team bought or the user sold. TRD-8: `from` and `to` limit the day of creation, inclusive. */
function selectTrades(db: Reader, query: TradeQuery) {
  let rows = db
    .selectFrom('trades')
    .where('trades.livemode', '=', query.livemode)
    .where((eb) => eb.or([eb('buyer_team_id', '=', query.team_id ?? ''), eb('seller_user_id', '=', query.user_id ?? '')]));
  if (query.status !== undefined) rows = rows.where('trades.status', '=', query.status);
  if (query.commodities !== undefined) rows = rows.where('trades.commodity', 'in', query.commodities);
  if (query.from !== undefined) rows = rows.where('trades.created_at', '>=', query.from);
  // Compares with the next day, because every instant of the last day sorts before it.
  if (query.to !== undefined) rows = rows.where('trades.created_at', '<', `${query.to}U`);
  return rows;
}

function withParties(rows: ReturnType<typeof selectTrades>) {
  return rows
    .innerJoin('teams', 'teams.id', 'trades.buyer_team_id')
    .innerJoin('users', 'users.id', 'trades.seller_user_id')
    .selectAll('trades')
    .select(['teams.name as buyer_name', 'users.name as seller_name']);
}

/** One page of the caller's trades, newest first. */
export async function pageTrades(
  db: Reader,
  query: TradeQuery,
  limit: number,
  offset: number,
): Promise<{ records: StoredTrade[]; total: number }> {
  const own = selectTrades(db, query);
  const total = await countRows(own);
  const rows = await withParties(own)
    .orderBy('trades.created_at', 'desc')
    .orderBy('trades.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { records: rows.map((row) => ({ trade: row, deal: row })), total };
}

/** One of the caller's trades. Undefined if there is none, or if it is not the caller's (TRD-2). */
export async function findTrade(db: Reader, query: TradeQuery, id: string): Promise<StoredTrade | undefined> {
  const row = await withParties(selectTrades(db, query)).where('trades.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { trade: row, deal: row };
}

export async function insertTrade(tx: Tx, trade: Row<'trades'>): Promise<void> {
  await insertRow(tx, 'trades', trade);
}
