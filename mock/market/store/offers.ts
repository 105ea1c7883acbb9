import type { Deal, StoredOffer } from '../records/stored-records.ts';
import type { Flag, Reader, Row, Tx } from '../records/tables.ts';
import { countRows } from './count-rows.ts';

type Offer = Row<'offers'>;

/** PRIV-5: offers with their trades, so that a view knows whether they are settled. */
function selectOffers(db: Reader) {
  return db
    .selectFrom('offers')
    .innerJoin('cash_bids', 'cash_bids.id', 'offers.cash_bid_id')
    .innerJoin('teams', 'teams.id', 'cash_bids.team_id')
    .innerJoin('users', 'users.id', 'offers.seller_user_id')
    .leftJoin('trades', 'trades.id', 'offers.trade_id')
    .selectAll('offers')
    .select([
      'teams.name as buyer_name',
      'users.name as seller_name',
      'trades.buyer_invoice_paid_at',
      'trades.seller_invoice_paid_at',
    ]);
}

interface OfferQuery {
  cash_bid_id: string;
  status: Offer['status'] | undefined;
}

/** CB-4: one page of the offers on a cash bid, newest first, with all fields. */
export async function pageOffers(
  db: Reader,
  { cash_bid_id, status }: OfferQuery,
  limit: number,
  offset: number,
): Promise<{ records: StoredOffer[]; total: number }> {
  let counted = db.selectFrom('offers').where('cash_bid_id', '=', cash_bid_id);
  let rows = selectOffers(db).where('offers.cash_bid_id', '=', cash_bid_id);
  if (status !== undefined) {
    counted = counted.where('status', '=', status);
    rows = rows.where('offers.status', '=', status);
  }
  const total = await countRows(counted);
  const page = await rows.orderBy('offers.created_at', 'desc').orderBy('offers.id').limit(limit).offset(offset).execute();
  return { records: page.map(toStored), total };
}

/** Finds an offer on one of the team's cash bids. Undefined if there is none, or if it belongs to another team (CB-13). */
export async function findOffer(db: Reader, id: string, team_id: string, livemode: Flag): Promise<StoredOffer | undefined> {
  const row = await selectOffers(db)
    .where('offers.id', '=', id)
    .where('offers.livemode', '=', livemode)
    .where('cash_bids.team_id', '=', team_id)
    .executeTakeFirst();
  return row === undefined ? undefined : toStored(row);
}

function toStored(row: Offer & Deal): StoredOffer {
  return { offer: row, deal: row.trade_id === null ? null : row };
}

/** Sets the status of an offer. `trade_id` is null unless it was accepted. */
export async function decideOffer(tx: Tx, id: string, status: Offer['status'], trade_id: string | null): Promise<void> {
  await tx.updateTable('offers').set({ status, trade_id }).where('id', '=', id).execute();
}
