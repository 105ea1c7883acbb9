/** Farms with and without farms.read. */
import {
  findRow,
  idIn,
  onCaller,
  onField,
  partiesOf,
  violations,
  withBodyFields,
  withFields,
  withoutField,
  withScopes,
  type Seams,
} from '../kit/index.ts';
import type { OperationId } from '#spec';

/** Treats tokens as if they had farms.read, so that farms are returned in full. */
function withFarmsRead(...where: readonly OperationId[]): Partial<Seams> {
  return onCaller(where, (caller) => withScopes(caller, 'farms.read'));
}

export const FARM_LEAKS = violations({
  'PRIV-8/farms-in-full: Farms are returned in full without farms.read.': withFarmsRead('listFarms', 'getFarm'),
  'PRIV-8/sandbox-farms-in-full: GET /me/farms returns sandbox farms in full without farms.read.': onCaller(
    'listFarms',
    (caller) => (caller.livemode === 0 ? withScopes(caller, 'farms.read') : caller),
  ),
  'PRIV-8/name-without-farms-read: GET /me/farms includes names without farms.read.': withFields(
    'listFarms',
    async ({ id }, { db }) => ({ name: (await findRow(db, 'farms', { id }))?.name }),
  ),
  'PRIV-8/part-of-the-name: GET /me/farms includes the beginning of names without farms.read.': withFields(
    'listFarms',
    async ({ id }, { db }) => ({ label: (await findRow(db, 'farms', { id }))?.name.slice(0, 8) }),
  ),
  'PRIV-8/rounded-for-the-owner: Farms have rounded coordinates despite farms.read.': onField(
    ['getFarm', 'listFarms'],
    'latitude',
    (degrees) => (typeof degrees === 'number' ? Number(degrees.toFixed(2)) : degrees),
  ),
  'PRIV-8/no-name-in-the-list: GET /me/farms omits names despite farms.read.': withoutField('listFarms', 'name'),
  'PRIV-14/created-in-full: POST /me/farms returns the farm in full without farms.read.': withFarmsRead('createFarm'),
  'PRIV-14/changed-in-full: PATCH /me/farms/{id} returns the farm in full without farms.read.': withFarmsRead('updateFarm'),
  'PRIV-14/listing-with-the-farm: GET /me/inventory/{id} includes the full farm without farms.read.': withFarmsRead('getListing'),
  'PRIV-14/listings-with-farms: GET /me/inventory includes full farms without farms.read.': withFarmsRead('listListings'),
  'PRIV-14/archived-with-the-farm: DELETE /me/inventory/{id} includes the full farm without farms.read.':
    withFarmsRead('archiveListing'),
  "PRIV-14/farm-in-received-bids: GET /me/inventory/{id}/bids includes the farm's name.": withBodyFields(
    'listReceivedBids',
    async (_page, { db, incoming }) => ({ farm: (await partiesOf(db, idIn(incoming.path)))?.farm?.name }),
  ),
});
