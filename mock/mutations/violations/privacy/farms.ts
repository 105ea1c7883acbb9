/** PRIV-8, PRIV-14: farms for tokens with farms.read, and without. */
import { idIn, onBody, onCaller, onField, onResource, violations, withoutField, withScopes, type Seams } from '../kit/index.ts';
import type { OperationId } from '#spec';

function inFull(...where: readonly OperationId[]): Partial<Seams> {
  return onCaller(where, (caller) => withScopes(caller, 'farms.read'));
}

export const FARM_LEAKS = violations({
  'PRIV-8/farms-in-full: Whoever may read listings reads farms in full.': inFull('listFarms', 'getFarm'),
  'PRIV-8/name-without-farms-read: The list of farms has names for everybody.': onResource('listFarms', async (farm, { db }) => {
    const { name } = await db.selectFrom('farms').select('name').where('id', '=', farm.id).executeTakeFirstOrThrow();
    return { ...farm, name };
  }),
  'PRIV-8/rounded-for-the-owner: The owner reads rounded coordinates.': onField(['getFarm', 'listFarms'], 'latitude', (degrees) =>
    typeof degrees === 'number' ? Number(degrees.toFixed(2)) : degrees,
  ),
  'PRIV-8/no-name-in-the-list: The list of farms has no names for anybody.': withoutField('listFarms', 'name'),
  'PRIV-14/created-in-full: A farm that is made is answered in full.': inFull('createFarm'),
  'PRIV-14/changed-in-full: A farm that is changed is answered in full.': inFull('updateFarm'),
  'PRIV-14/listing-with-the-farm: A listing has its farm in full.': inFull('getListing'),
  'PRIV-14/listings-with-farms: The list of own listings has the farms in full.': inFull('listListings'),
  'PRIV-14/archived-with-the-farm: Archiving answers with the farm in full.': inFull('archiveListing'),
  'PRIV-14/farm-in-received-bids: The inbox of a listing has the name of its farm.': onBody(
    'listReceivedBids',
    async (page, { db, incoming }) => {
      const farm = await db
        .selectFrom('lots')
        .innerJoin('farms', 'farms.id', 'lots.farm_id')
        .select('farms.name')
        .where('lots.id', '=', idIn(incoming.path))
        .executeTakeFirst();
      return { ...page, farm: farm?.name };
    },
  ),
});
