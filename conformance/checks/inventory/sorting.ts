/** INV-9, INV-21: the order of listings. The place of null values and the order of ties are open. */
import { parseInstant } from '#spec';
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, JsonObject } from '#client';
import {
  Breach,
  expectSuccess,
  expectThat,
  createListingSet,
  isObject,
  isSameJson,
  chooseReader,
  searchListingSet,
  ensureSuccess,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { idsOf } from './expect-found.ts';

export const SORTS = ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at'] as const;
export type Sort = (typeof SORTS)[number];

/** Lots whose prices have two to four digits, so sorting them as text gives another order. Two are equal in whole dollars. */
const PRICED = [310.75, 95, 1_020, 310.25].map((amount) => ({ target_price: { amount, firm: false } }));
/** For each sort, the expected order of the lots by index. Quantities and times ascend in the listing set. */
const ORDERS: Readonly<Record<Sort, readonly number[]>> = {
  price: [1, 3, 0, 2],
  '-price': [2, 0, 3, 1],
  quantity: [0, 1, 2, 3],
  '-quantity': [3, 2, 1, 0],
  listed_at: [0, 1, 2, 3],
  '-listed_at': [3, 2, 1, 0],
};
/** The first quantity in tonnes. The third lot then has 1,000 t, so sorting quantities as text gives another order. */
const BEFORE_A_THOUSAND = 99_998;

export const SORTING_CHECKS: readonly Check[] = [
  check('INV-9/own-lots', 'Each sort orders lots by price, quantity, or time', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, PRICED, { hundredths: BEFORE_A_THOUSAND });
    for (const sort of SORTS) {
      const { reply, found } = await searchListingSet(listing_set, { sort });
      expectSuccess(reply);
      if (!isOrderKnown(reply.json, sort)) continue;
      expectThat(found.join() === ORDERS[sort].join(), {
        message: `sort=${sort} returns the listings in a different order.`,
        reply,
        pointer: '/items',
        expected: idsOf(listing_set, ORDERS[sort]).join(', '),
        observed: idsOf(listing_set, found),
      });
    }
  }),
  check('INV-9/over-pages', 'The order of a sort continues across pages', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, PRICED);
    for (const sort of SORTS) {
      const { reply, found: on_one_page } = await searchListingSet(listing_set, { sort });
      if (!isOrderKnown(reply.json, sort)) continue;
      const found: number[] = [];
      for (const offset of PRICED.keys()) found.push(...(await searchListingSet(listing_set, { sort, limit: 1, offset })).found);
      expectThat(found.join() === ORDERS[sort].join(), {
        message: `The order of sort=${sort} does not continue across pages with limit=1.`,
        expected: ORDERS[sort].join(),
        observed: found,
        likely_cause:
          on_one_page.join() === ORDERS[sort].join()
            ? 'Each page is sorted after it was selected in a different order.'
            : 'The sort is wrong on a single page too, for example because it compares values as text or rounded.',
      });
    }
  }),
  ...SORTS.map((sort) =>
    check(
      `INV-9/every-page-by-${sort.replace('-', 'falling-').replace('_', '-')}`,
      `GET /inventory?sort=${sort} returns the listings in that order`,
      [],
      async (t) => {
        const pages = await readTwoPages(t, sort);
        for (const items of pages) expectOrdered(items, sort);
        const [first = [], second = []] = pages;
        if (isContinued(first, second, sort)) return;
        // A listing that was published between the two requests moves others to the second page.
        const [again = [], next = []] = await readTwoPages(t, sort);
        const valuesOf = (items: readonly JsonNode[]): readonly unknown[] => items.map(({ value }) => value);
        if (isSameJson([again, next].map(valuesOf), [first, second].map(valuesOf))) expectOrdered([...first, ...second], sort);
      },
    ),
  ),
  check(
    'INV-9/published-again',
    'A listing that was published again is sorted by its new listed_at',
    ['writes'],
    async (t) => {
      const listing_set = await createListingSet(t, [{}, {}]);
      const [older = t.unverifiable('no lot was created')] = listing_set.lots;
      // Times can have a resolution of one second.
      await t.wait(1_100);
      for (const listed of [false, true])
        ensureSuccess(await older.seller.patch(encodePath`/me/inventory/${older.id}`, { listed }));
      for (const sort of ['listed_at', '-listed_at'] as const) {
        const { reply } = await searchListingSet(listing_set, { sort });
        expectSuccess(reply);
        expectOrdered(reply.items, sort);
      }
    },
    { waits_seconds: () => 1 },
  ),
  check('INV-9/repriced', 'A listing with a new target price is sorted by that price', ['writes'], async (t) => {
    const [low, high, new_price] = [300, 310, 320].map((amount) => ({ target_price: { amount, firm: false } }));
    const listing_set = await createListingSet(t, [low ?? {}, high ?? {}]);
    const [first = t.unverifiable('no lot was created')] = listing_set.lots;
    ensureSuccess(await first.seller.patch(encodePath`/me/inventory/${first.id}`, new_price));
    for (const sort of ['price', '-price'] as const) {
      const { reply } = await searchListingSet(listing_set, { sort });
      expectSuccess(reply);
      expectOrdered(reply.items, sort);
    }
  }),
  check('INV-10/default', 'Reports which of two listings comes first without sort', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}, {}]);
    const { found } = await searchListingSet(listing_set);
    t.observe(`without sort the ${found[0] === 1 ? 'newer' : 'older'} listing comes first`);
  }),
  check('INV-10/unpriced', 'Reports where a listing without a price is sorted', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{ target_price: undefined }, {}]);
    for (const sort of ['price', '-price']) {
      const { found } = await searchListingSet(listing_set, { sort });
      t.observe(`sort=${sort} returns a listing without a price ${found[0] === 0 ? 'first' : 'last'}`);
    }
  }),
  check('INV-21/ties', 'Tied listings keep their order between requests', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}, {}, {}, {}, {}]);
    for (const sort of ['price', '-price']) {
      const first = await searchListingSet(listing_set, { sort });
      for (let i = 0; i < READS; i += 1) {
        const again = await searchListingSet(listing_set, { sort });
        expectThat(again.found.join() === first.found.join(), {
          message: 'Listings with the same price come in a different order in a second request.',
          reply: again.reply,
          expected: first.found.join(),
          observed: again.found,
          likely_cause: 'The sort has no unique tie-breaker. Add the id as the last key.',
        });
      }
      const paged: number[] = [];
      for (const offset of [0, 1, 2, 3, 4])
        paged.push(...(await searchListingSet(listing_set, { sort, limit: 1, offset })).found);
      expectThat(paged.join() === first.found.join(), {
        message: 'Listings with the same price come in a different order when paged.',
        expected: first.found.join(),
        observed: paged,
      });
    }
  }),
];

const READS = 4;

/** @returns the listings of the first two pages; one page if there are no more */
async function readTwoPages(t: CheckContext, sort: Sort): Promise<readonly (readonly JsonNode[])[]> {
  const pages: (readonly JsonNode[])[] = [];
  for (const offset of [0, 50]) {
    const page = await chooseReader(t).get('/inventory', { sort, limit: 50, offset });
    expectSuccess(page);
    pages.push(page.items);
    if (pages.at(-1)?.length !== 50) break;
  }
  return pages;
}

/** Whether the second page starts where the first one ends. */
function isContinued(first: readonly JsonNode[], second: readonly JsonNode[], sort: Sort): boolean {
  const [last, next] = [first.at(-1), second[0]].map((item) => item && comparableOf(item.object(), sort));
  return isInOrder(last, next, sort);
}

/** Asserts that the listings of a page are in the order of a sort, as far as they can be compared. */
export function expectOrdered(items: readonly JsonNode[], sort: Sort): void {
  let last: Comparable | undefined;
  for (const item of items) {
    const next = comparableOf(item.object(), sort);
    if (last !== undefined && next !== undefined && !isInOrder(last, next, sort)) failOrder(item, sort, last, next);
    last = next ?? last;
  }
}

interface Comparable {
  value: number;
  /** Prices in different currencies or units cannot be compared. */
  of: string;
  /** With the name of the field. */
  shown: string;
}

/** Reports the two values that are in the wrong order, because an item has many others. */
function failOrder(item: JsonNode, sort: Sort, last: Comparable, next: Comparable): never {
  const { id } = item.object();
  const [before, after] = sort.endsWith('listed_at') ? ['earlier', 'later'] : ['less', 'more'];
  throw new Breach({
    message: `sort=${sort} returns ${next.shown} after ${last.shown}.`,
    exchange: item.reply.exchange,
    pointer: item.pointer,
    found: item.value,
    expected: `${last.shown}, as in the item before, or ${sort.startsWith('-') ? before : after}`,
    observed: `${next.shown}${typeof id === 'string' ? ` (${id})` : ''}`,
  });
}

/** Whether `next` can follow `last`. True if they cannot be compared. */
function isInOrder(last: Comparable | undefined, next: Comparable | undefined, sort: Sort): boolean {
  if (last === undefined || next === undefined || next.of !== last.of) return true;
  return sort.startsWith('-') ? next.value <= last.value : next.value >= last.value;
}

function comparableOf(item: JsonObject, sort: Sort): Comparable | undefined {
  const { quantity_mt, listed_at, asking_price: price } = item;
  if (sort.endsWith('quantity'))
    return typeof quantity_mt === 'number' ? { value: quantity_mt, of: 'mt', shown: `quantity_mt ${quantity_mt}` } : undefined;
  if (sort.endsWith('listed_at')) {
    const value = typeof listed_at === 'string' ? readTime(listed_at) : Number.NaN;
    return Number.isNaN(value) ? undefined : { value, of: 'time', shown: `listed_at ${String(listed_at)}` };
  }
  if (!isObject(price) || typeof price['amount'] !== 'number') return undefined;
  const of = `${String(price['currency'])} ${String(price['unit'])}`;
  return { value: price['amount'], of, shown: `asking_price ${price['amount']} ${of}` };
}

/** In any form of ISO 8601. */
function readTime(text: string): number {
  return parseInstant(text) ?? Date.parse(text);
}

/** Whether every listing of a page has what the sort compares. Lots that were listed within one second may tie. */
function isOrderKnown(json: unknown, sort: Sort): boolean {
  const items = isObject(json) && Array.isArray(json['items']) ? json['items'].filter(isObject) : [];
  if (sort.endsWith('price')) return items.every(({ asking_price }) => isObject(asking_price));
  if (sort.endsWith('quantity')) return true;
  return new Set(items.map(({ listed_at }) => readTime(String(listed_at)))).size === items.length;
}
