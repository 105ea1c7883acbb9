/** INV-9, INV-21: the order of listings. Where what is null stands, and how ties break, is open. */
import { parseInstant } from '#spec';
import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { JsonNode } from '#client';
import { expectSuccess, expectThat, createListingSet, isObject, chooseReader, searchListingSet } from '#client';

const SORTS = ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at'] as const;
type Sort = (typeof SORTS)[number];

/** Prices in the order of the listing_set, of one to four figures: sorted as texts they would come otherwise. */
const PRICES = [310, 95, 1_020, 290.5] as const;
/** The places on the listing_set as each sort has them. Quantities and times go up along the listing_set. */
const ORDERS: Readonly<Record<Sort, readonly number[]>> = {
  price: [1, 3, 0, 2],
  '-price': [2, 0, 3, 1],
  quantity: [0, 1, 2, 3],
  '-quantity': [3, 2, 1, 0],
  listed_at: [0, 1, 2, 3],
  '-listed_at': [3, 2, 1, 0],
};
/** The third lot of a listing_set that begins here weighs a thousand tonnes: as texts they would come otherwise. */
const BEFORE_A_THOUSAND = 99_998;

export const SORTING: readonly Check[] = [
  check('INV-9/own-lots', 'Each sort orders lots of known price, quantity and age', ['writes'], async (t) => {
    const prices = PRICES.map((amount) => ({ target_price: { amount, firm: false } }));
    const listing_set = await createListingSet(t, prices, { hundredths: BEFORE_A_THOUSAND });
    for (const sort of SORTS) {
      const { reply, found } = await searchListingSet(listing_set, { sort });
      expectSuccess(reply);
      if (sort.endsWith('price') && !isPriced(reply.json)) continue;
      // Listed within one second they may tie.
      if (sort.endsWith('listed_at') && !hasDistinctTimes(reply.json)) continue;
      expectThat(found.join() === ORDERS[sort].join(), {
        message: `sort=${sort} does not order the listings so.`,
        reply,
        pointer: '/items',
        expected: ORDERS[sort].map((i) => listing_set.lots[i]?.id).join(', '),
        observed: found.map((i) => listing_set.lots[i]?.id),
      });
    }
  }),
  check('INV-9/over-pages', 'A sort goes on from page to page', ['writes'], async (t) => {
    const listing_set = await createListingSet(
      t,
      PRICES.map((amount) => ({ target_price: { amount, firm: false } })),
    );
    for (const sort of ['quantity', '-quantity'] as const) {
      const found: number[] = [];
      for (const offset of [0, 1, 2, 3]) found.push(...(await searchListingSet(listing_set, { sort, limit: 1, offset })).found);
      expectThat(found.join() === ORDERS[sort].join(), {
        message: `sort=${sort} does not go on over pages of one.`,
        expected: ORDERS[sort].join(),
        observed: found,
      });
    }
  }),
  ...SORTS.map((sort) =>
    check(
      `INV-9/every-page-by-${sort.replace('-', 'falling-').replace('_', '-')}`,
      `What is on offer comes in the order of sort=${sort}`,
      [],
      async (t) => {
        let last: Comparable | undefined;
        for (const offset of [0, 50]) {
          const page = await chooseReader(t).get('/inventory', { sort, limit: 50, offset });
          expectSuccess(page);
          const items = page.body.get('items').array();
          // Between two pages others may write.
          last = undefined;
          for (const item of items) last = judgeNext(item, sort, last);
          if (items.length < 50) return;
        }
      },
    ),
  ),
  check('INV-10/default', 'The newest listings come first where no sort is given', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}, {}]);
    const { found } = await searchListingSet(listing_set);
    t.observe(`without sort the ${found[0] === 1 ? 'newer' : 'older'} listing comes first`);
  }),
  check('INV-10/unpriced', 'Where listings without a price stand', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{ target_price: undefined }, {}]);
    for (const sort of ['price', '-price']) {
      const { found } = await searchListingSet(listing_set, { sort });
      t.observe(`sort=${sort} has a listing without a price ${found[0] === 0 ? 'first' : 'last'}`);
    }
  }),
  check('INV-21/ties', 'Listings that tie keep their order from read to read', ['writes'], async (t) => {
    const listing_set = await createListingSet(t, [{}, {}, {}, {}, {}]);
    for (const sort of ['price', '-price']) {
      const first = await searchListingSet(listing_set, { sort });
      for (let i = 0; i < READS; i += 1) {
        const again = await searchListingSet(listing_set, { sort });
        expectThat(again.found.join() === first.found.join(), {
          message: 'Listings of one price come in another order when they are read again.',
          reply: again.reply,
          expected: first.found.join(),
          observed: again.found,
          likely_cause: 'The order has no last key that is unique, such as the id.',
        });
      }
      const paged: number[] = [];
      for (const offset of [0, 1, 2, 3, 4])
        paged.push(...(await searchListingSet(listing_set, { sort, limit: 1, offset })).found);
      expectThat(paged.join() === first.found.join(), {
        message: 'Listings of one price come in another order page by page.',
        expected: first.found.join(),
        observed: paged,
      });
    }
  }),
];

const READS = 4;

interface Comparable {
  value: number;
  /** Prices in another currency or unit cannot be compared. */
  of: string;
}

function judgeNext(item: JsonNode, sort: Sort, last: Comparable | undefined): Comparable | undefined {
  const next = comparableOf(item.object(), sort);
  if (next === undefined || last === undefined || next.of !== last.of) return next ?? last;
  const is_right = sort.startsWith('-') ? next.value <= last.value : next.value >= last.value;
  if (!is_right) item.breach(`sort=${sort} has ${next.value} after ${last.value}.`, `the order of ${sort}`);
  return next;
}

function comparableOf(item: Readonly<Record<string, unknown>>, sort: Sort): Comparable | undefined {
  const { quantity_mt, listed_at, asking_price: price } = item;
  if (sort.endsWith('quantity')) return typeof quantity_mt === 'number' ? { value: quantity_mt, of: 'mt' } : undefined;
  if (sort.endsWith('listed_at')) {
    const value = typeof listed_at === 'string' ? readTime(listed_at) : Number.NaN;
    return Number.isNaN(value) ? undefined : { value, of: 'time' };
  }
  if (!isObject(price) || typeof price['amount'] !== 'number') return undefined;
  return { value: price['amount'], of: `${String(price['currency'])} ${String(price['unit'])}` };
}

/** In any form of ISO 8601. */
function readTime(text: string): number {
  return parseInstant(text) ?? Date.parse(text);
}

function isPriced(json: unknown): boolean {
  const items = isObject(json) && Array.isArray(json['items']) ? json['items'].filter(isObject) : [];
  return items.every(({ asking_price }) => isObject(asking_price));
}

function hasDistinctTimes(json: unknown): boolean {
  const items = isObject(json) && Array.isArray(json['items']) ? json['items'].filter(isObject) : [];
  return new Set(items.map(({ listed_at }) => readTime(String(listed_at)))).size === items.length;
}
