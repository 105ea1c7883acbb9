import {
  afterAct,
  asOwner,
  fieldsOf,
  fillIn,
  onBody,
  onCaller,
  onRequestFields,
  onResource,
  onStatus,
  refuseAs,
  refuseFields,
  refusing,
  requiringScope,
  revealing,
  violations,
  withError,
  withoutBodyField,
  withoutEffect,
  withScopes,
} from './kit/index.ts';
import { viewFullFarm } from '../../market/views/parties.ts';

const FIELDS = ['name', 'latitude', 'longitude', 'nearest_city', 'nearest_province'] as const;

export const FARMS = violations({
  'FARM-1/farms-scope-needed: GET /me/farms needs farms.read.': requiringScope('listFarms', 'farms.read'),
  'FARM-1/listings-scope-needed: GET /me/farms needs listings.read.': requiringScope('listFarms', 'listings.read'),
  'FARM-1/any-scope-will-do: GET /me/farms takes listings.write as well.': onCaller('listFarms', (caller) =>
    caller.scopes.has('listings.write') ? withScopes(caller, 'listings.read') : caller,
  ),
  'FARM-1/named-in-list: Without farms.read the list names the farms.': onResource('listFarms', async (farm, { db }) => {
    const known = await db.selectFrom('farms').select('name').where('id', '=', farm.id).executeTakeFirst();
    return { ...farm, ...known };
  }),
  'FARM-1/placed-in-list: Without farms.read the list has coordinates, rounded.': onResource(
    'listFarms',
    async (farm, { db }) => {
      const known = await db.selectFrom('farms').select(['latitude', 'longitude']).where('id', '=', farm.id).executeTakeFirst();
      return 'latitude' in farm || known === undefined
        ? farm
        : { ...farm, latitude: Math.round(known.latitude * 100) / 100, longitude: Math.round(known.longitude * 100) / 100 };
    },
  ),
  'FARM-1/first-alone: The list ends after the first farms.': onBody('listFarms', (page) => ({
    ...page,
    items: page.items.slice(0, 3),
    total: Math.min(page.total, 3),
    next: null,
  })),
  'FARM-2/answers-200: A new farm is answered with 200.': onStatus('createFarm', 201, 200),
  'FARM-2/name-optional: A farm without a name is called Farm.': fillIn('createFarm', { name: 'Farm' }),
  'FARM-2/latitude-optional: A farm without a latitude lies on the equator.': fillIn('createFarm', { latitude: 0 }),
  'FARM-2/longitude-optional: A farm without a longitude lies on the prime meridian.': fillIn('createFarm', { longitude: 0 }),
  'FARM-2/city-optional: A farm without a city lies near Regina.': fillIn('createFarm', { nearest_city: 'Regina' }),
  'FARM-2/province-optional: A farm without a province lies in Saskatchewan.': fillIn('createFarm', { nearest_province: 'SK' }),
  'FARM-2/fields-not-named: What is wrong with a farm is in the message alone.': withError('createFarm', 'validation_failed', {
    errors: undefined,
  }),
  'FARM-2/first-field-alone: Of the fields that are missing `errors` names another.': withError(
    'createFarm',
    'validation_failed',
    { errors: [{ field: 'farm', message: 'is incomplete' }] },
  ),
  'FARM-2/refused-with-400: What is wrong with a farm is 400.': refuseAs('createFarm', 'validation_failed', 'malformed_request'),
  'FARM-2/coordinates-coerced: A coordinate that is no number is 0.': onRequestFields('createFarm', (fields) => ({
    ...fields,
    ...('longitude' in fields ? { longitude: Number(fields['longitude']) || 0 } : {}),
  })),
  'FARM-2/name-coerced: A name that is no text becomes one.': onRequestFields('createFarm', (fields) =>
    'name' in fields ? { ...fields, name: JSON.stringify(fields['name']) } : fields,
  ),
  "FARM-3/strangers-read: Another seller's farm can be read.": asOwner('getFarm'),
  "FARM-3/strangers-change: Another seller's farm can be changed.": asOwner('updateFarm'),
  "FARM-3/strangers-list: GET /me/farms shows other sellers' farms.": afterAct('listFarms', async ({ db, caller }, page) => {
    const others = db.selectFrom('farms').selectAll().where('user_id', '!=', caller.user_id);
    const farms = await others.where('livemode', '=', caller.livemode).orderBy('created_at', 'desc').limit(30).execute();
    return { ...page, items: [...page.items, ...farms.map(viewFullFarm)] };
  }),
  "FARM-3/forbidden-for-anothers: Another seller's farm is 403.": revealing('getFarm'),
  'FARM-3/missing-is-422: Changing a farm that does not exist is 422.': refuseAs('updateFarm', 'not_found', 'validation_failed'),
  'FARM-3/without-effect: A change of a farm changes nothing.': withoutEffect('updateFarm'),
  'FARM-3/longitude-stays: The longitude of a farm cannot be changed.': withoutBodyField('updateFarm', 'longitude'),
  'FARM-3/city-stays: The city of a farm cannot be changed.': withoutBodyField('updateFarm', 'nearest_city'),
  'FARM-3/all-fields-needed: A change of a farm names all of its fields.': refusing('updateFarm', (about) => {
    const missing = FIELDS.filter((field) => !(field in fieldsOf(about.incoming)));
    return missing.length === 0 ? undefined : refuseFields(...missing.map((field) => ({ field, message: 'is required' })));
  }),
  'FARM-3/city-forgotten: What a change does not mention is forgotten.': fillIn('updateFarm', { nearest_city: 'Unknown' }),
  'FARM-5/another-opaque-id: The opaque id of a farm is no farm_id.': onResource('listFarms', (farm) =>
    'name' in farm ? farm : { ...farm, id: `farm_o${farm.id.slice(6)}` },
  ),
  'FARM-6/short-names: The coordinates of a farm are `lat` and `lng`.': onResource(
    ['getFarm', 'createFarm', 'updateFarm'],
    (farm) => {
      if (!('latitude' in farm)) return farm;
      const { latitude, longitude, ...rest } = farm;
      return { ...rest, lat: latitude, lng: longitude };
    },
  ),
  'FARM-6/province: The province of a farm is `province`.': onResource('getFarm', ({ nearest_province, ...farm }) => ({
    ...farm,
    province: nearest_province,
  })),
});
