/** Lots that each miss one filter of GET /inventory, for the checks of filters in combination. */
import type { ListingSet, Query, JsonObject } from '#client';
import {
  chooseReader,
  createListingSet,
  ensureSuccess,
  findOtherGrainType,
  isObject,
  noneIfFinding,
  readItems,
  resourceOf,
  searchListingSet,
  getLongPage,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { WIDE } from './near.ts';

const PROTEIN = 14.5;
export const YEAR = 2024;
const MATCHING = { is_organic: true, crop_year: YEAR, quality: { protein: PROTEIN, moisture: 13.1 } };
/** Of the three lots that match everything, in order of their quantities. Sorted as strings, they are in another order, and not in the reverse one. */
const PRICES = [310, 1_020, 405] as const;

export interface Combined {
  listing_set: ListingSet;
  /** Every filter that this deployment lets us use. */
  query: Query;
  /** The indexes of the lots that match `query`, by quantity. */
  matching: readonly number[];
  /** The filter that excludes the lot with this index, if it is only one. */
  excluded_by: ReadonlyMap<number, string>;
  /** The indexes of the lots that match everything but the commodity, and everything but the grade. */
  other_commodity: readonly number[];
  other_grade: readonly number[];
  /** A province that has none of the lots. */
  province: string | undefined;
}

/** Creates the lots and reads how buyers see them. All checks of combinations share them. */
export async function arrangeCombined(t: CheckContext): Promise<Combined> {
  const { lots, window, ...known } = await t.run.once('lots that each miss one filter', async () => createCombined(t));
  // Actors belong to the check that they act in, so only data is shared.
  return { ...known, listing_set: { lots, window, reader: chooseReader(t) } };
}

async function createCombined(t: CheckContext): Promise<Omit<Combined, 'listing_set'> & Pick<ListingSet, 'lots' | 'window'>> {
  const other = await findOtherGrainType(t).catch((error: unknown) => noneIfFinding(error, t.signal));
  // Without grades and provinces, most combinations could not be tested.
  const reader = chooseReader(t);
  ensureSuccess(await getLongPage(reader, '/grades'));
  ensureSuccess(await reader.get('/inventory/filters'));
  const { crop } = await t.arrange.publishing();
  const grade = crop.grade === undefined ? undefined : (await t.arrange.grades()).find((name) => name !== crop.grade);
  const labeled: readonly (readonly [filter: string | undefined, row: JsonObject])[] = [
    ['min_quantity', {}],
    ...PRICES.map((amount) => [undefined, { target_price: { amount, firm: false } }] as const),
    ['crop_year', { crop_year: YEAR + 1 }],
    ['is_organic', { is_organic: false }],
    ['min_protein', { quality: { protein: 9.5, moisture: 13.1 } }],
    ...(grade === undefined ? [] : [['grade', { grade }] as const]),
    // Its grade differs too, unless both commodities have one of that name.
    ...(other === undefined ? [] : [[undefined, { commodity: other.commodity, grade: other.grade }] as const]),
    ['max_quantity', {}],
  ];
  const rows = labeled.map(([, row]) => row);
  const listing_set = await createListingSet(
    t,
    rows.map((row) => ({ ...MATCHING, target_price: { amount: 200, firm: false }, ...row })),
  );
  const { lots, window } = listing_set;
  const shown = readItems((await searchListingSet(listing_set)).reply);
  const [first, graded] = [1, rows.findIndex((row) => row['grade'] === grade && !('commodity' in row))].map(
    (i) => shown.find(({ id }) => id === lots[i]?.id) ?? {},
  );
  const slug = isObject(first?.['commodity']) ? first['commodity']['slug'] : undefined;
  if (typeof slug !== 'string') t.unverifiable('the public listing shows no commodity.slug');
  const own_province = isObject(first?.['location']) ? first['location']['province'] : undefined;
  // A deployment can show two accepted names as one grade.
  const has_grades =
    typeof first?.['grade'] === 'string' && typeof graded?.['grade'] === 'string' && first['grade'] !== graded['grade'];
  // Two commodities can have a grade of the same name.
  const other_grade = rows.flatMap((row, i) =>
    grade !== undefined && row['grade'] === grade && !('commodity' in row) ? [i] : [],
  );
  // Whether a filter of places finds lots without a location is open (INV-24).
  const has_location = isObject(first?.['location']);
  const near = has_location ? await findWide(listing_set) : undefined;
  return {
    lots,
    window,
    excluded_by: new Map(labeled.flatMap(([filter], i) => (filter === undefined ? [] : [[i, filter] as const]))),
    matching: has_grades ? [1, 2, 3] : [1, 2, 3, ...other_grade],
    other_commodity: other === undefined ? [] : [lots.length - 2],
    other_grade: has_grades ? other_grade : [],
    province: has_location ? (await listOtherProvinces(listing_set, own_province))[0] : undefined,
    query: {
      commodity: slug,
      min_quantity: Number(((lots[0]?.quantity_mt ?? 0) + 0.005).toFixed(3)),
      max_quantity: Number(((lots.at(-1)?.quantity_mt ?? 0) - 0.005).toFixed(3)),
      crop_year: YEAR,
      is_organic: true,
      min_protein: PROTEIN - 1,
      units: 'MT',
      ...(has_grades ? { grade: String(first['grade']) } : {}),
      ...(typeof own_province === 'string' ? { province: own_province } : {}),
      ...(near === undefined ? {} : { near }),
    },
  };
}

/** A circle that contains the lots, if `near` accepts one. */
export async function findWide(listing_set: ListingSet): Promise<string | undefined> {
  for (const near of WIDE) {
    const { found } = await searchListingSet(listing_set, { near });
    if (found.length === listing_set.lots.length) return near;
  }
  return undefined;
}

/** The provinces that GET /inventory/filters lists, without this one. */
export async function listOtherProvinces({ reader }: Pick<ListingSet, 'reader'>, own: unknown): Promise<readonly string[]> {
  const filters = resourceOf(await reader.get('/inventory/filters'));
  const provinces = filters.has('provinces') ? filters.get('provinces').array() : [];
  return provinces.map(({ value }) => String(value)).filter((name) => name.toLowerCase() !== String(own).toLowerCase());
}
