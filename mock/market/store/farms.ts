import type { Reader, Row, Tx } from '../records/tables.ts';

type Farm = Row<'farms'>;
/** Whose farms: a user's, in one mode. Every read of a farm is bound to it (FARM-3, INV-23). */
export type FarmOwner = Pick<Farm, 'user_id' | 'livemode'>;

function selectFarms(db: Reader, { user_id, livemode }: FarmOwner) {
  return db.selectFrom('farms').where('user_id', '=', user_id).where('livemode', '=', livemode);
}

/** One page of a user's farms, oldest first. */
export async function pageFarms(
  db: Reader,
  owner: FarmOwner,
  limit: number,
  offset: number,
): Promise<{ farms: Farm[]; total: number }> {
  const { total } = await selectFarms(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const farms = await selectFarms(db, owner)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { farms, total };
}

/** One of a user's farms; undefined where it is missing or another's (FARM-3). */
export async function findFarm(db: Reader, owner: FarmOwner, id: string): Promise<Farm | undefined> {
  return selectFarms(db, owner).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertFarm(tx: Tx, farm: Farm): Promise<void> {
  await tx.insertInto('farms').values(farm).execute();
}

/** Changes a farm and answers what it is now; a change of nothing leaves it as it is. */
export async function updateFarm(tx: Tx, farm: Farm, change: { [Field in keyof Farm]?: Farm[Field] | undefined }): Promise<Farm> {
  if (Object.keys(change).length === 0) return farm;
  return tx.updateTable('farms').set(change).where('id', '=', farm.id).returningAll().executeTakeFirstOrThrow();
}
