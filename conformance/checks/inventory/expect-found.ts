/** What a query of GET /inventory finds of the lots of a check. */
import type { ListingSet, Query } from '#client';
import { expectSuccess, expectThat, searchListingSet } from '#client';
import { formatQuery } from './format-query.ts';

/** The ids of lots, by their indexes. */
export function idsOf({ lots }: Pick<ListingSet, 'lots'>, places: readonly number[]): readonly string[] {
  return places.flatMap((i) => lots[i]?.id ?? []);
}

/** Asserts that a query finds exactly these lots of the listing set, in any order. @param describeExtra the likely cause if it also finds another lot */
export async function expectFound(
  listing_set: ListingSet,
  query: Query,
  expected: readonly number[],
  describeExtra?: (submitted: string) => string,
): Promise<Awaited<ReturnType<typeof searchListingSet>>> {
  const search_result = await searchListingSet(listing_set, query);
  const { reply, found } = search_result;
  expectSuccess(reply);
  const ascending = (places: readonly number[]): string => places.toSorted((a, b) => a - b).join();
  const extra = found.find((i) => !expected.includes(i));
  expectThat(ascending(found) === ascending(expected), {
    message: `${formatQuery(query)} finds ${found.length} of the lots created for this check; expected ${expected.length}.`,
    reply,
    pointer: '/items',
    expected: idsOf(listing_set, expected).join(', ') || 'none of them',
    observed: idsOf(listing_set, found),
    ...(extra === undefined || describeExtra === undefined
      ? {}
      : { likely_cause: describeExtra(JSON.stringify(listing_set.lots[extra]?.submitted)) }),
  });
  return search_result;
}
