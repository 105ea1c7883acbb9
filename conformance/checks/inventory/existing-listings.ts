/** INV-3 to INV-6, INV-8: the filters, on existing listings. These checks also run on read-only targets. */
import { check, type Check } from '../../check/check.ts';
import {
  expectSuccess,
  isObject,
  chooseReader,
  readItems,
  type JsonNode,
  type Query,
  type Reply,
  encodePath,
  type JsonObject,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';

type Value = string | number | boolean;

interface Row {
  id: Check['id'];
  title: string;
  /** The filter value to try, from an item; undefined if the item has none. */
  valueOf: (item: JsonObject) => Value | undefined;
  queryOf: (value: Value) => Query;
  /** Whether an item can match the filter. */
  fits: (item: JsonNode, value: Value) => boolean;
}

const ROWS: readonly Row[] = [
  {
    id: 'INV-3/every-item',
    title: 'Every listing in GET /inventory?commodity= has that commodity',
    valueOf: ({ commodity }) => textIn(commodity, 'slug'),
    queryOf: (value) => ({ commodity: String(value) }),
    fits: (item, value) => isSame(item.get('commodity').get('slug').value, value),
  },
  {
    id: 'INV-4/every-item',
    title: 'Every listing in GET /inventory?grade= has that grade',
    valueOf: ({ grade }) => (typeof grade === 'string' ? grade : undefined),
    queryOf: (value) => ({ grade: String(value) }),
    fits: (item, value) => isSame(item.find('grade')?.value, value),
  },
  {
    id: 'INV-5/every-item-above',
    title: 'Every listing in GET /inventory?min_quantity= has at least that quantity',
    valueOf: ({ quantity_mt }) => (typeof quantity_mt === 'number' ? quantity_mt : undefined),
    queryOf: (value) => ({ min_quantity: Number(value) * 0.999 }),
    fits: (item, value) => item.get('quantity_mt').number() >= Number(value) * 0.998,
  },
  {
    id: 'INV-5/every-item-below',
    title: 'Every listing in GET /inventory?max_quantity= has at most that quantity',
    valueOf: ({ quantity_mt }) => (typeof quantity_mt === 'number' ? quantity_mt : undefined),
    queryOf: (value) => ({ max_quantity: Number(value) * 1.001 }),
    fits: (item, value) => item.get('quantity_mt').number() <= Number(value) * 1.002,
  },
  {
    id: 'INV-6/every-item',
    title: 'Every listing in GET /inventory?province= is in that province',
    valueOf: ({ location }) => textIn(location, 'province'),
    queryOf: (value) => ({ province: String(value) }),
    // The target can know the province of a lot whose location it does not show.
    fits: (item, value) => !isObject(item.find('location')?.value) || isSame(item.get('location').get('province').value, value),
  },
  {
    id: 'INV-8/every-item-of-the-year',
    title: 'Every listing in GET /inventory?crop_year= has that crop year',
    valueOf: ({ crop_year }) => (typeof crop_year === 'number' ? crop_year : undefined),
    queryOf: (value) => ({ crop_year: value }),
    fits: (item, value) => {
      const year = item.find('crop_year')?.value;
      return typeof year !== 'number' || year === value;
    },
  },
  {
    id: 'INV-8/every-item-organic',
    title: 'Every listing in GET /inventory?is_organic= has that value',
    valueOf: ({ is_organic }) => (typeof is_organic === 'boolean' ? is_organic : undefined),
    queryOf: (value) => ({ is_organic: value }),
    fits: (item, value) => item.get('is_organic').value === value,
  },
  {
    id: 'INV-8/every-item-with-protein',
    title: 'Every listing in GET /inventory?min_protein= has at least that protein',
    valueOf: ({ quality }) => (isObject(quality) && typeof quality['protein'] === 'number' ? quality['protein'] : undefined),
    queryOf: (value) => ({ min_protein: Number(value) - 0.05 }),
    fits: (item, value) => {
      const protein = item.get('quality').find('protein')?.value;
      return typeof protein !== 'number' || protein >= Number(value) - 0.06;
    },
  },
];

/** The number of values to try. */
const VALUES_TRIED = 5;
const PAGES_WALKED = 6;

const IN_UNITS: Check = check(
  'INV-5/every-item-in-units',
  'Every listing in GET /inventory?units= is within the bounds in that unit',
  ['fixture:unit', 'fixture:amount_key'],
  async (t) => {
    const { unit: units = '', amount_key = '' } = t.run.settings.fixtures;
    const amountOf = (item: JsonNode): number => item.get('quantity').get(amount_key).number();
    const page = await chooseReader(t).get('/inventory', { units, limit: 50 });
    expectSuccess(page);
    if (!page.items.every((item) => item.find('quantity')?.has(amount_key) === true))
      t.unverifiable(`quantity has no key ${amount_key}`, 'fixtures.amount_key');
    const amounts = page.items.map(amountOf).toSorted((a, b) => a - b);
    const median = amounts[Math.floor(amounts.length / 2)] ?? t.unverifiable('there is no listing');
    // Amounts can be rounded to whole units.
    const [below, above] = [median * 0.998 - 1, median * 1.002 + 1];
    for (const [query, fits] of [
      [{ min_quantity: median }, (item: JsonNode) => amountOf(item) >= below],
      [{ max_quantity: median }, (item: JsonNode) => amountOf(item) <= above],
    ] as const)
      await walkFiltered(t, fits, { ...query, units });
  },
);

const IN_SANDBOX: Check = check(
  'INV-11/in-the-sandbox',
  'Every filter of GET /inventory also works in the sandbox',
  ['buyer_sandbox'],
  async (t) => {
    const buyer = t.actor('buyer_sandbox');
    const samples = readItems(await buyer.get('/inventory', { limit: 50 }));
    for (const { valueOf, queryOf, fits } of ROWS) {
      const value = samples.map(valueOf).find((one) => one !== undefined);
      if (value === undefined) continue;
      const query = queryOf(value);
      const page = await buyer.get('/inventory', { ...query, limit: 50 });
      expectSuccess(page);
      for (const item of page.items) expectFit(item, fits(item, value), query);
    }
  },
);

export const EXISTING_LISTINGS_CHECKS: readonly Check[] = [...ROWS.map(checkOf), IN_UNITS, IN_SANDBOX];

function expectFit(item: JsonNode, fits: boolean, query: Query): void {
  item.expect(fits, `A filter returns a listing that does not match ${JSON.stringify(query)}.`);
}

function checkOf(row: Row): Check {
  return check(row.id, row.title, [], async (t) => {
    const samples = readItems(await chooseReader(t).get('/inventory', { limit: 50 }));
    const values = [...new Set(samples.map((item) => row.valueOf(item)))].filter((value) => value !== undefined);
    if (values.length === 0) t.unverifiable('no listing has a value for this filter');
    const step = Math.max(1, Math.floor(values.length / VALUES_TRIED));
    for (const value of values.filter((_, i) => i % step === 0).slice(0, VALUES_TRIED)) {
      const query = row.queryOf(value);
      const ids = await walkFiltered(t, (item) => row.fits(item, value), query);
      const sample = samples.find((item) => {
        const now = row.valueOf(item);
        return now === undefined || isSame(now, value);
      });
      if (ids === undefined || sample === undefined || ids.has(String(sample['id']))) continue;
      await checkMissing(t, query, String(sample['id']), (item) => row.valueOf(item) === value);
    }
  });
}

/** The first pages of GET /inventory. */
async function* pagesOf(t: CheckContext, query: Query): AsyncGenerator<Reply> {
  for (let offset = 0; offset < PAGES_WALKED * 50; offset += 50) {
    const page = await chooseReader(t).get('/inventory', { ...query, limit: 50, offset });
    yield page;
    if (readItems(page).length < 50) return;
  }
}

/** Checks every item that a filter finds. @returns their ids; undefined if there are too many to read */
async function walkFiltered(t: CheckContext, fits: (item: JsonNode) => boolean, query: Query): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  let is_whole = false;
  for await (const page of pagesOf(t, query)) {
    expectSuccess(page);
    for (const item of page.items) {
      expectFit(item, fits(item), query);
      ids.add(item.get('id').text());
    }
    is_whole = page.items.length < 50;
  }
  return is_whole ? ids : undefined;
}

/** Asserts that a filter finds a listing that was missing, unless it was changed or delisted while the pages were read. */
async function checkMissing(
  t: CheckContext,
  query: Query,
  id: string,
  isUnchanged: (item: JsonObject) => boolean,
): Promise<void> {
  const ids = new Set<unknown>();
  for await (const page of pagesOf(t, query)) for (const item of readItems(page)) ids.add(item['id']);
  const one = await chooseReader(t).get(encodePath`/inventory/${id}`);
  if (ids.has(id) || one.status !== 200 || !isObject(one.data.value) || !isUnchanged(one.data.value)) return;
  one.data.breach(`GET /inventory with ${JSON.stringify(query)} does not return a matching listing.`, 'every matching listing');
}

function textIn(holder: unknown, key: string): string | undefined {
  const value = isObject(holder) ? holder[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The document does not say whether case matters. */
function isSame(a: unknown, b: unknown): boolean {
  return String(a).toLowerCase() === String(b).toLowerCase();
}
