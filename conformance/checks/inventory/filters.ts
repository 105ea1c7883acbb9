/** INV-3 to INV-6, INV-8, INV-11, INV-24: the filters, on lots that the checks create. */
import { check, type Check } from '../../check/check.ts';
import type { ListingSet } from '#client';
import {
  chooseSeller,
  ensureFarmPublishes,
  ensureSuccess,
  expectSuccess,
  createListingSet,
  noneIfFinding,
  noneIfMissingHook,
  ownerOf,
  postFarm,
  findOtherGrainType,
  chooseReader,
  searchListingSet,
  encodePath,
  resourceIn,
  readPath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { listOtherProvinces } from './combined-lots.ts';
import { expectFound } from './expect-found.ts';
import { formatQuery } from './format-query.ts';

/** A field of a lot as buyers see it, since filters use these values. */
async function readPublicField(
  t: CheckContext,
  listing_set: ListingSet,
  place: number,
  ...keys: readonly string[]
): Promise<string> {
  const reply = await listing_set.reader.get(encodePath`/inventory/${listing_set.lots[place]?.id ?? ''}`);
  const value = readPath(reply.json, 'data', ...keys);
  if (typeof value !== 'string') t.unverifiable(`the public listing has no ${keys.join('.')}`);
  return value;
}

const IN_UNITS = ['writes', 'fixture:unit', 'fixture:amount_key'] as const;

/** New Brunswick and the provinces whose names begin as its name does, in the two ways that a deployment can show them. */
const ALIKE: readonly (readonly [string, ...string[]])[] = [
  ['New Brunswick', 'Newfoundland and Labrador', 'Nova Scotia'],
  ['NB', 'NL', 'NS'],
];
const MONCTON = { latitude: 46.1, longitude: -64.8 };

/** A published lot in New Brunswick. */
async function createInNewBrunswick(t: CheckContext): Promise<ListingSet> {
  const seller = chooseSeller(t);
  const farm = t.run.secrets.makeCanaryFarm(ownerOf(seller.name), MONCTON);
  const location = { nearest_city: 'Moncton', nearest_province: 'New Brunswick' };
  const farm_id =
    (await postFarm(t, seller, farm, location).catch((error: unknown) => noneIfFinding(error, t.signal))) ??
    t.unverifiable('no farm in New Brunswick can be created');
  await t.hook('set_payment_method', { farm_id, on_file: true }).catch(noneIfMissingHook);
  await ensureFarmPublishes(t, seller, { farm_id, farm });
  return createListingSet(t, [{ farm_id }], { seller });
}

const REJECTED: readonly number[] = [400, 422];

export const FILTERS_CHECKS: readonly Check[] = [
  check('INV-3/any-of-the-slugs', 'GET /inventory?commodity= finds lots of any of the given slugs', ['writes'], async (t) => {
    const other = await findOtherGrainType(t);
    const listing_set = await createListingSet(t, [{}, { commodity: other.commodity, grade: other.grade }, {}]);
    const first = await readPublicField(t, listing_set, 0, 'commodity', 'slug');
    const second = await readPublicField(t, listing_set, 1, 'commodity', 'slug');
    await expectFound(listing_set, { commodity: first }, [0, 2]);
    await expectFound(listing_set, { commodity: second }, [1]);
    await expectFound(listing_set, { commodity: `${first},${second}` }, [0, 1, 2]);
    await expectFound(listing_set, { commodity: `${second},${first}` }, [0, 1, 2]);
  }),
  check('INV-3/slug-twice', 'A slug given twice in commodity finds each lot once', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}, {}]);
    const slug = await readPublicField(t, listing_set, 0, 'commodity', 'slug');
    const once = await expectFound(listing_set, { commodity: slug }, [0, 1]);
    const twice = { commodity: `${slug},${slug}` };
    const { status } = await listing_set.reader.get('/inventory', twice);
    if (REJECTED.includes(status)) t.unverifiable(`${formatQuery(twice)} is rejected (status ${status})`);
    const { reply } = await expectFound(listing_set, twice, [0, 1]);
    const again = await expectFound(listing_set, { commodity: slug }, [0, 1]);
    const totals = [once.reply, again.reply].map((one) => one.body.get('total').value);
    // Others can publish a lot of the same quantity in between.
    if (totals[0] === totals[1]) reply.body.get('total').is(totals[0]);
  }),
  check('INV-4/grade', 'GET /inventory?grade= finds the lots of that grade', ['writes'], async (t) => {
    const [first, second] = await t.arrange.grades();
    if (first === undefined || second === undefined) t.unverifiable('no two grades of one commodity are known');
    const listing_set = await createListingSet(t, [{ grade: first }, { grade: second }, { grade: first }]);
    const [code, other] = [await readPublicField(t, listing_set, 0, 'grade'), await readPublicField(t, listing_set, 1, 'grade')];
    if (code === other) t.unverifiable('the two grades are shown as the same grade');
    await expectFound(listing_set, { grade: code }, [0, 2]);
    await expectFound(listing_set, { grade: other }, [1]);
  }),
  check('INV-4/grade-within-another', 'grade= does not find lots of a grade whose name contains the given one', [], async (t) => {
    const reader = chooseReader(t);
    const filters = await reader.get('/inventory/filters');
    ensureSuccess(filters);
    const { grades } = resourceIn(filters.json);
    const known = Array.isArray(grades) ? grades.filter((grade) => typeof grade === 'string') : [];
    const short =
      known.find((grade) => known.some((other) => other !== grade && other.includes(grade))) ??
      t.unverifiable('no grade with listings has a name that contains the name of another');
    const page = await reader.get('/inventory', { grade: short, limit: 50 });
    expectSuccess(page);
    if (page.items.length === 0) t.unverifiable(`${short} no longer has a listing on the market`);
    for (const item of page.items) {
      const grade = item.get('grade');
      const is_that = typeof grade.value === 'string' && grade.value.toLowerCase() === short.toLowerCase();
      grade.expect(is_that, `grade=${short} finds another grade.`, short);
    }
  }),
  check('INV-5/bounds', 'min_quantity and max_quantity bound the quantity, separately and together', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}, {}, {}]);
    const { min_quantity: low } = listing_set.window;
    // One bound between the first and second lot, and one between the second and third.
    const [one, two] = [low + 0.01, low + 0.02].map((value) => Number(value.toFixed(3)));
    if (one === undefined || two === undefined) return;
    await expectFound(listing_set, { min_quantity: one }, [1, 2]);
    await expectFound(listing_set, { max_quantity: two }, [0, 1]);
    await expectFound(listing_set, { min_quantity: one, max_quantity: two }, [1]);
    for (const [bound, sort, is_legal] of [
      [{ min_quantity: two }, 'quantity', (mt: number) => mt > two],
      [{ max_quantity: one }, '-quantity', (mt: number) => mt < one],
    ] as const) {
      const page = await listing_set.reader.get('/inventory', { ...bound, sort, limit: 50 });
      expectSuccess(page);
      for (const item of page.items) {
        const mt = item.get('quantity_mt');
        if (!is_legal(mt.number())) mt.breach(`${formatQuery(bound)} finds a quantity outside the bound.`, 'within the bound');
      }
    }
  }),
  check('INV-5/units', 'min_quantity and max_quantity are in the requested unit', IN_UNITS, async (t) => {
    const { unit = '', amount_key = '' } = t.run.settings.fixtures;
    const listing_set = await createListingSet(t, [{}]);
    const one = await listing_set.reader.get(encodePath`/inventory/${listing_set.lots[0]?.id ?? ''}`, { units: unit });
    ensureSuccess(one);
    const quantity = one.data.get('quantity');
    if (!quantity.has(amount_key)) t.unverifiable(`quantity has no key ${amount_key}`, 'fixtures.amount_key');
    const amount = quantity.get(amount_key).number();
    const ratio = amount / (listing_set.lots[0]?.quantity_mt ?? 1);
    if (Math.abs(ratio - 1) < 0.05)
      t.unverifiable(`with units=${unit}, the amount of a quantity is nearly the same as in tonnes`, 'fixtures.unit');
    const [below, above] = [Math.floor(amount * 0.99), Math.ceil(amount * 1.01)];
    const around = { min_quantity: below, max_quantity: above };
    await expectFound(listing_set, { ...around, units: unit }, [0]);
    await expectFound(listing_set, around, []);
    // A deployment can convert one bound and not the other.
    await expectFound(listing_set, { min_quantity: 0, max_quantity: below, units: unit }, []);
    await expectFound(listing_set, { min_quantity: above, max_quantity: above * 1_000, units: unit }, []);
  }),
  check('INV-6/province', 'GET /inventory?province= finds the lots of that province', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}]);
    const own = await readPublicField(t, listing_set, 0, 'location', 'province');
    await expectFound(listing_set, { province: own }, [0]);
    const others = await listOtherProvinces(listing_set, own);
    for (const other of others.slice(0, 3)) await expectFound(listing_set, { province: other }, []);
  }),
  check('INV-6/alike', 'GET /inventory?province= finds no lot of a province with a similar name', ['writes'], async (t) => {
    const listing_set = await createInNewBrunswick(t);
    const own = await readPublicField(t, listing_set, 0, 'location', 'province');
    const [, ...others] =
      ALIKE.find(([name]) => name.toLowerCase() === own.toLowerCase()) ??
      t.unverifiable(`New Brunswick is shown as ${own}, so the names of other provinces are not known`);
    await expectFound(listing_set, { province: own }, [0]);
    for (const province of others) {
      // A deployment can reject a province without listings.
      const { status } = await listing_set.reader.get('/inventory', { province });
      if (REJECTED.includes(status)) t.observe(`${formatQuery({ province })} returns ${status}`);
      else await expectFound(listing_set, { province }, []);
    }
  }),
  check('INV-8/crop-year', 'GET /inventory?crop_year= finds the lots of that year', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{ crop_year: 2024 }, { crop_year: 2025 }, { crop_year: 2023 }]);
    await expectFound(listing_set, { crop_year: 2024 }, [0]);
    await expectFound(listing_set, { crop_year: 2025 }, [1]);
    await expectFound(listing_set, { crop_year: 2023 }, [2]);
    const old = { crop_year: 2014 };
    const { status } = await listing_set.reader.get('/inventory', old);
    // A deployment may limit the years that it knows.
    if (REJECTED.includes(status)) t.observe(`${formatQuery(old)} returns ${status}`);
    else await expectFound(listing_set, old, []);
  }),
  check('INV-8/organic', 'GET /inventory?is_organic= finds only organic lots, or only the others', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{ is_organic: true }, { is_organic: false }]);
    await expectFound(listing_set, { is_organic: true }, [0]);
    await expectFound(listing_set, { is_organic: false }, [1]);
  }),
  check('INV-8/protein', 'GET /inventory?min_protein= finds only lots with more protein', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [
      { quality: { protein: 12.7 } },
      { quality: { protein: 14.6 } },
      { quality: { protein: 9.4 } },
    ]);
    await expectFound(listing_set, { min_protein: 13 }, [1]);
    await expectFound(listing_set, { min_protein: 12.5 }, [0, 1]);
    await expectFound(listing_set, { min_protein: 9 }, [0, 1, 2]);
  }),
  check('INV-11/all-of-them', 'Combined filters find the lots that match all of them', ['writes'], async (t) => {
    const lots = [false, true].flatMap((is_organic) =>
      [2024, 2025].flatMap((crop_year) => [11.5, 14.5].map((protein) => ({ is_organic, crop_year, quality: { protein } }))),
    );
    const listing_set = await createListingSet(t, lots);
    const commodity = await readPublicField(t, listing_set, 0, 'commodity', 'slug');
    const province = await readPublicField(t, listing_set, 0, 'location', 'province').catch((error: unknown) =>
      noneIfFinding(error, t.signal),
    );
    // The index of a lot in binary: organic or not, the later year or not, high in protein or not.
    await expectFound(listing_set, { is_organic: true, crop_year: 2025 }, [0b110, 0b111]);
    await expectFound(listing_set, { is_organic: false, min_protein: 13 }, [0b001, 0b011]);
    await expectFound(listing_set, { crop_year: 2024, min_protein: 13 }, [0b001, 0b101]);
    await expectFound(listing_set, { commodity, is_organic: true }, [0b100, 0b101, 0b110, 0b111]);
    const all = { is_organic: true, crop_year: 2024, min_protein: 13, commodity, sort: '-quantity' };
    await expectFound(listing_set, all, [0b101]);
    if (province !== undefined) await expectFound(listing_set, { province, crop_year: 2025 }, [0b010, 0b011, 0b110, 0b111]);
    const { min_quantity } = listing_set.window;
    await expectFound(listing_set, { crop_year: 2025, max_quantity: Number((min_quantity + 0.04).toFixed(3)) }, [2, 3]);
  }),
  check('INV-24/case', 'Reports whether the case of a slug matters', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}]);
    const slug = await readPublicField(t, listing_set, 0, 'commodity', 'slug');
    const { found } = await searchListingSet(listing_set, { commodity: slug.toUpperCase() });
    t.observe(`the case of a slug ${found.length === 1 ? 'does not matter' : 'matters'}`);
  }),
  check('INV-24/missing-value', 'Reports whether a lot without protein matches min_protein', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{ quality: undefined }]);
    const { found } = await searchListingSet(listing_set, { min_protein: 5 });
    t.observe(`a lot without protein ${found.length === 0 ? 'does not match' : 'matches'} min_protein`);
  }),
  check('INV-10/malformed', 'Reports the statuses for malformed filters', [], async (t) => {
    for (const query of [{ crop_year: 'soon' }, { min_quantity: 'much' }, { near: 'here' }, { sort: 'colour' }]) {
      const { status } = await chooseReader(t).get('/inventory', query);
      t.observe(`${formatQuery(query)} returns ${status}`);
    }
  }),
];
