import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { StoredBid, Deal } from '../records/stored-records.ts';
import type { Flag, Reader, Row, Tx } from '../records/tables.ts';
import { insertRow, prepareQuery, queryCompiler } from './engine/compiled-query.ts';

/** The bids of a team, or the bids on a lot. */
type Scope = ({ team_id: string; livemode: Flag } | { lot_id: string }) & { status: Row<'bids'>['status'] | undefined };

function selectBids(db: Reader) {
  return db
    .selectFrom('bids')
    .innerJoin('lots', 'lots.id', 'bids.lot_id')
    .innerJoin('teams', 'teams.id', 'bids.buyer_team_id')
    .innerJoin('users', 'users.id', 'bids.seller_user_id')
    .leftJoin('trades', 'trades.bid_id', 'bids.id')
    .selectAll('bids')
    .select('lots.commodity')
    .select(['teams.name as buyer_name', 'teams.type as buyer_type', 'teams.is_verified_elevator', 'users.name as seller_name'])
    .select(['trades.id as trade_id', 'trades.buyer_invoice_paid_at', 'trades.seller_invoice_paid_at']);
}

/** Prepares the page and count queries for the bids of a team or on a lot, in one status or in all. */
function prepareList(is_of_team: boolean, has_status: boolean) {
  const isListed = (id: string, livemode: Flag, status: string): RawBuilder<SqlBool> => {
    const owned = is_of_team ? sql`bids.buyer_team_id = ${id} and bids.livemode = ${livemode}` : sql`bids.lot_id = ${id}`;
    return has_status ? sql`${owned} and bids.status = ${status}` : sql`${owned}`;
  };
  return {
    count: prepareQuery((id: string, livemode: Flag, status: string) =>
      queryCompiler
        .selectFrom('bids')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where(isListed(id, livemode, status))
        .compile(),
    ),
    page: prepareQuery((id: string, livemode: Flag, status: string, limit: number, offset: number) =>
      selectBids(queryCompiler)
        .where(isListed(id, livemode, status))
        .orderBy('bids.created_at', 'desc')
        .orderBy('bids.id')
        .limit(limit)
        .offset(offset)
        .compile(),
    ),
  };
}

const LISTS = {
  team: { all: prepareList(true, false), one: prepareList(true, true) },
  lot: { all: prepareList(false, false), one: prepareList(false, true) },
};

/** One page of bids, newest first. */
export async function pageBids(
  db: Reader,
  scope: Scope,
  limit: number,
  offset: number,
): Promise<{ records: StoredBid[]; total: number }> {
  const { count, page } = LISTS['team_id' in scope ? 'team' : 'lot'][scope.status === undefined ? 'all' : 'one'];
  // A lot has one mode, so its bids need no filter by mode.
  const [id, livemode]: [string, Flag] = 'team_id' in scope ? [scope.team_id, scope.livemode] : [scope.lot_id, 1];
  const status = scope.status ?? '';
  const [counted] = await count(db, id, livemode, status);
  const rows = await page(db, id, livemode, status, limit, offset);
  return { records: await withLines(db, rows), total: counted?.total ?? 0 };
}

const selectBid = prepareQuery((id: string, livemode: Flag) =>
  selectBids(queryCompiler).where('bids.id', '=', id).where('bids.livemode', '=', livemode).compile(),
);

/** A bid by its id, in the mode of the caller. */
export async function findBid(db: Reader, id: string, livemode: Flag): Promise<StoredBid | undefined> {
  const [row] = await selectBid(db, id, livemode);
  if (row === undefined) return undefined;
  return (await withLines(db, [row]))[0];
}

/** Reads a bid. @throws if it does not exist */
export async function readBid(db: Reader, { id, livemode }: Pick<Row<'bids'>, 'id' | 'livemode'>): Promise<StoredBid> {
  const stored = await findBid(db, id, livemode);
  if (stored === undefined) throw new Error(`bid ${id} does not exist`);
  return stored;
}

/** LST-12: the pending and countered bids that a seller has received and that have not expired. */
export async function findBidsForInbox(db: Reader, seller_user_id: string, livemode: Flag, now: string): Promise<StoredBid[]> {
  const rows = await selectBids(db)
    .where('bids.seller_user_id', '=', seller_user_id)
    .where('bids.livemode', '=', livemode)
    .where('bids.status', 'in', ['pending', 'countered'])
    .where('bids.expires_at', '>', now)
    .execute();
  return withLines(db, rows);
}

type Joined = Row<'bids'> &
  Deal & { commodity: string; buyer_type: string; is_verified_elevator: number; trade_id: string | null };

async function withLines(db: Reader, rows: readonly Joined[]): Promise<StoredBid[]> {
  const ids = rows.filter((row) => row.type === 'multi_grade').map((row) => row.id);
  const lines =
    ids.length === 0 ? [] : await db.selectFrom('bid_lines').selectAll().where('bid_id', 'in', ids).orderBy('position').execute();
  return rows.map((row) => ({
    bid: row,
    commodity: row.commodity,
    lines: lines.filter((line) => line.bid_id === row.id),
    buyer: { name: row.buyer_name, type: row.buyer_type, is_verified_elevator: row.is_verified_elevator },
    deal: row.trade_id === null ? null : row,
  }));
}

export async function insertBid(tx: Tx, bid: Row<'bids'>, lines: readonly Row<'bid_lines'>[]): Promise<void> {
  await insertRow(tx, 'bids', bid);
  if (lines.length > 0)
    await tx
      .insertInto('bid_lines')
      .values([...lines])
      .execute();
}

const updateBidStatus = prepareQuery((id: string, status: Row<'bids'>['status']) =>
  queryCompiler.updateTable('bids').set({ status }).where('id', '=', id).compile(),
);

/** Sets the status of a bid and its lines. With `taken`, these lines are accepted and the others rejected (BID-23, BID-49). */
export async function setBidStatus(
  tx: Tx,
  bid: Pick<Row<'bids'>, 'id' | 'type'>,
  status: Row<'bids'>['status'],
  taken?: ReadonlySet<string>,
): Promise<void> {
  await updateBidStatus(tx, bid.id, status);
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

/** The pending bids of a lot, oldest first. */
export async function pendingBidsOf(tx: Tx, lot_id: string): Promise<Row<'bids'>[]> {
  return tx
    .selectFrom('bids')
    .selectAll()
    .where('lot_id', '=', lot_id)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
