/** Validation in POST /me/inventory. */
import {
  fillIn,
  holderOf,
  isJsonObject,
  onRequestField,
  onRequestFields,
  onStatus,
  refusingField,
  violations,
  withError,
  withoutBodyField,
  type Reader,
  type Seams,
} from '../kit/index.ts';

/** Ignores a field unless its value is valid. */
function dropUnless(field: string, isValid: (value: unknown) => boolean): Partial<Seams> {
  return onRequestField('createListing', field, (value) => (isValid(value) ? value : undefined));
}

/** Replaces another seller's farm with one of the caller's farms that has a payment method. */
async function ownFarmFor(db: Reader, authorization: string | undefined, farm_id: unknown): Promise<unknown> {
  const caller = await holderOf(db, authorization);
  if (caller === undefined || typeof farm_id !== 'string') return farm_id;
  const farms = db.selectFrom('farms').select('id').where('user_id', '=', caller.user_id).where('livemode', '=', caller.livemode);
  if ((await farms.where('id', '=', farm_id).executeTakeFirst()) !== undefined) return farm_id;
  return (await farms.where('has_payment_method', '=', 1).executeTakeFirst())?.id ?? farm_id;
}

export const SUBMISSIONS_VIOLATED = violations({
  'LST-2/answers-200: POST /me/inventory returns 200.': onStatus('createListing', 201, 200),
  'LST-2/quantity-optional: POST /me/inventory accepts a listing without `quantity_mt`.': fillIn('createListing', {
    quantity_mt: 1,
  }),
  'LST-2/commodity-optional: POST /me/inventory accepts a listing without `commodity`.': onRequestFields(
    'createListing',
    (fields) => (fields['commodity'] === undefined ? { ...fields, commodity: 'canola', grade: undefined } : fields),
  ),
  'LST-2/fields-not-named: Validation errors of POST /me/inventory omit `errors`.': withError(
    'createListing',
    'validation_failed',
    { errors: undefined },
  ),
  'LST-2/crop-year-text-ignored: POST /me/inventory ignores a non-numeric `crop_year`.': dropUnless(
    'crop_year',
    (year) => typeof year === 'number',
  ),
  'LST-2/crop-year-truncated: POST /me/inventory cuts the fraction off `crop_year`.': onRequestField(
    'createListing',
    'crop_year',
    (year) => (typeof year === 'number' ? Math.trunc(year) : year),
  ),
  'LST-2/is-organic-coerced: POST /me/inventory converts `is_organic` to a boolean.': onRequestField(
    'createListing',
    'is_organic',
    Boolean,
  ),
  'LST-2/list-coerced: POST /me/inventory ignores a `list` that is not a boolean.': dropUnless(
    'list',
    (list) => typeof list === 'boolean',
  ),
  'LST-2/quality-text-ignored: POST /me/inventory ignores a `quality` that is not an object.': dropUnless(
    'quality',
    isJsonObject,
  ),
  'LST-2/target-price-text-ignored: POST /me/inventory ignores a non-numeric target price.': dropUnless(
    'target_price',
    (price) => !isJsonObject(price) || typeof price['amount'] === 'number',
  ),
  'LST-2/measurement-text-ignored: POST /me/inventory ignores non-numeric measurements.': onRequestField(
    'createListing',
    'quality',
    (quality) =>
      isJsonObject(quality)
        ? Object.fromEntries(Object.entries(quality).filter(([, value]) => typeof value === 'number'))
        : quality,
  ),
  'LST-9/crop-year-as-text: POST /me/inventory rejects a numeric `crop_year`.': refusingField(
    'createListing',
    'crop_year',
    'must be a string',
    (year) => typeof year === 'number',
  ),
  'LST-9/firm-ignored: POST /me/inventory stores every price as not firm.': onRequestField(
    'createListing',
    'target_price',
    (price) => (isJsonObject(price) ? { ...price, firm: false } : price),
  ),
  'LST-9/falling-number-lost: POST /me/inventory ignores `falling_number`.': onRequestField(
    'createListing',
    'quality',
    (quality) => (isJsonObject(quality) ? { ...quality, falling_number: undefined } : quality),
  ),
  'LST-9/never-organic: POST /me/inventory ignores `is_organic`.': withoutBodyField('createListing', 'is_organic'),
  'LST-9/variety-lost: POST /me/inventory ignores `variety`.': withoutBodyField('createListing', 'variety'),
  'LST-9/grade-lost: POST /me/inventory ignores `grade`.': withoutBodyField('createListing', 'grade'),
  'LST-9/quality-in-part-refused: POST /me/inventory requires every measurement in `quality`.': refusingField(
    'createListing',
    'quality',
    'must be complete',
    (quality) => isJsonObject(quality) && Object.keys(quality).length < 5,
  ),
  "LST-19/anothers-farm-accepted: POST /me/inventory replaces another seller's farm with one of the caller's.": onRequestField(
    'createListing',
    'farm_id',
    (farm_id, _fields, { db, incoming }) => ownFarmFor(db, incoming.authorization, farm_id),
  ),
  'LST-19/any-commodity-accepted: POST /me/inventory stores an unknown commodity as canola.': onRequestFields(
    'createListing',
    (fields) => (fields['commodity'] === 'moon-dust' ? { ...fields, commodity: 'canola', grade: undefined } : fields),
  ),
});
