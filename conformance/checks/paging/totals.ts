import { check, type Check } from '../../check/check.ts';
import type { Reply } from '#client';
import { REJECTS_NOTHING, chooseReader, encodePath, ensureDone, ensureSuccess, expectThat, itemsOf, readUntil } from '#client';
import { LISTS, checkList, type PagedList } from './lists.ts';
import { countItems, expectSamePage, honorsLimit, readPage, walk, whileUnchanged } from './pages.ts';

/** `offset` skips rows: in any order, one row is left at total - 1. */
function checkOffset(paged: PagedList): Check {
  const { slug, name, takes_limit } = paged;
  const clause = takes_limit ? 'PAGE-3' : 'PAGE-14';
  return checkList(paged, `${clause}/offset-${slug}`, `${name} begins at offset, which defaults to 0`, async (t, list) => {
    await whileUnchanged(t, list, async () => {
      const { total } = await readPage(list, { limit: 1 });
      const last = await readPage(list, { limit: 50, offset: total - 1 });
      expectThat(last.items.length === 1, {
        message: `${name} returns ${last.items.length} items at offset ${total - 1} of ${total}.`,
        reply: last.reply,
        pointer: '/items',
        expected: 'the last item',
        likely_cause:
          last.items.length === 2 && total > 2
            ? 'The parameter offset counts from 1.'
            : 'The parameter offset is ignored, or counts pages instead of rows.',
      });
    });
    if (await honorsLimit(t, list)) {
      await expectSamePage(
        t,
        { expected: async () => readPage(list, { limit: 2 }), found: async () => readPage(list, { limit: 2, offset: 0 }) },
        `${name} with offset=0 returns a different page than without offset.`,
      );
      await expectSamePage(
        t,
        {
          expected: async () => {
            const page = await readPage(list, { limit: 3 });
            return { ...page, ids: page.ids.slice(1) };
          },
          found: async () => readPage(list, { limit: 2, offset: 1 }),
        },
        `${name} with offset=1 does not begin at the second row.`,
        'The parameter offset counts pages, or starts at 1.',
      );
    }
    await expectSamePage(
      t,
      {
        // The default limit is checked elsewhere (PAGE-11, PAGE-13).
        expected: async () => {
          const page = await readPage(list);
          return { ...page, ids: page.ids.slice(1, 5) };
        },
        found: async () => {
          const page = await readPage(list, { offset: 1 });
          return { ...page, ids: page.ids.slice(0, 4) };
        },
      },
      `${name} with offset=1 and no limit does not begin at the second row.`,
      'The parameter offset is ignored without limit.',
    );
    const negative = await list.actor.get(list.path, { ...list.filter, offset: -1 });
    expectThat(negative.status < 500, {
      message: `${name} returned ${negative.status} for offset=-1.`,
      reply: negative,
      expected: 'a page, or a 4xx',
    });
    t.observe(`offset=-1: ${negative.status}`);
  });
}

/** `total` is the number of matches on every page. */
function checkTotal(paged: PagedList): Check {
  const { slug, name } = paged;
  return checkList(paged, `PAGE-4/total-${slug}`, `total of ${name} is the number of matches on every page`, async (t, list) => {
    for (const [limit, filter] of [
      [50, list.filter],
      [50, {}],
      [2, list.filter],
    ] as const) {
      const filtered = { ...list, filter };
      if (!(await honorsLimit(t, filtered))) return;
      await whileUnchanged(t, filtered, async () => {
        const { pages, is_whole } = await walk(t, filtered, { limit, by: 'offset' });
        const [first] = pages;
        if (first === undefined) return;
        for (const { reply, total } of pages) {
          expectThat(total === first.total, {
            message: `total of ${name} differs between pages.`,
            reply,
            pointer: '/total',
            expected: String(first.total),
            observed: total,
          });
        }
        const count = countItems(pages);
        expectThat(!is_whole || count === first.total, {
          message: `total of ${name} is ${first.total}, but its pages have ${count} items.`,
          reply: first.reply,
          pointer: '/total',
          expected: String(count),
          observed: first.total,
          likely_cause: 'The count ignores the filters or the team, or is that of the page.',
        });
        const past = await filtered.actor.get(filtered.path, { ...filter, limit, offset: first.total });
        if (past.is_success)
          expectThat(itemsOf(past).length === 0, {
            message: `${name} has more items after the ${first.total} of total.`,
            reply: past,
            pointer: '/items',
            expected: 'no items',
            likely_cause: 'total is capped, or counts only the rows up to the end of the page.',
          });
        expectThat(first.total >= list.rows_min, {
          message: `total of ${name} is ${first.total}, but at least ${list.rows_min} rows match.`,
          reply: first.reply,
          pointer: '/total',
          expected: `${list.rows_min} or more`,
        });
        expectThat(!list.is_own || filter !== list.filter || first.total === list.rows_min, {
          message: `total of ${name} is ${first.total}, but ${list.rows_min} rows match.`,
          reply: first.reply,
          pointer: '/total',
          expected: String(list.rows_min),
        });
      });
    }
  });
}

/** One write changes `total` by one. */
const GROWTH: Check = check(
  'PAGE-4/grows-by-one',
  'A new bid increases total by one, and rejecting it decreases the total of pending bids',
  ['buyer', 'writes'],
  async (t) => {
    const lot = await t.arrange.lot();
    const path = encodePath`/me/inventory/${lot.id}/bids`;
    const totalIn = (reply: Reply): number => reply.body.get('total').integer();
    // A write can take a moment to show in a list.
    const read = async (status: string, expected: number): Promise<Reply> =>
      readUntil(
        async () => lot.seller.get(path, { status }),
        (reply) => totalIn(reply) === expected,
        t.signal,
      );
    const expectTotal = async (status: string, expected: number): Promise<void> => {
      const reply = await read(status, expected);
      const total = totalIn(reply);
      expectThat(total === expected, {
        message: `total of the ${status} bids on a new lot is ${total}.`,
        reply,
        pointer: '/total',
        expected: String(expected),
      });
    };
    await expectTotal('pending', 0);
    const bid = await t.arrange.bid(lot);
    await expectTotal('pending', 1);
    ensureDone(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), REJECTS_NOTHING);
    if (totalIn(await read('rejected', 1)) === 0) t.unverifiable('a rejected bid is not listed as rejected');
    await expectTotal('pending', 0);
    await expectTotal('rejected', 1);
  },
);

/** A search engine can count and return only the first matches of a query. */
const PARTS: Check = check(
  'PAGE-4/parts',
  'total of GET /inventory is at least the sum of those with is_organic true and false',
  [],
  async (t) => {
    const totalOf = (reply: Reply): number => reply.body.get('total').integer();
    const readAll = async (): Promise<number> => totalOf(await chooseReader(t).get('/inventory', { limit: 1 }));
    const readPart = async (is_organic: boolean): Promise<number> => {
      const reply = await chooseReader(t).get('/inventory', { is_organic, limit: 50 });
      ensureSuccess(reply);
      if (itemsOf(reply).some((item) => item.get('is_organic').value !== is_organic))
        t.unverifiable(`is_organic=${is_organic} finds other listings (INV-8)`);
      return totalOf(reply);
    };
    // Others can change the inventory between the requests.
    const { before, organic, others, after } = await readUntil(
      async () => ({
        before: await readAll(),
        organic: await readPart(true),
        others: await readPart(false),
        after: await readAll(),
      }),
      (read) => read.organic + read.others <= read.before,
      t.signal,
    );
    if (before !== after) t.unverifiable('the inventory changes between the requests');
    expectThat(organic + others <= before, {
      message: `GET /inventory has ${before} listings, but ${organic} with is_organic=true and ${others} with false.`,
      expected: `${organic + others} or more`,
      likely_cause: organic === before && others === before ? 'The count ignores is_organic.' : 'total is capped.',
    });
  },
  { lane: 'reading' },
);

export const TOTALS_CHECKS: readonly Check[] = [...LISTS.map(checkOffset), ...LISTS.map(checkTotal), GROWTH, PARTS];
