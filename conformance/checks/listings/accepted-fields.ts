import { check, type Check } from '../../check/check.ts';
import {
  Blocked,
  chooseMarketReader,
  expectStatus,
  expectSuccess,
  findPublishableFarms,
  hasValueOf,
  listGrainTypes,
  readListing,
  type JsonObject,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

const NEEDS = ['seller', 'writes'] as const;
export const QUALITY = { protein: 13.2, moisture: 13, test_weight: 80.5, dockage: 0.7, falling_number: 350 } as const;

/** Valid values of the optional fields of PlaceListing, one field at a time. */
const OPTIONAL: readonly JsonObject[] = [
  { variety: 'AAC Brandon' },
  { crop_year: 2025 },
  { target_price: { amount: 299.5, firm: false } },
  { is_organic: false },
  { quality: { protein: QUALITY.protein } },
  { quality: QUALITY },
];

/** A draft with only the required fields. */
async function buildMinimalSubmission(t: CheckContext): Promise<JsonObject> {
  return t.run.once('the minimal submission', async () => {
    const crops = await listGrainTypes(await chooseMarketReader(t, t.seller));
    for await (const farm_id of findPublishableFarms(t, t.seller)) {
      for (const { commodity } of crops) {
        const least = { commodity, farm_id, quantity_mt: 40.5, list: false };
        const reply = await t.seller.post('/me/inventory', least);
        if (reply.is_success) return least;
        if (reply.status === 403 || reply.status === 404) break;
      }
    }
    throw new Blocked('POST /me/inventory rejects a draft with only the required fields');
  });
}

/** The fields that POST /me/inventory accepts and keeps. */
export const ACCEPTED_FIELDS_CHECKS: readonly Check[] = [
  check(
    'LST-2/draft-created',
    'Submitting a draft with only the required fields returns 201 and the listing',
    NEEDS,
    async (t) => {
      const reply = await t.seller.post('/me/inventory', await buildMinimalSubmission(t));
      expectStatus(reply, 201);
      reply.data.get('id').text();
      reply.data.get('status').is('unlisted');
    },
  ),
  check('LST-9/optional-fields', 'Each optional field of PlaceListing is accepted', NEEDS, async (t) => {
    const least = await buildMinimalSubmission(t);
    for (const fields of OPTIONAL) expectSuccess(await t.seller.post('/me/inventory', { ...least, ...fields }));
  }),
  check('LST-9/grade', 'A listed grade of a commodity is accepted', NEEDS, async (t) => {
    const { crop } = await t.arrange.publishing(t.seller);
    if (crop.grade === undefined) t.unverifiable('no grade of a commodity is known');
    const lot = await t.arrange.draft({ grade: crop.grade }, t.seller);
    // The reply may have a code instead of the name (INV-19).
    expectSuccess(lot.reply);
    const seen = (await readListing(t.seller, lot.id)).find('grade');
    const shown = seen?.value;
    seen?.expect(shown !== null && shown !== '', 'The submitted grade is missing.', crop.grade);
    t.observe(shown === crop.grade ? 'a grade is shown as submitted' : `the grade ${crop.grade} is shown as ${String(shown)}`);
  }),
  check('LST-9/all-fields', 'Every field of PlaceListing is accepted and kept', NEEDS, async (t) => {
    const fields = {
      variety: 'AAC Brandon',
      crop_year: 2025,
      target_price: { amount: 299.5, firm: true },
      is_organic: true,
      quality: QUALITY,
      list: false,
    };
    const lot = await t.arrange.lot(fields, t.seller);
    const listing = await readListing(t.seller, lot.id);
    listing.find('quantity_mt')?.is(lot.quantity_mt);
    // The document does not list all fields of the detail. Those that are present must have the submitted values.
    listing.find('variety')?.is('AAC Brandon');
    listing.find('crop_year')?.is(2025);
    listing.find('is_organic')?.is(true);
    for (const [key, value] of Object.entries(fields.quality)) listing.find('quality')?.find(key)?.is(value);
    const price = listing.find('target_price') ?? listing.find('asking_price');
    const amount = price?.find('amount');
    if (amount !== undefined && hasValueOf(price?.value, 299.5) === false)
      amount.breach('The target price has a different value.', '299.5, or the same value in a different unit');
    price?.find('firm')?.is(true);
  }),
];
