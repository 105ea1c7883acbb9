/**
 * INV-11, INV-9, PAGE-4: all filters of GET /inventory together, with each sort, and page by page. The checks of single filters show that each
 * filter works alone. These show that none is lost, widened, or applied late when combined with others: one set of lots has a lot for each
 * filter that misses this filter only, so one request tests every pair of filters.
 */
import { check, type Check } from '../../check/check.ts';
import type { ListingSet, Query } from '#client';
import {
  Blocked,
  expectSuccess,
  expectThat,
  isObject,
  isSameJson,
  readItems,
  resolveLink,
  resourceIn,
  searchListingSet,
} from '#client';
import type { CombinedSearch } from './combined-filters.ts';
import { searchPageByPage, searchWithEachSort, slugOfOther } from './combined-filters.ts';
import type { Combined } from './combined-lots.ts';
import { YEAR, arrangeCombined } from './combined-lots.ts';
import { SORTS, expectOrdered, type Sort } from './sorting.ts';
import { expectExactly, idsOf } from './expect-found.ts';
import { formatQuery } from './format-query.ts';

const NEEDS = ['writes'] as const;

const INCOMPLETE = 'GET /inventory with all filters omits lots that match';

type SearchResult = Awaited<ReturnType<typeof searchListingSet>>;

/** The lots in the order of a sort. A later lot of a listing set is newer and has a larger quantity. */
function sorted(lots: ListingSet['lots'], places: readonly number[], sort: Sort): readonly number[] {
  const keyOf = (i: number): number => {
    const price = lots[i]?.submitted['target_price'];
    return sort.endsWith('price') && isObject(price) ? Number(price['amount']) : i;
  };
  const rising = places.toSorted((a, b) => keyOf(a) - keyOf(b));
  return sort.startsWith('-') ? rising.toReversed() : rising;
}

/** Asserts that a query found exactly the lots that match it, and no listing outside the bounds of its quantity. */
function expectOnly({ listing_set, excluded_by }: Combined, search: CombinedSearch): void {
  expectExactly(
    listing_set,
    search,
    (index) => `${excluded_by.get(index) ?? 'A filter'} is ignored, at least when combined with other parameters.`,
  );
  const { query, reply } = search;
  for (const item of reply.items) {
    const mt = item.find('quantity_mt');
    const [low, high] = [Number(query['min_quantity'] ?? 0), Number(query['max_quantity'] ?? Number.MAX_VALUE)];
    if (typeof mt?.value === 'number' && (mt.value < low || mt.value > high))
      mt.breach(`${formatQuery(query)} finds a quantity outside of its bounds.`, `${low} to ${high}`);
  }
}

/** Asserts that the lots are in the order of the sort, unless that is open. Lots that were listed within one second can tie. */
function expectOrder(listing_set: ListingSet, { reply, found }: SearchResult, expected: readonly number[], query: Query): void {
  const times = new Set(readItems(reply).map(({ listed_at }) => String(listed_at).slice(0, 19)));
  if (String(query['sort']).endsWith('listed_at') && times.size < found.length) return;
  if (String(query['sort']).endsWith('price') && !readItems(reply).every(({ asking_price }) => isObject(asking_price))) return;
  expectThat(found.join() === expected.join(), {
    message: `${formatQuery(query)} does not order the listings by ${String(query['sort'])}.`,
    reply,
    pointer: '/items',
    expected: `these listings of the check, in this order: ${idsOf(listing_set, expected).join(', ')}`,
    observed: idsOf(listing_set, found),
    likely_cause:
      found.toReversed().join() === expected.join()
        ? 'The minus sign of the sort is ignored, or the values are compared as text or rounded.'
        : 'The sort is ignored when combined with a filter, applies to each page or group only, or compares numbers as text or rounded.',
  });
}

export const COMBINATIONS_CHECKS: readonly Check[] = [
  check(
    'INV-11/all-with-each-sort',
    'All filters together find exactly what matches all of them, with each sort',
    NEEDS,
    async (t) => {
      const combined = await arrangeCombined(t);
      for (const search of await searchWithEachSort(t, combined)) expectOnly(combined, search);
    },
  ),
  check('INV-11/page-by-page', 'All filters apply on every page', NEEDS, async (t) => {
    const combined = await arrangeCombined(t);
    const found: number[] = [];
    for (const { reply, found: on_page } of await searchPageByPage(t, combined)) {
      expectSuccess(reply);
      found.push(...on_page);
    }
    const has_all = found.toSorted((a, b) => a - b).join() === combined.matching.join();
    expectThat(found.join() === combined.matching.join(), {
      message: has_all
        ? 'With all filters and limit=1, the pages do not contain the listings in the order of sort=quantity.'
        : 'With all filters and limit=1, the pages do not contain each matching listing once.',
      expected: idsOf(combined.listing_set, combined.matching).join(', '),
      observed: idsOf(combined.listing_set, found),
      // Another order has another cause.
      ...(has_all ? {} : { likely_cause: 'A filter is applied on the first page only, or after paging.' }),
    });
  }),
  check('INV-9/beside-filters', 'Each sort works together with all filters, and with several commodities', NEEDS, async (t) => {
    const combined = await arrangeCombined(t);
    const { query, matching } = combined;
    for (const sort of SORTS) {
      const all = { ...query, sort };
      const search_result = await searchListingSet(combined.listing_set, all);
      expectSuccess(search_result.reply);
      // INV-11 checks which lots are found.
      const found = search_result.found.filter((i) => matching.includes(i));
      if (found.length < matching.length) throw new Blocked(INCOMPLETE, search_result.reply.exchange);
      expectOrder(combined.listing_set, { ...search_result, found }, sorted(combined.listing_set.lots, matching, sort), all);
    }
    const [other] = combined.other_commodity;
    const slug = slugOfOther(combined);
    if (other === undefined || slug === undefined) return;
    const { commodity, grade: _, near: __, ...rest } = query;
    // The lot of the other commodity is the heaviest of them.
    for (const [sort, expected] of [
      ['-quantity', [other, ...sorted(combined.listing_set.lots, matching, '-quantity')]],
      ['quantity', [...sorted(combined.listing_set.lots, matching, 'quantity'), other]],
    ] as const) {
      for (const slugs of [`${String(commodity)},${slug}`, `${slug},${String(commodity)}`]) {
        const both = { ...rest, commodity: slugs, sort };
        const search_result = await searchListingSet(combined.listing_set, both);
        const found = search_result.found.filter((i) => expected.includes(i));
        if (found.length === expected.length) expectOrder(combined.listing_set, { ...search_result, found }, expected, both);
      }
    }
  }),
  check('INV-9/beside-one-filter', 'Each sort works together with each filter', NEEDS, async (t) => {
    const { query, listing_set } = await arrangeCombined(t);
    for (const [i, [name, value]] of Object.entries(query).entries()) {
      const sort = i % 2 === 0 ? 'price' : '-quantity';
      const page = await listing_set.reader.get('/inventory', { [name]: value, sort, limit: 50 });
      expectSuccess(page);
      expectOrdered(page.items, sort);
    }
  }),
  check('PAGE-6/all-parameters', 'href keeps filters, sort, and units', ['writes', 'fixture:unit'], async (t) => {
    const { query, listing_set } = await arrangeCombined(t);
    const asked = {
      crop_year: query['crop_year'] ?? YEAR,
      sort: 'quantity',
      units: t.run.settings.fixtures.unit ?? '',
      limit: 2,
      offset: 1,
    };
    const page = await listing_set.reader.get('/inventory', asked);
    expectSuccess(page);
    const again = await listing_set.reader.get(resolveLink(t, page, 'href'));
    expectSuccess(again);
    const [first, second] = [page, again].map((reply) => reply.body.get('items').value);
    // Others can publish or take off a listing in between.
    if (!isSameJson(first, (await listing_set.reader.get('/inventory', asked)).body.get('items').value))
      t.unverifiable('the inventory changes');
    expectThat(isSameJson(first, second), {
      message: 'Following href returns a different page.',
      reply: again,
      pointer: '/items',
      expected: 'the same items, in the same units',
      likely_cause: 'href omits a filter, sort, or units.',
    });
  }),
  check('PAGE-4/total-of-all-filters', 'total counts what matches every filter', NEEDS, async (t) => {
    const combined = await arrangeCombined(t);
    const reply = await combined.listing_set.reader.get('/inventory', { ...combined.query, limit: 50 });
    expectSuccess(reply);
    const count = reply.items.length;
    if (count < 50) reply.body.get('total').is(count);
  }),
  check('INV-3/three-slugs', 'commodity accepts three slugs in any order', NEEDS, async (t) => {
    const { listing_set, query } = await arrangeCombined(t);
    const { commodities } = resourceIn((await listing_set.reader.get('/inventory/filters')).json);
    const own = query['commodity'];
    const others = readSlugs(commodities)
      .filter((slug) => slug !== own)
      .slice(0, 2);
    if (typeof own !== 'string' || others.length < 2) t.unverifiable('no three commodities are known');
    for (const commodity of [[own, ...others].join(), [...others, own].join()]) {
      const { reply, found } = await searchListingSet(listing_set, { commodity });
      expectSuccess(reply);
      const has_own = [1, 2, 3].every((i) => found.includes(i));
      expectThat(has_own, {
        message: `commodity=${commodity} omits listings of ${own}.`,
        reply,
        expected: `the listings of ${own} that were created for this check`,
        likely_cause: commodity.startsWith(String(own)) ? 'The first slug is not used.' : 'Only the first slugs are used.',
      });
    }
  }),
];

function readSlugs(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((one) => (isObject(one) && typeof one['slug'] === 'string' ? [one['slug']] : []));
}
