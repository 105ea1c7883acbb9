import type { ClauseId } from '#spec/clauses/index';
import { check, type Check } from '../../check/check.ts';
import { Blocked, ensureSuccess, expectThat, itemsOf, resourceOf, warnUnless, type Query, encodePath } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { LISTS, checkList, type OpenList, type PagedList } from './lists.ts';
import { expectSamePage, follow, honorsLimit, readPage, whileUnchanged, type LinkKey, type Page } from './pages.ts';

/** The lists whose rows say "paging object": the delivery list may have no links. */
const LINKED = LISTS.filter(({ slug }) => slug !== 'deliveries');

/** The lists that take `units`. */
const TAKING_UNITS: ReadonlySet<string> = new Set(['inventory', 'bids', 'trades', 'cash-bids', 'own-listings']);

/** Asserts that a link leads to a page with the right offset, limit, and total. */
function expectPlace(page: Page, expected: { limit: number; offset: number; total: number }, name: string, key: LinkKey): void {
  for (const part of ['limit', 'offset', 'total'] as const) {
    const found = page.reply.body.get(part).value;
    expectThat(found === expected[part], {
      message: `"${key}" of ${name} leads to a page with another ${part}.`,
      reply: page.reply,
      pointer: `/${part}`,
      expected: String(expected[part]),
      observed: found,
      ...(part === 'total' ? { likely_cause: 'The link does not keep the filters.' } : {}),
    });
  }
}

async function expectMatches(page: Page, list: OpenList, name: string, key: LinkKey): Promise<void> {
  if (page.items.every((item) => list.matches(item))) return;
  // If the list ignores the filter, the link cannot be blamed.
  const first = await readPage(list, { limit: 50 });
  if (!first.items.every((item) => list.matches(item))) throw new Blocked(`${name} ignores the filter`, first.reply.exchange);
  for (const item of page.items) {
    expectThat(list.matches(item), {
      message: `"${key}" of ${name} leads to an item that does not match the query.`,
      reply: page.reply,
      pointer: item.pointer,
      expected: `only items that match ${JSON.stringify(list.filter)}`,
      observed: item.value,
      likely_cause: 'The link does not keep the filters.',
    });
  }
}

function expectLink(page: Page, key: 'next' | 'previous', name: string): void {
  expectThat(!page.reply.body.get(key).isNull(), {
    message: `"${key}" of ${name} is null, although that page exists.`,
    reply: page.reply,
    pointer: `/${key}`,
    expected: 'a link',
  });
}

interface LinkRow {
  clause: ClauseId;
  behavior: string;
  /** The pages whose link is followed, each with the offset of the page that it leads to. */
  pages: readonly (readonly [query: { limit: number; offset?: number }, offset: number])[];
}

const LINK_ROWS: Readonly<Record<LinkKey, LinkRow>> = {
  next: { clause: 'PAGE-5', behavior: 'leads to the next page of the same query', pages: [[{ limit: 2 }, 2]] },
  href: {
    clause: 'PAGE-6',
    behavior: 'returns the same page',
    pages: [
      [{ limit: 2, offset: 1 }, 1],
      [{ limit: 1 }, 0],
    ],
  },
  previous: {
    clause: 'PAGE-12',
    behavior: 'leads to the previous page of the same query',
    pages: [
      [{ limit: 1, offset: 2 }, 1],
      [{ limit: 2, offset: 2 }, 0],
    ],
  },
};

/** At an offset that is not a multiple of `limit`, the previous page begins at 0. Whether it overlaps this page is open, and so is whether it exists. */
async function checkUneven(t: CheckContext, list: OpenList, name: string): Promise<void> {
  await whileUnchanged(t, list, async () => {
    const page = await readPage(list, { limit: 2, offset: 1 });
    if (page.reply.body.get('previous').isNull()) return;
    const linked = await follow(t, list, page, 'previous');
    const offset = linked.reply.body.get('offset').value;
    expectThat(offset === 0, {
      message: `"previous" of ${name} at offset=1 with limit=2 leads to a page with offset ${JSON.stringify(offset)}.`,
      reply: linked.reply,
      pointer: '/offset',
      expected: '0',
      likely_cause: 'The link has a negative offset.',
    });
  });
}

function checkLink(paged: PagedList, key: LinkKey): Check {
  const { slug, name } = paged;
  const { clause, behavior, pages } = LINK_ROWS[key];
  return checkList(paged, `${clause}/${key}-${slug}`, `${key} of ${name} ${behavior}`, async (t, list) => {
    if (!(await honorsLimit(t, list))) return;
    for (const [query, offset] of pages) {
      const read = async (): Promise<Page> => readPage(list, query);
      await whileUnchanged(t, list, async () => {
        const page = await read();
        if (key !== 'href') expectLink(page, key, name);
        const linked = await follow(t, list, page, key);
        expectPlace(linked, { limit: query.limit, offset, total: page.total }, name, key);
        await expectMatches(linked, list, name, key);
      });
      await expectSamePage(
        t,
        {
          expected: key === 'href' ? read : async () => readPage(list, { limit: query.limit, offset }),
          found: async () => follow(t, list, await read(), key),
        },
        key === 'href'
          ? `"href" of ${name} leads to a different page.`
          : `"${key}" of ${name} leads to a different page than offset=${offset}.`,
      );
    }
    if (key === 'previous') await checkUneven(t, list, name);
    // The oracles of links look at this page, whose links must keep `units`.
    const { unit } = t.run.settings.fixtures;
    if (unit !== undefined && TAKING_UNITS.has(slug)) await list.actor.get(list.path, { units: unit, limit: 1, offset: 1 });
  });
}

/** `next` keeps `sort`: the next page continues where this one ends. */
const SORT_KEPT: Check = check(
  'PAGE-5/next-keeps-sort',
  'next of GET /inventory keeps sort',
  ['buyer', 'writes'],
  async (t) => {
    const quantities = [410.2, 120.4, 300.6, 220.8];
    for (const quantity_mt of quantities) await t.arrange.lot({ quantity_mt });
    for (const sort of ['quantity', '-quantity'] as const) {
      const direct = await t.buyer.get('/inventory', { sort, limit: 6 });
      const order = itemsOf(direct).map((item) => item.get('quantity_mt').number());
      if (order.join() !== sortBy(sort, order).join()) t.unverifiable(`sort=${sort} is not sorted on one page either (INV-9)`);
      const pages = await readTwoPages(t, { sort, limit: 3 });
      const found = pages.flatMap(({ items }) => items.map((item) => item.get('quantity_mt').number()));
      const sorted = sortBy(sort, found);
      expectThat(found.join() === sorted.join(), {
        message: `"next" of GET /inventory with sort=${sort} does not continue in that order.`,
        ...(pages[1] === undefined ? {} : { reply: pages[1].reply }),
        expected: sorted.join(', '),
        observed: found,
        likely_cause: 'The link does not keep sort.',
      });
    }
  },
  { lane: 'quiet' },
);

function sortBy(sort: 'quantity' | '-quantity', quantities: readonly number[]): readonly number[] {
  return quantities.toSorted((a, b) => (sort === 'quantity' ? a - b : b - a));
}

/** GET /inventory without a filter. */
export function wholeInventory(t: CheckContext): OpenList {
  return {
    actor: t.buyer,
    path: '/inventory',
    filter: {},
    rows_min: 4,
    is_own: false,
    matches: () => true,
    idOf: (item) => JSON.stringify(item.get('id').value),
  };
}

async function readTwoPages(t: CheckContext, query: Query): Promise<readonly Page[]> {
  const list = wholeInventory(t);
  const first = await readPage(list, query);
  return [first, await follow(t, list, first, 'next')];
}

/** `next` keeps every value of a filter that takes several: the next page counts the same matches. */
const SLUGS_KEPT: Check = check(
  'PAGE-5/next-keeps-slugs',
  'next of GET /inventory keeps every slug of commodity',
  ['buyer'],
  async (t) => {
    const filters = await t.buyer.get('/inventory/filters');
    ensureSuccess(filters);
    const slugs = resourceOf(filters)
      .get('commodities')
      .array()
      .map((one) => one.get('slug').string());
    const [first = '', second = t.unverifiable('GET /inventory/filters lists fewer than two commodities')] = slugs;
    const commodity = `${first},${second}`;
    const countOf = async (value: string): Promise<unknown> => {
      const page = await t.buyer.get('/inventory', { commodity: value, limit: 1 });
      ensureSuccess(page);
      return page.body.get('total').value;
    };
    const parts = [await countOf(first), await countOf(second)];
    const total = await countOf(commodity);
    if (parts.includes(total)) t.unverifiable('one of two commodities has no listing');
    const [page, next] = await readTwoPages(t, { commodity, limit: 1 });
    if (page?.reply.body.get('total').value !== total || (await countOf(commodity)) !== total)
      t.unverifiable('the listings of the commodities changed in the meantime');
    next?.reply.body.get('total').is(total);
  },
  { lane: 'quiet' },
);

/** Characters that a URI cannot have (RFC 3986). Clients that parse strictly reject a link with one of them. */
const NOT_IN_A_URI = /[^!#-;=?-[\]_a-z~]/;

/** Links encode what the query has: the name of a grade usually has a space. */
const ENCODED: Check = check(
  'PAGE-5/encoded',
  'The links of GET /inventory encode the values of the query',
  ['buyer'],
  async (t) => {
    const filters = await t.buyer.get('/inventory/filters');
    ensureSuccess(filters);
    const grades = resourceOf(filters)
      .get('grades')
      .array()
      .map((one) => one.string());
    const grade =
      grades.find((name) => NOT_IN_A_URI.test(name)) ?? t.unverifiable('no grade has a character that must be encoded');
    const page = await t.buyer.get('/inventory', { grade, limit: 1 });
    ensureSuccess(page);
    for (const key of ['href', 'next'] as const) {
      const link = page.body.get(key);
      if (link.isNull()) continue;
      warnUnless(!NOT_IN_A_URI.test(link.string()), {
        message: `"${key}" of GET /inventory has characters that a URI cannot have.`,
        reply: page,
        pointer: link.pointer,
        expected: `the grade encoded, as in ${encodeURIComponent(grade)}`,
        observed: link.value,
        likely_cause: 'The query is written into the link without encoding it.',
      });
    }
  },
);

/** `next` keeps `units`: quantities of the next page are in the same unit. */
const UNITS_KEPT: Check = check(
  'PAGE-5/next-keeps-units',
  'next of GET /inventory keeps units',
  ['buyer', 'writes', 'fixture:unit'],
  async (t) => {
    for (let i = 0; i < 2; i += 1) await t.arrange.lot();
    const units = t.run.settings.fixtures.unit ?? '';
    const [first, second] = await readTwoPages(t, { units, limit: 1 });
    const item = second?.items[0];
    if (first === undefined || second === undefined || item === undefined) return;
    const id = item.get('id').string();
    const direct = await t.buyer.get(encodePath`/inventory/${id}`, { units });
    if (direct.status !== 200) t.unverifiable(`GET /inventory/{id} rejects units=${units} (status ${direct.status})`);
    expectThat(withoutAmounts(item.get('quantity').value) === withoutAmounts(direct.data.get('quantity').value), {
      message: `"next" of GET /inventory with units=${units} renders quantities in a different unit.`,
      reply: second.reply,
      pointer: `${item.pointer}/quantity`,
      expected: JSON.stringify(direct.data.get('quantity').value),
      observed: item.get('quantity').value,
      likely_cause: 'The link does not keep units.',
    });
  },
);

/** The unit of a quantity. Its amount may change between two reads, because other checks and users change listings. */
function withoutAmounts(quantity: unknown): string {
  return JSON.stringify(quantity ?? null).replaceAll(/-?\d+(?:\.\d+)?/g, '0');
}

export const LINKS_CHECKS: readonly Check[] = [
  ...LINKED.map((paged) => checkLink(paged, 'next')),
  SORT_KEPT,
  SLUGS_KEPT,
  UNITS_KEPT,
  ENCODED,
  ...LINKED.map((paged) => checkLink(paged, 'href')),
  ...LINKED.map((paged) => checkLink(paged, 'previous')),
];
