import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import type { Query } from '#client';
import { Blocked, expectThat, itemsOf } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { OpenList, PagedList } from './lists.ts';
import { LISTS } from './lists.ts';
import type { Page } from './pages.ts';
import { expectSamePage, follow, honoursLimit, readPage, whileUnchanged } from './pages.ts';

/** The lists whose rows say "paging object": the delivery list may leave its links out. */
const LINKED = LISTS.filter(({ word }) => word !== 'deliveries');

/** A page says where it begins, how long it may be, and how much there is. */
function expectPlace(page: Page, expected: { limit: number; offset: number; total: number }, name: string, key: string): void {
  for (const part of ['limit', 'offset', 'total'] as const) {
    const found = page.reply.body.get(part).value;
    expectThat(found === expected[part], {
      message: `"${key}" of ${name} leads to a page with ${part} ${JSON.stringify(found)}.`,
      reply: page.reply,
      pointer: `/${part}`,
      expected: String(expected[part]),
      ...(part === 'total' ? { likely_cause: 'the link leaves the filters out' } : {}),
    });
  }
}

async function expectMatches(page: Page, list: OpenList, name: string, key: string): Promise<void> {
  if (page.items.every((item) => list.matches(item))) return;
  // Nor can a link leave out filters that are ignored where they are given.
  const first = await readPage(list, { limit: 50 });
  if (!first.items.every((item) => list.matches(item))) throw new Blocked(`${name} ignores a filter`, first.reply.exchange);
  for (const item of page.items) {
    expectThat(list.matches(item), {
      message: `"${key}" of ${name} leads to an item that does not match the query.`,
      reply: page.reply,
      pointer: item.pointer,
      expected: `only what matches ${JSON.stringify(list.filter)}`,
      observed: item.value,
      likely_cause: 'the link leaves the filters out',
    });
  }
}

function expectLink(page: Page, key: 'next' | 'previous', name: string): void {
  expectThat(!page.reply.body.get(key).isNull(), {
    message: `"${key}" of ${name} is null, though there is such a page.`,
    reply: page.reply,
    pointer: `/${key}`,
    expected: 'a link',
  });
}

function judgeNext({ word, name, needs, open }: PagedList): Check {
  return check(
    `PAGE-5/next-${word}`,
    `next of ${name} leads to the next page of the same query`,
    needs,
    async (t) => {
      const list = await open(t);
      if (!(await honoursLimit(t, list))) return;
      const limit = 2;
      const readFirst = async (): Promise<Page> => readPage(list, { limit });
      await whileUnchanged(t, list, async () => {
        const first = await readFirst();
        expectLink(first, 'next', name);
        const second = await follow(t, list, first, 'next');
        expectPlace(second, { limit, offset: limit, total: first.total }, name, 'next');
        await expectMatches(second, list, name, 'next');
      });
      await expectSamePage(
        t,
        {
          expected: async () => readPage(list, { limit, offset: limit }),
          found: async () => follow(t, list, await readFirst(), 'next'),
        },
        `"next" of ${name} leads to another page than offset=${limit} does.`,
      );
    },
    { lane: 'quiet' },
  );
}

function judgeHref({ word, name, needs, open }: PagedList): Check {
  return check(
    `PAGE-6/href-${word}`,
    `href of ${name} answers the same page`,
    needs,
    async (t) => {
      const list = await open(t);
      if (!(await honoursLimit(t, list))) return;
      for (const query of [{ limit: 2, offset: 1 }, { limit: 1 }]) {
        const read = async (): Promise<Page> => readPage(list, query);
        await whileUnchanged(t, list, async () => {
          const page = await read();
          const again = await follow(t, list, page, 'href');
          expectPlace(again, { offset: 0, ...query, total: page.total }, name, 'href');
          await expectMatches(again, list, name, 'href');
        });
        const found = async (): Promise<Page> => follow(t, list, await read(), 'href');
        await expectSamePage(t, { expected: read, found }, `"href" of ${name} answers another page.`);
      }
    },
    { lane: 'quiet' },
  );
}

function judgePrevious({ word, name, needs, open }: PagedList): Check {
  return check(
    `PAGE-12/previous-${word}`,
    `previous of ${name} leads to the previous page of the same query`,
    needs,
    async (t) => {
      const list = await open(t);
      if (!(await honoursLimit(t, list))) return;
      for (const [limit, offset] of [
        [1, 2],
        [2, 2],
      ] as const) {
        const read = async (): Promise<Page> => readPage(list, { limit, offset });
        await whileUnchanged(t, list, async () => {
          const page = await read();
          expectLink(page, 'previous', name);
          const before = await follow(t, list, page, 'previous');
          expectPlace(before, { limit, offset: offset - limit, total: page.total }, name, 'previous');
          await expectMatches(before, list, name, 'previous');
        });
        await expectSamePage(
          t,
          {
            expected: async () => readPage(list, { limit, offset: offset - limit }),
            found: async () => follow(t, list, await read(), 'previous'),
          },
          `"previous" of ${name} leads to another page than offset=${offset - limit} does.`,
        );
      }
    },
    { lane: 'quiet' },
  );
}

/** `sort` is kept: the next page goes on where this one ends. */
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
      if (order.join() !== sortBy(sort, order).join()) t.unverifiable(`sort=${sort} is not in order on one page either (INV-9)`);
      const pages = await readTwoPages(t, { sort, limit: 3 });
      const found = pages.flatMap(({ items }) => items.map((item) => item.get('quantity_mt').number()));
      const sorted = sortBy(sort, found);
      expectThat(found.join() === sorted.join(), {
        message: `"next" of GET /inventory with sort=${sort} does not go on in that order.`,
        ...(pages[1] === undefined ? {} : { reply: pages[1].reply }),
        expected: sorted.join(', '),
        observed: found,
        likely_cause: 'the link leaves sort out',
      });
    }
  },
  { lane: 'quiet' },
);

function sortBy(sort: 'quantity' | '-quantity', quantities: readonly number[]): readonly number[] {
  return quantities.toSorted((a, b) => (sort === 'quantity' ? a - b : b - a));
}

async function readTwoPages(t: CheckContext, query: Query): Promise<readonly Page[]> {
  const list: OpenList = {
    actor: t.buyer,
    path: '/inventory',
    filter: {},
    rows_min: 4,
    is_own: false,
    matches: () => true,
    idOf: (item) => JSON.stringify(item.get('id').value),
  };
  const first = await readPage(list, query);
  return [first, await follow(t, list, first, 'next')];
}

/** `units` is kept: quantities of the next page are in the same unit. */
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
    const direct = await t.buyer.get(`/inventory/${id}`, { units });
    if (direct.status !== 200) t.unverifiable(`GET /inventory/{id} does not take units=${units} (status ${direct.status})`);
    expectThat(JSON.stringify(item.get('quantity').value) === JSON.stringify(direct.data.get('quantity').value), {
      message: `"next" of GET /inventory with units=${units} renders quantities otherwise.`,
      reply: second.reply,
      pointer: `${item.pointer}/quantity`,
      expected: JSON.stringify(direct.data.get('quantity').value),
      observed: item.get('quantity').value,
      likely_cause: 'the link leaves units out',
    });
  },
);

export const LINKS: readonly Check[] = [
  ...LINKED.map(judgeNext),
  SORT_KEPT,
  UNITS_KEPT,
  ...LINKED.map(judgeHref),
  ...LINKED.map(judgePrevious),
];
