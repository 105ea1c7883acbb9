import type { FarmSeller } from '../rules/farms.ts';
import type { Reader, Row, Tx } from '../records/tables.ts';
import { countRows } from './count-rows.ts';

type Farm = Row<'farms'>;
/** The owner of farms: a user in one mode. Every read of a farm filters by it (FARM-3, INV-23). */
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
  const own = selectFarms(db, owner);
  const total = await countRows(own);
  return { farms: await own.selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute(), total };
}

/** One of a user's farms. Undefined if there is none, or if it belongs to another user (FARM-3). */
export async function findFarm(db: Reader, owner: FarmOwner, id: string): Promise<Farm | undefined> {
  return selectFarms(db, owner).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertFarm(tx: Tx, farm: Farm): Promise<void> {
  await tx.insertInto('farms').values(farm).execute();
}

/** Changes a farm and returns it. */
export async function updateFarm(tx: Tx, farm: Farm, change: { [Field in keyof Farm]?: Farm[Field] | undefined }): Promise<Farm> {
  if (Object.keys(change).length === 0) return farm;
  return tx.updateTable('farms').set(change).where('id', '=', farm.id).returningAll().executeTakeFirstOrThrow();
}

/** A seller's name and farms, in both modes. */
export async function readFarmSeller(db: Reader, user_id: string): Promise<FarmSeller> {
  const user = await db.selectFrom('users').select('name').where('id', '=', user_id).executeTakeFirst();
  const farms = await db
    .selectFrom('farms')
    .select(['id', 'name', 'nearest_city', 'nearest_province'])
    .where('user_id', '=', user_id)
    .execute();
  return { name: user?.name ?? '', farms };
}
