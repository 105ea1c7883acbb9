/** What POST /me/inventory takes. */
import { refuseFields } from '../../../market/rules/refusal.ts';
import {
  fillIn,
  holderOf,
  isJsonObject,
  onError,
  onRequestFields,
  onStatus,
  refuseAs,
  refusing,
  readJson,
  violation,
  withoutBodyField,
} from '../kit/index.ts';
import { isRefusal } from '../../../market/rules/refusal.ts';
import type { About } from '../../seams.ts';
import type { Reader } from '../../../market/records/tables.ts';
import type { Violation } from '../violation.ts';

function fieldsOf({ incoming: { bytes } }: About): Readonly<Record<string, unknown>> {
  const json = isRefusal(bytes) ? undefined : readJson(bytes.toString('utf8'));
  return isJsonObject(json) ? json : {};
}

/** Ignores a field whose value has another type. */
function dropUnless(field: string, isRight: (value: unknown) => boolean): ReturnType<typeof onRequestFields> {
  return onRequestFields('createListing', ({ [field]: value, ...rest }) => (isRight(value) ? { ...rest, [field]: value } : rest));
}

/** A farm of the caller's that pays, in place of one that is not the caller's. */
async function ownFarmFor(db: Reader, authorization: string | undefined, farm_id: unknown): Promise<unknown> {
  const caller = await holderOf(db, authorization);
  if (caller === undefined || typeof farm_id !== 'string') return farm_id;
  const farms = db.selectFrom('farms').select('id').where('user_id', '=', caller.user_id).where('livemode', '=', caller.livemode);
  if ((await farms.where('id', '=', farm_id).executeTakeFirst()) !== undefined) return farm_id;
  return (await farms.where('has_payment_method', '=', 1).executeTakeFirst())?.id ?? farm_id;
}

export const SUBMISSIONS_VIOLATED: readonly Violation[] = [
  violation('LST-2/answers-200', 'A submission answers 200.', onStatus('createListing', 201, 200)),
  violation(
    'LST-2/quantity-optional',
    'A submission without a quantity is one of a tonne.',
    fillIn('createListing', { quantity_mt: 1 }),
  ),
  violation(
    'LST-2/commodity-optional',
    'A submission without a commodity is one of canola.',
    onRequestFields('createListing', (fields) =>
      fields['commodity'] === undefined ? { ...fields, commodity: 'canola', grade: undefined } : fields,
    ),
  ),
  violation(
    'LST-2/refused-with-400',
    'What is wrong with a submission is 400.',
    refuseAs('createListing', 'validation_failed', 'malformed_request'),
  ),
  violation(
    'LST-2/fields-not-named',
    'What is wrong with a submission is in the message alone.',
    onError('createListing', 'validation_failed', (error) => ({ ...error, errors: undefined })),
  ),
  violation(
    'LST-2/crop-year-text-ignored',
    'A crop year that is no number is ignored.',
    dropUnless('crop_year', (year) => typeof year === 'number'),
  ),
  violation(
    'LST-2/is-organic-coerced',
    'Whatever is not false is organic.',
    onRequestFields('createListing', (fields) =>
      'is_organic' in fields ? { ...fields, is_organic: Boolean(fields['is_organic']) } : fields,
    ),
  ),
  violation(
    'LST-2/list-coerced',
    'A `list` that is no boolean is ignored.',
    dropUnless('list', (list) => typeof list === 'boolean'),
  ),
  violation('LST-2/quality-text-ignored', 'A quality that is no object is ignored.', dropUnless('quality', isJsonObject)),
  violation(
    'LST-2/target-price-text-ignored',
    'A target price whose amount is no number is ignored.',
    dropUnless('target_price', (price) => !isJsonObject(price) || typeof price['amount'] === 'number'),
  ),
  violation(
    'LST-2/measurement-text-ignored',
    'A measurement that is no number is ignored.',
    onRequestFields('createListing', (fields) => {
      const { quality } = fields;
      if (!isJsonObject(quality)) return fields;
      const numbers = Object.entries(quality).filter(([, value]) => typeof value === 'number');
      return { ...fields, quality: Object.fromEntries(numbers) };
    }),
  ),
  violation(
    'LST-9/crop-year-as-text',
    'The crop year is taken as a text, and refused as a number.',
    refusing('createListing', (about) =>
      typeof fieldsOf(about)['crop_year'] === 'number'
        ? refuseFields({ field: 'crop_year', message: 'must be a string' })
        : undefined,
    ),
  ),
  violation(
    'LST-9/firm-ignored',
    'An asking price is never firm.',
    onRequestFields('createListing', (fields) =>
      isJsonObject(fields['target_price']) ? { ...fields, target_price: { ...fields['target_price'], firm: false } } : fields,
    ),
  ),
  violation(
    'LST-9/falling-number-lost',
    'The falling number is not kept.',
    onRequestFields('createListing', (fields) =>
      isJsonObject(fields['quality']) ? { ...fields, quality: { ...fields['quality'], falling_number: undefined } } : fields,
    ),
  ),
  violation('LST-9/never-organic', '`is_organic` is ignored.', withoutBodyField('createListing', 'is_organic')),
  violation('LST-9/variety-lost', '`variety` is ignored.', withoutBodyField('createListing', 'variety')),
  violation('LST-9/grade-lost', '`grade` is ignored.', withoutBodyField('createListing', 'grade')),
  violation(
    'LST-9/quality-in-part-refused',
    'A quality is refused unless it has every measurement.',
    refusing('createListing', (about) => {
      const { quality } = fieldsOf(about);
      return isJsonObject(quality) && Object.keys(quality).length < 5
        ? refuseFields({ field: 'quality', message: 'must be complete' })
        : undefined;
    }),
  ),
  violation(
    'LST-19/anothers-farm-taken',
    'A farm that is not of the caller is replaced by one that is.',
    onRequestFields('createListing', async (fields, { db, incoming }) => ({
      ...fields,
      farm_id: await ownFarmFor(db, incoming.authorization, fields['farm_id']),
    })),
  ),
  violation(
    'LST-19/any-commodity-taken',
    'A commodity that is not known is taken for canola.',
    onRequestFields('createListing', (fields) =>
      fields['commodity'] === 'moon-dust' ? { ...fields, commodity: 'canola', grade: undefined } : fields,
    ),
  ),
];
