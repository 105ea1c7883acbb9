/**
 * INV-11, INV-9, PAGE-4: all filters of GET /inventory together, with each sort, and page by page. The checks of single filters show that each
 * filter works alone. These show that none is lost, widened, or applied late beside the others: one set of lots has a lot for each
 * filter that misses this filter only, so one request tests every pair of filters.
 */
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { ListingSet, Query } from '#client';
import {
  createListingSet,
  expectSuccess,
  expectThat,
  findOtherGrainType,
  isObject,
  noneIfFinding,
  readItems,
  resourceOf,
  searchListingSet,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { NOWHERE, WIDE } from './near.ts';

const SORTS = ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at'] as const;
type Sort = (typeof SORTS)[number];

const PROTEIN = 14.5;
const YEAR = 2024;
const MATCHING = { is_organic: true, crop_year: YEAR, quality: { protein: PROTEIN, moisture: 13.1 } };
/** Of the three lots that match everything, in order of their quantities. As strings, they sort differently. */
const PRICES = [310, 95, 1_020] as const;

type Sought = Awaited<ReturnType<typeof searchListingSet>>;

interface Combined {
  listing_set: ListingSet;
  /** Every filter that this deployment lets us use. */
  query: Query;
  /** The indexes of the lots that match `query`, by quantity. */
  matching: readonly number[];
  /** The indexes of the lots that match everything but the commodity, and everything but the grade. */
  other_commodity: readonly number[];
  other_grade: readonly number[];
  /** A province that has none of the lots. */
  province: string | undefined;
}

/** Creates the lots and learns their public words. All checks of this file share them. */
async function arrangeCombined(t: CheckContext): Promise<Combined> {
  const { lots, window, ...known } = await t.run.once('lots that each miss one filter', async () => createCombined(t));
  // Actors belong to the check that they act in, so only data is shared.
  const reader = t.has('buyer') ? t.buyer : t.reader;
  return { ...known, listing_set: { lots, window, reader } };
}

async function createCombined(t: CheckContext): Promise<Omit<Combined, 'listing_set'> & Pick<ListingSet, 'lots' | 'window'>> {
  const other = await findOtherGrainType(t).catch((error: unknown) => noneIfFinding(error, t.signal));
  const { crop } = await t.arrange.publishing();
  const grade = crop.grade === undefined ? undefined : (await t.arrange.grades()).find((name) => name !== crop.grade);
  const rows: readonly Readonly<Record<string, unknown>>[] = [
    {}, // below the minimum
    ...PRICES.map((amount) => ({ target_price: { amount, firm: false } })),
    { crop_year: YEAR + 1 },
    { is_organic: false },
    { quality: { protein: 9.5, moisture: 13.1 } },
    ...(grade === undefined ? [] : [{ grade }]),
    ...(other === undefined ? [] : [{ commodity: other.commodity, grade: other.grade }]),
    {}, // above the maximum
  ];
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
  const other_grade = rows.flatMap((row, i) => (grade !== undefined && row['grade'] === grade ? [i] : []));
  const near = await findWide(listing_set);
  return {
    lots,
    window,
    matching: has_grades ? [1, 2, 3] : [1, 2, 3, ...other_grade],
    other_commodity: other === undefined ? [] : [lots.length - 2],
    other_grade: has_grades ? other_grade : [],
    province: await findOtherProvince(listing_set, own_province),
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

/** A circle that contains the lots, if `near` takes one. */
async function findWide(listing_set: ListingSet): Promise<string | undefined> {
  for (const near of WIDE) {
    const { found } = await searchListingSet(listing_set, { near });
    if (found.length === listing_set.lots.length) return near;
  }
  return undefined;
}

async function findOtherProvince({ reader }: ListingSet, own: unknown): Promise<string | undefined> {
  const filters = resourceOf(await reader.get('/inventory/filters'));
  const provinces = filters.has('provinces') ? filters.get('provinces').array() : [];
  return provinces.map(({ value }) => String(value)).find((name) => name.toLowerCase() !== String(own).toLowerCase());
}

/** The lots in the order of a sort. Their ages rise with their quantities, as in every listing set. */
function sorted(lots: ListingSet['lots'], places: readonly number[], sort: Sort): readonly number[] {
  const priceOf = (i: number): unknown => lots[i]?.submitted['target_price'];
  const keyOf = (i: number): number => {
    const price = priceOf(i);
    return sort.endsWith('price') && isObject(price) ? Number(price['amount']) : i;
  };
  const rising = places.toSorted((a, b) => keyOf(a) - keyOf(b));
  return sort.startsWith('-') ? rising.toReversed() : rising;
}

function describe(query: Query): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
}

/** The query finds these lots of the set and no others. */
async function expectFound({ listing_set }: Combined, query: Query, expected: readonly number[]): Promise<Sought> {
  const sought = await searchListingSet(listing_set, query);
  expectSuccess(sought.reply);
  const ascending = (places: readonly number[]): string => places.toSorted((a, b) => a - b).join();
  const extra = sought.found.find((i) => !expected.includes(i));
  expectThat(ascending(sought.found) === ascending(expected), {
    message: `${describe(query)} finds ${sought.found.length} of the lots made for this check, and ${expected.length} match all filters.`,
    reply: sought.reply,
    pointer: '/items',
    expected: expected.map((i) => listing_set.lots[i]?.id).join(', ') || 'none of them',
    observed: sought.found.map((i) => listing_set.lots[i]?.id),
    ...(extra === undefined
      ? {}
      : { likely_cause: `A filter is lost beside the others: ${JSON.stringify(listing_set.lots[extra]?.submitted)} was found.` }),
  });
  for (const item of sought.reply.body.get('items').array()) {
    const mt = item.find('quantity_mt');
    const [low, high] = [Number(query['min_quantity'] ?? 0), Number(query['max_quantity'] ?? Number.MAX_VALUE)];
    if (typeof mt?.value === 'number' && (mt.value < low || mt.value > high))
      mt.breach(`${describe(query)} finds a quantity outside of its bounds.`, `${low} to ${high}`);
  }
  return sought;
}

/** The lots of the query come in the order of the sort. Lots that were listed within one second can tie. */
function expectOrder({ reply, found }: Sought, expected: readonly number[], query: Query): void {
  const times = new Set(readItems(reply).map(({ listed_at }) => String(listed_at).slice(0, 19)));
  if (String(query['sort']).endsWith('listed_at') && times.size < found.length) return;
  if (String(query['sort']).endsWith('price') && !readItems(reply).every(({ asking_price }) => isObject(asking_price))) return;
  expectThat(found.join() === expected.join(), {
    message: `${describe(query)} does not order the listings by ${String(query['sort'])}.`,
    reply,
    pointer: '/items',
    expected: expected.join(),
    observed: found,
    likely_cause: 'The sort is lost beside a filter, or is applied to each page or group only.',
  });
}

export const COMBINATIONS: readonly Check[] = [
  check(
    'INV-11/all-with-each-sort',
    'All filters together, with each sort, find what matches every one of them',
    ['writes'],
    async (t) => {
      const combined = await arrangeCombined(t);
      const { query, matching, other_grade, province } = combined;
      const { grade: _, ...without_grade } = query;
      for (const sort of SORTS) {
        await expectFound(combined, { ...query, sort }, matching);
        await expectFound(combined, { ...without_grade, sort }, [...matching, ...other_grade]);
        if (province !== undefined) await expectFound(combined, { ...query, province, sort }, []);
        if (query['near'] !== undefined) await expectFound(combined, { ...query, near: NOWHERE, sort }, []);
      }
      await expectFound(combined, query, matching);
    },
  ),
  check('INV-11/page-by-page', 'All filters hold on every page', ['writes'], async (t) => {
    const combined = await arrangeCombined(t);
    const found: number[] = [];
    for (const offset of [0, 1, 2, 3]) {
      const query = { ...combined.query, sort: 'quantity', limit: 1, offset };
      const sought = await searchListingSet(combined.listing_set, query);
      expectSuccess(sought.reply);
      found.push(...sought.found);
    }
    expectThat(found.join() === combined.matching.join(), {
      message: 'Pages of one listing with all filters do not hold the listings that match.',
      expected: combined.matching.join(),
      observed: found,
      likely_cause: 'A filter is applied on the first page only, or after paging.',
    });
  }),
  check(
    'INV-9/beside-filters',
    'Each sort orders listings that all filters, or several commodities, select',
    ['writes'],
    async (t) => {
      const combined = await arrangeCombined(t);
      const { query, matching } = combined;
      for (const sort of SORTS) {
        const all = { ...query, sort };
        const sought = await searchListingSet(combined.listing_set, all);
        expectSuccess(sought.reply);
        expectOrder(sought, sorted(combined.listing_set.lots, matching, sort), all);
      }
      const [other] = combined.other_commodity;
      const slug = other === undefined ? undefined : combined.listing_set.lots[other]?.submitted['commodity'];
      if (other === undefined || typeof slug !== 'string') return;
      const { commodity, grade: _, near: __, ...rest } = query;
      // The lot of the other commodity is the heaviest of them.
      for (const [sort, expected] of [
        ['-quantity', [other, ...sorted(combined.listing_set.lots, matching, '-quantity')]],
        ['quantity', [...sorted(combined.listing_set.lots, matching, 'quantity'), other]],
      ] as const) {
        for (const slugs of [`${String(commodity)},${slug}`, `${slug},${String(commodity)}`]) {
          const both = { ...rest, commodity: slugs, sort };
          const sought = await searchListingSet(combined.listing_set, both);
          const found = sought.found.filter((i) => !combined.other_grade.includes(i));
          if (found.length === expected.length) expectOrder({ ...sought, found }, expected, both);
        }
      }
    },
  ),
  check('PAGE-4/total-of-all-filters', 'total counts what matches every filter', ['writes'], async (t) => {
    const combined = await arrangeCombined(t);
    const reply = await combined.listing_set.reader.get('/inventory', { ...combined.query, limit: 50 });
    expectSuccess(reply);
    const count = reply.body.get('items').array().length;
    if (count < 50) reply.body.get('total').is(count);
  }),
  check('INV-3/three-slugs', 'commodity takes three slugs in any order', ['writes'], async (t) => {
    const { listing_set, query } = await arrangeCombined(t);
    const filters = resourceOf(await listing_set.reader.get('/inventory/filters'));
    const slugs = filters.has('commodities') ? readSlugs(filters.get('commodities').value) : [];
    const own = query['commodity'];
    const others = slugs.filter((slug) => slug !== own).slice(0, 2);
    if (typeof own !== 'string' || others.length < 2) t.unverifiable('no three commodities are known');
    for (const three of [
      [own, ...others],
      [...others, own],
    ]) {
      const { reply, found } = await searchListingSet(listing_set, { commodity: three.join(',') });
      expectSuccess(reply);
      expectThat(
        [1, 2, 3].every((i) => found.includes(i)),
        {
          message: `commodity=${three.join(',')} leaves out listings of ${own}.`,
          reply,
          expected: `the listings of ${own} that were made for this check`,
          likely_cause: 'Only the first slugs are used.',
        },
      );
    }
  }),
];

function readSlugs(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((one) => (isObject(one) && typeof one['slug'] === 'string' ? [one['slug']] : []));
}
