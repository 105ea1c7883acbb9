import { check, type Check } from '../../check/check.ts';
import { expectThat, isObject, itemsOf } from '#client';
import { LISTS, checkList, type PagedList } from './lists.ts';
import { wholeInventory } from './links.ts';
import {
  PAGES_MAX,
  countItems,
  expectSamePage,
  follow,
  honorsLimit,
  readPage,
  walk,
  whileUnchanged,
  type Page,
} from './pages.ts';

const LIMITS = [1, 2, 7, 20, 50] as const;

/** @param surplus how many items more than `total` all pages have */
function explainWalk(pages: number, surplus: number): string {
  if (pages === 1)
    return surplus < 0
      ? 'The page lacks rows that are counted, such as the last one.'
      : 'The page has rows twice, or `total` is too low.';
  if (surplus === 0) return 'Tied rows have no stable order. Add a unique key to the sort.';
  return surplus > 0
    ? 'Pages overlap: the next page begins too early, or `next` changes the query.'
    : 'Rows are left out between pages: the next page begins too late.';
}

function checkWalk(paged: PagedList): Check {
  const { slug, name } = paged;
  const by = slug === 'deliveries' ? (['offset'] as const) : (['next', 'offset'] as const);
  return checkList(paged, `PAGE-15/walk-${slug}`, `The pages of ${name} return every match exactly once`, async (t, list) => {
    if (!(await honorsLimit(t, list))) return;
    const { total } = await readPage(list, { limit: 1 });
    const limits = LIMITS.filter((size) => total / size <= PAGES_MAX);
    if (limits.length === 0) t.unverifiable(`${name} has ${total} matches, too many for ${PAGES_MAX} pages`);
    for (const limit of limits) {
      for (const way of by) {
        await whileUnchanged(t, list, async () => {
          const { pages, is_whole } = await walk(t, list, { limit, by: way });
          const seen = new Set(pages.flatMap(({ ids }) => ids));
          const last = pages.at(-1);
          // Others can have added rows since the limits were chosen. If the total still fits, a `next` leads in a circle, and that must fail.
          if (last === undefined || (!is_whole && last.total > limit * PAGES_MAX)) return;
          expectThat(seen.size === last.total && countItems(pages) === last.total, {
            message: `Paging ${name} by ${way} with limit=${limit} returns ${seen.size} of ${last.total} rows in ${countItems(pages)} items.`,
            reply: last.reply,
            expected: 'every match exactly once',
            likely_cause: explainWalk(pages.length, countItems(pages) - last.total),
          });
          if (way === 'offset') return;
          const is_at_end = last.reply.body.get('offset').integer() + last.items.length >= last.total;
          expectThat(!is_at_end || last.items.length === 0 || last.reply.body.get('next').isNull(), {
            message: `"next" of the last page of ${name} is not null.`,
            reply: last.reply,
            pointer: '/next',
            expected: 'null',
          });
          expectThat(last.items.length > 0 || pages.length === 1, {
            message: `"next" of ${name} leads past the last page, to an empty one.`,
            reply: last.reply,
            pointer: '/items',
            expected: 'next null on the last page',
          });
          expectThat(pages[0]?.reply.body.get('previous').isNull() === true, {
            message: `"previous" of the first page of ${name} is not null.`,
            reply: pages[0]?.reply ?? last.reply,
            pointer: '/previous',
            expected: 'null',
          });
        });
      }
    }
  });
}

/** `previous` keeps `sort`: it leads back to the page before. */
const SORT_KEPT: Check = check(
  'PAGE-12/previous-keeps-sort',
  'previous of GET /inventory keeps sort',
  ['buyer'],
  async (t) => {
    const list = wholeInventory(t);
    for (const sort of ['quantity', '-price']) {
      const pageAt = async (offset: number): Promise<Page> => readPage(list, { sort, limit: 2, offset });
      const found = async (): Promise<Page> => follow(t, list, await pageAt(2), 'previous');
      const message = `"previous" of GET /inventory with sort=${sort} leads to a different page than offset=0.`;
      await expectSamePage(t, { expected: async () => pageAt(0), found }, message, 'The link does not keep sort.');
    }
  },
  { lane: 'quiet' },
);

export const WALKS_CHECKS: readonly Check[] = [
  ...LISTS.map(checkWalk),
  SORT_KEPT,
  check('PAGE-8/past-the-end', 'Reports the response to an offset past the end', ['buyer'], async (t) => {
    const reply = await t.buyer.get('/inventory', { offset: 1_000_000 });
    t.observe(`offset=1000000: ${reply.status}${reply.is_success ? ` with ${itemsOf(reply).length} items` : ''}`);
  }),
  check('PAGE-7/out-of-range', 'Reports the statuses for a limit or offset out of range', ['buyer'], async (t) => {
    for (const query of [{ limit: 0 }, { limit: 51 }, { offset: -1 }]) {
      t.observe(`${JSON.stringify(query)}: ${(await t.buyer.get('/inventory', query)).status}`);
    }
  }),
  check('PAGE-16/other-lists', 'Reports the keys of lists without a stated shape', ['buyer'], async (t) => {
    for (const path of ['/teams', '/webhooks', '/grades', '/market/commodities', '/market/prices']) {
      const { json } = await t.buyer.get(path);
      const shape = isObject(json) ? Object.keys(json).join(', ') : 'no object';
      t.observe(`GET ${path}: ${shape.slice(0, 80)}`);
    }
  }),
  check('PAGE-17/links', 'Reports whether links are absolute', ['buyer'], async (t) => {
    const { body } = await t.buyer.get('/inventory', { limit: 1 });
    t.observe(`href: ${/^https?:/.test(String(body.get('href').value)) ? 'absolute' : 'relative'}`);
  }),
];
