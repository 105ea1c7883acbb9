/**
 * INV-3 to INV-8, combined with the other parameters: the rule of a filter holds in every request that has it. INV-11 finds the same and more, but is
 * derived. The lots of these checks each miss one filter, so a lot that is found names the filter that was ignored.
 */
import { check, type Check } from '../../check/check.ts';
import type { Query } from '#client';
import { ensureSuccess, expectThat, searchListingSet } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { Combined } from './combined-lots.ts';
import { arrangeCombined } from './combined-lots.ts';
import { formatQuery } from './format-query.ts';
import { NOWHERE } from './near.ts';
import { SORTS } from './sorting.ts';

export interface CombinedSearch extends Awaited<ReturnType<typeof searchListingSet>> {
  query: Query;
  /** The indexes of the lots that match. */
  expected: readonly number[];
}

/** The commodity of the lot that misses only this filter. */
export function slugOfOther({ listing_set, other_commodity: [other = -1] }: Combined): string | undefined {
  const slug = listing_set.lots[other]?.submitted['commodity'];
  return typeof slug === 'string' ? slug : undefined;
}

/** Each sort with all filters, and with one that excludes all lots. The checks share the replies. */
export async function searchWithEachSort(t: CheckContext, combined: Combined): Promise<readonly CombinedSearch[]> {
  const { query, matching, other_grade, other_commodity, province } = combined;
  const other_slug = slugOfOther(combined);
  const { grade: _, ...without_grade } = query;
  // Each commodity has its own grades, so a query for several commodities has no grade.
  const ungraded = { query: without_grade, expected: [...matching, ...other_grade] };
  const slugs = `${String(query['commodity'])},${other_slug ?? ''}`;
  const several = { query: { ...without_grade, commodity: slugs }, expected: [...ungraded.expected, ...other_commodity] };
  const asked = SORTS.flatMap((sort, i) => {
    const other = i % 2 === 0 || other_slug === undefined ? ungraded : several;
    return [
      { query: { ...query, sort }, expected: matching },
      { query: { ...other.query, sort }, expected: other.expected },
      ...(province === undefined ? [] : [{ query: { ...(i % 2 === 0 ? query : other.query), province, sort }, expected: [] }]),
      ...(query['near'] === undefined ? [] : [{ query: { ...query, near: NOWHERE, sort }, expected: [] }]),
    ];
  });
  return searchAll(t, 'all filters with each sort', combined, [...asked, { query, expected: matching }]);
}

/** All filters with one listing per page. */
export async function searchPageByPage(t: CheckContext, combined: Combined): Promise<readonly CombinedSearch[]> {
  const asked = [0, 1, 2, 3].map((offset) => ({
    query: { ...combined.query, sort: 'quantity', limit: 1, offset },
    expected: combined.matching,
  }));
  return searchAll(t, 'all filters page by page', combined, asked);
}

async function searchAll(
  t: CheckContext,
  name: string,
  { listing_set }: Combined,
  asked: readonly Pick<CombinedSearch, 'query' | 'expected'>[],
): Promise<readonly CombinedSearch[]> {
  return t.run.once(name, async () => {
    const done: CombinedSearch[] = [];
    for (const one of asked) done.push({ ...one, ...(await searchListingSet(listing_set, one.query)) });
    return done;
  });
}

/** The filters, and the lots that miss each of them, by index. A province or circle without any lot excludes all of them. */
const FILTERS: readonly [
  'INV-3' | 'INV-4' | 'INV-5' | 'INV-6' | 'INV-7' | 'INV-8',
  string,
  (combined: Combined) => readonly number[],
][] = [
  ['INV-3', 'commodity', ({ other_commodity }) => other_commodity],
  ['INV-4', 'grade', ({ other_grade }) => other_grade],
  ['INV-5', 'min_quantity', () => [0]],
  ['INV-5', 'max_quantity', ({ listing_set }) => [listing_set.lots.length - 1]],
  ['INV-6', 'province', ({ listing_set }) => [...listing_set.lots.keys()]],
  ['INV-7', 'near', ({ listing_set }) => [...listing_set.lots.keys()]],
  ['INV-8', 'crop_year', () => [4]],
  ['INV-8', 'is_organic', () => [5]],
  ['INV-8', 'min_protein', () => [6]],
];

/** Leaves out one parameter after the other while the lot is still found. What is left shows next to which parameters the filter is ignored. */
async function shorten({ listing_set }: Combined, failed: CombinedSearch, filter: string, lot: number): Promise<CombinedSearch> {
  let shortest = failed;
  for (const name of Object.keys(failed.query)) {
    if (name === filter) continue;
    const { [name]: _, ...query } = shortest.query;
    const search_result = await searchListingSet(listing_set, query);
    if (search_result.found.includes(lot)) shortest = { ...failed, ...search_result, query };
  }
  return shortest;
}

export const COMBINED_FILTERS_CHECKS: readonly Check[] = FILTERS.map(([clause, filter, missing]) =>
  check(
    `${clause}/${filter.replaceAll('_', '-')}-beside-others`,
    `GET /inventory with ${filter} and other parameters finds no lot that ${filter} excludes`,
    ['writes'],
    async (t) => {
      const combined = await arrangeCombined(t);
      const lots = missing(combined);
      const excludes = ({ query }: CombinedSearch): boolean => {
        const value = query[filter];
        if (filter === 'commodity') return value === combined.query['commodity'];
        // All lots are within their own province and circle.
        if (filter === 'province' || filter === 'near') return value !== undefined && value !== combined.query[filter];
        return value !== undefined;
      };
      const searches = [...(await searchWithEachSort(t, combined)), ...(await searchPageByPage(t, combined))];
      for (const search of lots.length === 0 ? [] : searches.filter(excludes)) {
        ensureSuccess(search.reply);
        const extra = search.found.find((i) => lots.includes(i));
        const shown = extra === undefined ? search : await shorten(combined, search, filter, extra);
        const { min_quantity: _, max_quantity: __, [filter]: ___, ...others } = shown.query;
        const combined_with = Object.keys(others).join(', ');
        expectThat(extra === undefined, {
          message: `${formatQuery({ ...combined.listing_set.window, ...shown.query })} finds a lot that ${filter} excludes.`,
          reply: shown.reply,
          pointer: '/items',
          expected: `no lot like ${JSON.stringify(combined.listing_set.lots[extra ?? -1]?.submitted)}`,
          observed: combined.listing_set.lots[extra ?? -1]?.id,
          likely_cause: `${filter} is ignored${combined_with === '' ? '' : ` when combined with ${combined_with}`}.`,
        });
      }
    },
  ),
);
