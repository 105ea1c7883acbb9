import { check, type Check } from '../../check/check.ts';
import {
  ensureSuccess,
  expectAnyRefusal,
  expectRefusal,
  expectSuccess,
  hasErrorForField,
  noneIfMissingHook,
  ownerOf,
  readListing,
  buildSubmission,
  type Reply,
  encodePath,
  warnUnless,
  type JsonObject,
  expectThat,
  readItems,
  readUntil,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

const NEEDS = ['seller', 'writes'] as const;
const UNKNOWN_FARM = 'farm_000000000000000000000000';

/** Submits a listing of the seller. @param overrides fields of PlaceListing; `undefined` removes a field */
export async function submit(t: CheckContext, overrides: JsonObject = {}): Promise<Reply> {
  return t.seller.post('/me/inventory', buildSubmission(await t.arrange.publishing(t.seller), overrides));
}

const REQUIRED = ['commodity', 'farm_id', 'quantity_mt'] as const;

/** For each field of PlaceListing, values of the wrong type. */
const WRONG_TYPES: readonly [field: string, ...values: readonly unknown[]][] = [
  ['commodity', 5],
  ['farm_id', 5],
  ['quantity_mt', 'a lot'],
  ['variety', { name: 'AAC Brandon' }],
  ['crop_year', 'last year', 2024.5],
  ['grade', { code: 'x' }],
  ['target_price', 300],
  ['is_organic', 'very'],
  ['quality', 'fine'],
  ['list', 'perhaps'],
];

/** The same for nested fields. The document does not say how `errors` names them. */
const WRONG_INSIDE: readonly [name: string, fields: JsonObject][] = [
  ['target-price-amount', { target_price: { amount: 'much', firm: true } }],
  ['target-price-firm', { target_price: { amount: 300, firm: 'rather' } }],
  ['quality-protein', { quality: { protein: 'high' } }],
  ['quality-falling-number', { quality: { falling_number: { seconds: 350 } } }],
];

/** Numbers in strings, which lenient parsers convert. */
const NUMBERS_AS_TEXT: readonly JsonObject[] = [
  { quantity_mt: '50' },
  { crop_year: '2025' },
  { target_price: { amount: '300', firm: true } },
];

/** Valid and invalid requests to POST /me/inventory. */
export const SUBMITTING_CHECKS: readonly Check[] = [
  check('LST-2/created', 'Submitting a listing returns 201 and the listing', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    lot.reply.data.get('id').text();
    lot.reply.data.get('status').is('listed');
  }),
  ...REQUIRED.map((field) =>
    check(
      `LST-2/${field.replace('_', '-')}-missing`,
      `Submitting a listing without ${field} returns 422 and names the field`,
      NEEDS,
      async (t) => {
        expectRefusal(await submit(t, { list: false, [field]: undefined }), 422, { code: 'validation_failed', field });
        ensureSuccess(await submit(t, { list: false }));
      },
    ),
  ),
  ...WRONG_TYPES.map(([field, ...values]) =>
    check(
      `LST-2/${field.replaceAll('_', '-')}-of-wrong-type`,
      `Submitting a listing with the wrong type of ${field} returns 422`,
      NEEDS,
      async (t) => {
        for (const value of values) {
          expectRefusal(await submit(t, { list: false, [field]: value }), 422, { code: 'validation_failed', field });
        }
        ensureSuccess(await submit(t, { list: false }));
      },
    ),
  ),
  ...WRONG_INSIDE.map(([name, fields]) =>
    check(
      `LST-2/${name}-of-wrong-type`,
      `Submitting a listing with the wrong type of ${name.replace(/^(target-price|quality)-/, '$1.').replaceAll('-', '_')} returns 422`,
      NEEDS,
      async (t) => {
        const refused = await submit(t, { list: false, ...fields });
        expectRefusal(refused, 422, { code: 'validation_failed' });
        refused.body.get('error').get('errors').array();
      },
    ),
  ),
  check('LST-2/numbers-as-text', 'Submitting a listing with a string in place of a number returns 422', NEEDS, async (t) => {
    for (const fields of NUMBERS_AS_TEXT) {
      const reply = await submit(t, { list: false, ...fields });
      warnUnless(!reply.is_success, { message: `A string was accepted as a number: ${JSON.stringify(fields)}`, reply });
    }
  }),
  check('LST-2/text-as-number', 'Submitting a listing with a number instead of a string returns 422', NEEDS, async (t) => {
    const reply = await submit(t, { list: false, variety: 42 });
    warnUnless(!reply.is_success, { message: 'A number was accepted as the variety.', reply, expected: 'status 422' });
  }),
  check('LST-2/required-null', 'A required field that is null counts as missing', NEEDS, async (t) => {
    for (const field of REQUIRED) {
      expectRefusal(await submit(t, { list: false, [field]: null }), 422, { code: 'validation_failed', field });
    }
  }),
  check('LST-3/default-listed', 'Without list, or with list true, a submission is listed', NEEDS, async (t) => {
    for (const fields of [{ list: undefined }, { list: true }, { list: undefined, target_price: undefined }]) {
      const lot = await t.arrange.lot(fields, t.seller);
      (await readListing(t.seller, lot.id)).get('status').is('listed');
      if (t.has('buyer')) expectSuccess(await t.buyer.get(encodePath`/inventory/${lot.id}`));
    }
  }),
  check(
    'LST-3/small',
    'A listing of less than one tonne is published like any other',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const made = await submit(t, { quantity_mt: 0.75 });
      if (made.status === 422) t.unverifiable('the target rejects such a small quantity');
      ensureSuccess(made);
      const id = made.data.get('id').text();
      (await readListing(t.seller, id)).get('status').is('listed');
      expectSuccess(await t.buyer.get(encodePath`/inventory/${id}`));
      const query = { min_quantity: 0.7, max_quantity: 0.8, sort: '-listed_at', limit: 50 };
      const search = async (): Promise<Reply> => t.buyer.get('/inventory', query);
      const isFound = (page: Reply): boolean => readItems(page).some((item) => item['id'] === id);
      const page = await readUntil(search, isFound, t.signal);
      expectSuccess(page);
      // Other checks use whatever is listed.
      ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${id}`));
      expectThat(isFound(page), { message: 'GET /inventory does not list a small lot.', reply: page, expected: id });
    },
  ),
  check('LST-3/draft', 'With list false, a submission is an unlisted draft', NEEDS, async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    (await readListing(t.seller, draft.id)).get('status').is('unlisted');
  }),
  check(
    'LST-3/sandbox-draft',
    'With list false, a sandbox submission is an unlisted draft',
    ['seller_sandbox', 'writes'],
    async (t) => {
      const seller = t.actor('seller_sandbox');
      const draft = await t.arrange.draft({}, seller);
      (await readListing(seller, draft.id)).get('status').is('unlisted');
    },
  ),
  check(
    'LST-19/another-s-farm',
    "Submitting a listing for another seller's farm is rejected",
    ['seller', 'partner', 'writes'],
    async (t) => {
      const { farm_id } = await t.arrange.publishing(t.partner);
      expectAnyRefusal(await submit(t, { list: false, farm_id }));
      ensureSuccess(await submit(t, { list: false }));
    },
  ),
  check('LST-19/unknown-farm', 'Submitting a listing for a farm that does not exist is rejected', NEEDS, async (t) => {
    expectAnyRefusal(await submit(t, { list: false, farm_id: UNKNOWN_FARM }));
  }),
  check('LST-19/unknown-commodity', 'Submitting a listing with an unknown commodity is rejected', NEEDS, async (t) => {
    expectAnyRefusal(await submit(t, { list: false, commodity: 'moon-dust', grade: undefined }));
  }),
  check(
    'LST-10/field-names',
    'Reports the status for a farm that does not exist, and whether the error names farm_id',
    NEEDS,
    async (t) => {
      const { status, json } = await submit(t, { list: false, farm_id: UNKNOWN_FARM });
      const names = hasErrorForField(json, 'farm_id') ? 'names' : 'does not name';
      t.observe(`an unknown farm_id returns ${status}, which ${names} farm_id`);
    },
  ),
  check('LST-20/draft-without-payment', 'A draft needs no payment method', ['seller', 'live', 'writes'], async (t) => {
    expectSuccess(await submit(t, { list: false, farm_id: await farmWithoutPayment(t) }));
  }),
];

/**
 * A farm of the seller without a payment method: the configured one, or a new one. Without the hook set_payment_method, it is not checked that a new farm
 * has none.
 * @throws Unverifiable if the seller has no such farm; Blocked if it cannot be read
 */
export async function farmWithoutPayment(t: CheckContext): Promise<string> {
  const configured = t.run.settings.fixtures.farm_without;
  if (configured !== undefined) {
    const reply = await t.seller.get(encodePath`/me/farms/${configured}`);
    if (reply.status === 404) t.unverifiable('the seller has no such farm', 'fixtures.farm_without');
    ensureSuccess(reply);
    return configured;
  }
  const farm_id = await t.arrange.farm(t.seller);
  await t.hook('set_payment_method', { farm_id, on_file: false }).catch(noneIfMissingHook);
  t.run.secrets.add({ kind: 'farm id', text: farm_id, owner: ownerOf(t.seller.name) });
  return farm_id;
}
