import {
  afterAct,
  asOwner,
  fieldsOf,
  fillIn,
  findRow,
  onCaller,
  onRequestField,
  onResource,
  onStatus,
  refuseFields,
  refusing,
  requiringScope,
  revealing,
  violations,
  withBodyFields,
  withError,
  withFields,
  withoutBodyField,
  withoutEffect,
  withScopes,
  type Reader,
  type Row,
} from './kit/index.ts';
import type { Caller } from '../../server/http/call.ts';
import { viewFarm, viewFullFarm } from '../../market/views/parties.ts';

const FIELDS = ['name', 'latitude', 'longitude', 'nearest_city', 'nearest_province'] as const;

/** The newest farms of other sellers. */
async function farmsOfOthers(db: Reader, { user_id, livemode }: Caller): Promise<readonly Row<'farms'>[]> {
  const others = db.selectFrom('farms').selectAll().where('user_id', '!=', user_id);
  return others.where('livemode', '=', livemode).orderBy('created_at', 'desc').limit(30).execute();
}

export const FARMS = violations({
  'FARM-1/farms-scope-needed: GET /me/farms requires farms.read.': requiringScope('listFarms', 'farms.read'),
  'FARM-1/listings-scope-needed: GET /me/farms requires listings.read.': requiringScope('listFarms', 'listings.read'),
  'FARM-1/any-scope-will-do: GET /me/farms also accepts listings.write.': onCaller('listFarms', (caller) =>
    caller.scopes.has('listings.write') ? withScopes(caller, 'listings.read') : caller,
  ),
  'FARM-1/named-in-list: GET /me/farms includes farm names without farms.read.': withFields(
    'listFarms',
    async ({ id }, { db }) => ({
      name: (await findRow(db, 'farms', { id }))?.name,
    }),
  ),
  'FARM-1/placed-in-list: GET /me/farms includes rounded coordinates without farms.read.': withFields(
    'listFarms',
    async (farm, { db }) => {
      const known = await findRow(db, 'farms', { id: farm.id });
      return 'latitude' in farm || known === undefined
        ? {}
        : { latitude: Math.round(known.latitude * 100) / 100, longitude: Math.round(known.longitude * 100) / 100 };
    },
  ),
  'FARM-1/first-alone: GET /me/farms ends after three farms.': withBodyFields('listFarms', (page) => ({
    items: page.items.slice(0, 3),
    total: Math.min(page.total, 3),
    next: null,
  })),
  "FARM-1/opaque-of-others: GET /me/farms without farms.read lists other sellers' farms in the opaque form.": afterAct(
    'listFarms',
    async ({ db, caller }, page) => {
      if (caller.scopes.has('farms.read')) return page;
      const others = await farmsOfOthers(db, caller);
      return { ...page, items: [...page.items, ...others.map((farm) => viewFarm(farm, false))] };
    },
  ),
  'FARM-2/answers-200: POST /me/farms returns 200 instead of 201.': onStatus('createFarm', 201, 200),
  'FARM-2/name-optional: POST /me/farms accepts a farm without `name`.': fillIn('createFarm', { name: 'Farm' }),
  'FARM-2/latitude-optional: POST /me/farms accepts a farm without `latitude`.': fillIn('createFarm', { latitude: 0 }),
  'FARM-2/longitude-optional: POST /me/farms accepts a farm without `longitude`.': fillIn('createFarm', { longitude: 0 }),
  'FARM-2/city-optional: POST /me/farms accepts a farm without `nearest_city`.': fillIn('createFarm', { nearest_city: 'Regina' }),
  'FARM-2/province-optional: POST /me/farms accepts a farm without `nearest_province`.': fillIn('createFarm', {
    nearest_province: 'SK',
  }),
  'FARM-2/fields-not-named: Validation errors of POST /me/farms omit `errors`.': withError('createFarm', 'validation_failed', {
    errors: undefined,
  }),
  'FARM-2/first-field-alone: Validation errors of POST /me/farms name the wrong field.': withError(
    'createFarm',
    'validation_failed',
    { errors: [{ field: 'farm', message: 'is incomplete' }] },
  ),
  'FARM-2/coordinates-coerced: POST /me/farms stores a non-numeric longitude as 0.': onRequestField(
    'createFarm',
    'longitude',
    (longitude) => Number(longitude) || 0,
  ),
  'FARM-2/numbers-as-text-accepted: POST /me/farms converts a string `latitude` to a number.': onRequestField(
    'createFarm',
    'latitude',
    (latitude) => (typeof latitude === 'string' && !Number.isNaN(Number(latitude)) ? Number(latitude) : latitude),
  ),
  'FARM-2/name-coerced: POST /me/farms converts a `name` of another type to a string.': onRequestField(
    'createFarm',
    'name',
    (name) => JSON.stringify(name),
  ),
  "FARM-3/strangers-read: GET /me/farms/{id} returns another seller's farm.": asOwner('getFarm'),
  "FARM-3/strangers-change: PATCH /me/farms/{id} changes another seller's farm.": asOwner('updateFarm'),
  "FARM-3/strangers-list: GET /me/farms lists other sellers' farms.": afterAct('listFarms', async ({ db, caller }, page) => {
    const farms = await farmsOfOthers(db, caller);
    return { ...page, items: [...page.items, ...farms.map(viewFullFarm)] };
  }),
  "FARM-3/forbidden-for-anothers: GET /me/farms/{id} returns 403 instead of 404 for another seller's farm.": revealing('getFarm'),
  'FARM-3/without-effect: PATCH /me/farms/{id} changes nothing.': withoutEffect('updateFarm'),
  'FARM-3/longitude-stays: PATCH /me/farms/{id} ignores `longitude`.': withoutBodyField('updateFarm', 'longitude'),
  'FARM-3/city-stays: PATCH /me/farms/{id} ignores `nearest_city`.': withoutBodyField('updateFarm', 'nearest_city'),
  'FARM-3/province-stays: PATCH /me/farms/{id} ignores `nearest_province`.': withoutBodyField('updateFarm', 'nearest_province'),
  'FARM-3/all-fields-needed: PATCH /me/farms/{id} requires every field.': refusing('updateFarm', (context) => {
    const missing = FIELDS.filter((field) => !(field in fieldsOf(context.incoming)));
    return missing.length === 0 ? undefined : refuseFields(...missing.map((field) => ({ field, message: 'is required' })));
  }),
  'FARM-3/city-forgotten: PATCH /me/farms/{id} resets `nearest_city` when it is left out.': fillIn('updateFarm', {
    nearest_city: 'Unknown',
  }),
  'FARM-5/another-opaque-id: GET /me/farms shows ids that are not usable as `farm_id`.': withFields('listFarms', (farm) =>
    'name' in farm ? {} : { id: `farm_o${farm.id.slice(6)}` },
  ),
  'FARM-6/short-names: Farms have `lat` and `lng` instead of `latitude` and `longitude`.': onResource(
    ['getFarm', 'createFarm', 'updateFarm'],
    (farm) => {
      if (!('latitude' in farm)) return farm;
      const { latitude, longitude, ...rest } = farm;
      return { ...rest, lat: latitude, lng: longitude };
    },
  ),
  'FARM-6/province-in-the-list: GET /me/farms has `province` instead of `nearest_province`.': withFields('listFarms', (farm) =>
    'nearest_province' in farm ? { province: farm.nearest_province, nearest_province: undefined } : {},
  ),
  'FARM-6/province: GET /me/farms/{id} has `province` instead of `nearest_province`.': withFields('getFarm', (farm) =>
    'nearest_province' in farm ? { province: farm.nearest_province, nearest_province: undefined } : {},
  ),
});
