/** What a query of GET /inventory finds of the lots of a check. */
import type { ListingSet, Query } from '#client';
import { expectSuccess, expectThat, searchListingSet } from '#client';
import { formatQuery } from './format-query.ts';

/** The ids of lots, by their indexes. */
export function idsOf({ lots }: Pick<ListingSet, 'lots'>, places: readonly number[]): readonly string[] {
  return places.flatMap((i) => lots[i]?.id ?? []);
}

type SearchResult = Awaited<ReturnType<typeof searchListingSet>>;

/** Asserts that a query finds exactly these lots of the listing set, in any order. */
export async function expectFound(listing_set: ListingSet, query: Query, expected: readonly number[]): Promise<SearchResult> {
  const search_result = await searchListingSet(listing_set, query);
  expectExactly(listing_set, { ...search_result, query, expected });
  return search_result;
}

/** Asserts that a query found exactly the expected lots, in any order. @param describeExtra the likely cause if it also found another lot */
export function expectExactly(
  listing_set: ListingSet,
  { query, expected, reply, found }: SearchResult & { query: Query; expected: readonly number[] },
  describeExtra?: (index: number) => string,
): void {
  expectSuccess(reply);
  const ascending = (places: readonly number[]): string => places.toSorted((a, b) => a - b).join();
  const extra = found.find((i) => !expected.includes(i));
  expectThat(ascending(found) === ascending(expected), {
    message: `${formatQuery(query)} finds ${found.length} of the lots created for this check; expected ${expected.length}.`,
    reply,
    pointer: '/items',
    expected: idsOf(listing_set, expected).join(', ') || 'none of them',
    observed: idsOf(listing_set, found),
    ...(extra === undefined || describeExtra === undefined ? {} : { likely_cause: describeExtra(extra) }),
  });
}
