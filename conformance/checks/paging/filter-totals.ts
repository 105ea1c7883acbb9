/** PAGE-4: `total` with one filter alone. The other checks of totals use one filter per list. */
import type { Check } from '../../check/check.ts';
import { expectThat } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { formatQuery } from '../inventory/format-query.ts';
import { FILTERS, candidatesOf } from './filters.ts';
import { LISTS, checkList, type OpenList, type PagedList } from './lists.ts';
import { countItems, honorsLimit, readPage, walk, whileUnchanged } from './pages.ts';

const LIMIT = 50;
/** More matches are not counted: each page is a request, for each value of each filter. */
const COUNTED_MAX = 300;

/** Returns `total` and the number of items on all pages; undefined for more matches than are counted. */
async function countMatches(t: CheckContext, list: OpenList): Promise<{ total: number; items: number } | undefined> {
  const { total, items } = await readPage(list, { limit: LIMIT });
  if (items.length < LIMIT) {
    // A target can have smaller pages than requested (PAGE-2).
    if (total <= LIMIT || items.length === 0) return { total, items: items.length };
  }
  if (total > COUNTED_MAX) return undefined;
  const { pages, is_whole } = await walk(t, list, { limit: LIMIT, by: 'offset' });
  return is_whole ? { total: pages[0]?.total ?? 0, items: countItems(pages) } : undefined;
}

/** @param unfiltered `total` without the filter */
async function expectCounted(t: CheckContext, list: OpenList, name: string, unfiltered: number): Promise<void> {
  const counted = await countMatches(t, list);
  if (counted === undefined || counted.total === counted.items) return;
  // Others can write to the list between the requests, and a target can count and read one after the other.
  await whileUnchanged(t, list, async () => {
    const again = await countMatches(t, list);
    expectThat(again === undefined || again.total === again.items, {
      message: `total of ${name} with ${formatQuery(list.filter)} is ${again?.total}, but its pages have ${again?.items} items.`,
      reply: (await readPage(list, { limit: 1 })).reply,
      pointer: '/total',
      expected: String(again?.items),
      observed: again?.total,
      ...(again?.total === unfiltered ? { likely_cause: `The count ignores ${Object.keys(list.filter).join()}.` } : {}),
    });
  });
}

function checkFilterTotals(paged: PagedList): readonly Check[] {
  const { slug, name } = paged;
  const filters = FILTERS[slug];
  if (filters === undefined) return [];
  return [
    checkList(paged, `PAGE-4/each-filter-${slug}`, `total of ${name} is correct with each filter alone`, async (t, opened) => {
      const all = { ...opened, filter: {} };
      if (!(await honorsLimit(t, all))) return;
      const { items, total } = await readPage(all, { limit: LIMIT });
      for (const filter of candidatesOf(t, filters, items)) {
        const { status } = await all.actor.get(all.path, { ...filter, limit: 1 });
        // A target can reject a value that the document does not list.
        if (status < 400 || status >= 500) await expectCounted(t, { ...all, filter }, name, total);
      }
    }),
  ];
}

export const FILTER_TOTALS_CHECKS: readonly Check[] = LISTS.flatMap(checkFilterTotals);
