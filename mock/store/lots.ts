import type { Db, Flag, Row } from './tables.ts';

/** A lot by its id, in the mode of the caller, whatever its status; undefined where there is none. */
export async function findLot(db: Db, id: string, livemode: Flag): Promise<Row<'lots'> | undefined> {
  return db.selectFrom('lots').selectAll().where('id', '=', id).where('livemode', '=', livemode).executeTakeFirst();
}

export async function updateLot(tx: Db, id: string, change: Partial<Omit<Row<'lots'>, 'id' | 'is_unpriced'>>): Promise<void> {
  const is_unpriced = change.price_amount === undefined ? {} : { is_unpriced: change.price_amount === null ? (1 as const) : (0 as const) };
  await tx
    .updateTable('lots')
    .set({ ...change, ...is_unpriced })
    .where('id', '=', id)
    .execute();
}
