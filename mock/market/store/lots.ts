import { sql } from 'kysely';
import type { Flag, Reader, Row, Tx } from '../records/tables.ts';
import { flag } from '../records/tables.ts';
import { countRows } from './count-rows.ts';
import { insertRow, prepareQuery, queryCompiler } from './engine/compiled-query.ts';

const selectLot = prepareQuery((id: string, livemode: Flag) =>
  queryCompiler.selectFrom('lots').selectAll().where('id', '=', id).where('livemode', '=', livemode).compile(),
);

/** A lot by its id and mode, in any status. */
export async function findLot(db: Reader, id: string, livemode: Flag): Promise<Row<'lots'> | undefined> {
  return (await selectLot(db, id, livemode))[0];
}

/** Changes a lot, and keeps `is_unpriced` consistent with the price. */
export async function updateLot(tx: Tx, id: string, change: Partial<Omit<Row<'lots'>, 'id' | 'is_unpriced'>>): Promise<void> {
  const { price_amount } = change;
  const is_unpriced = price_amount === undefined ? {} : { is_unpriced: flag(price_amount === null) };
  await tx
    .updateTable('lots')
    .set({ ...change, ...is_unpriced })
    .where('id', '=', id)
    .execute();
}

export async function insertLot(tx: Tx, lot: Row<'lots'>): Promise<void> {
  await insertRow(tx, 'lots', lot);
}

/** A seller's lot with its farm. */
export interface OwnLot {
  lot: Row<'lots'>;
  farm: Row<'farms'>;
}

/** One of the caller's lots, in any status. Undefined if there is none, or if it belongs to another user (LST-5). */
export async function findOwnLot(db: Reader, id: string, user_id: string, livemode: Flag): Promise<OwnLot | undefined> {
  const lot = await findLot(db, id, livemode);
  return lot === undefined || lot.user_id !== user_id ? undefined : (await withFarms(db, [lot]))[0];
}

/** LST-1, LST-22: a page of the caller's lots, newest first. Without a status, drafts and archived lots are included. */
export async function pageOwnLots(
  db: Reader,
  query: { user_id: string; livemode: Flag; status: Row<'lots'>['status'] | undefined },
  limit: number,
  offset: number,
): Promise<{ lots: OwnLot[]; total: number }> {
  let own = db.selectFrom('lots').where('user_id', '=', query.user_id).where('livemode', '=', query.livemode);
  if (query.status !== undefined) own = own.where('status', '=', query.status);
  const total = await countRows(own);
  const lots = await own.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  return { lots: await withFarms(db, lots), total };
}

async function withFarms(db: Reader, lots: readonly Row<'lots'>[]): Promise<OwnLot[]> {
  const ids = [...new Set(lots.map((lot) => lot.farm_id))];
  const farms = ids.length === 0 ? [] : await db.selectFrom('farms').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(farms.map((farm) => [farm.id, farm]));
  return lots.map((lot) => {
    const farm = byId.get(lot.farm_id);
    if (farm === undefined) throw new Error(`the farm of lot ${lot.id} does not exist`);
    return { lot, farm };
  });
}

/** Lots by their ids, in any order. */
export async function findLots(db: Reader, ids: readonly string[]): Promise<Row<'lots'>[]> {
  return ids.length === 0 ? [] : db.selectFrom('lots').selectAll().where('id', 'in', ids).execute();
}

/** SBX-3, LST-15: the most recently created of a seller's lots that is not archived. */
export async function findNewestLot(db: Reader, user_id: string, livemode: Flag): Promise<Row<'lots'> | undefined> {
  return (
    db
      .selectFrom('lots')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('livemode', '=', livemode)
      .where('status', '!=', 'archived')
      .orderBy('created_at', 'desc')
      // Of several lots created in the same millisecond, takes the last one.
      .orderBy(sql`rowid`, 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}
