import { check, type Check } from '../../check/check.ts';
import { chooseSeller, ensureSuccess, expectThat, itemsOf, readItems, readUntil } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { LISTS, checkList, type PagedList } from './lists.ts';
import { readPage, type Page } from './pages.ts';

const OUT_OF_RANGE = ['0', '51', '100', '1000', '-1', 'ten', '2.5'] as const;

/** Asserts that a page has at most this many items. */
function expectAtMost({ reply, items }: Pick<Page, 'reply' | 'items'>, max: number, likely_cause?: string): void {
  expectThat(items.length <= max, {
    message: `${reply.name} returns ${items.length} items.`,
    reply,
    pointer: '/items',
    expected: `at most ${max}`,
    ...(likely_cause === undefined ? {} : { likely_cause }),
  });
}

/** A page has at most `limit` items, and `limit` can be 1 to 50. */
function checkLimit({ slug, name, needs, takes_limit, open }: PagedList): Check {
  const clause = takes_limit ? 'PAGE-2' : 'PAGE-14';
  return check(`${clause}/limit-${slug}`, `${name} honors limit from 1 to 50`, needs, async (t) => {
    const list = await open(t);
    for (const limit of [1, 2, 50]) {
      const page = await readPage(list, { limit });
      const likely_cause =
        page.items.length === limit + 1
          ? 'The query reads one row more, to see whether there is a next page, and the response includes it.'
          : 'The parameter limit is ignored.';
      expectAtMost(page, limit, likely_cause);
      expectThat(page.items.length >= Math.min(limit, list.rows_min), {
        message: `${name} returns ${page.items.length} items with limit=${limit}, although at least ${list.rows_min} match.`,
        reply: page.reply,
        pointer: '/items',
        expected: `at least ${Math.min(limit, list.rows_min)} items`,
      });
    }
  });
}

/** A limit that is out of range is rejected, clamped, or ignored. */
function checkOutOfRange({ slug, name, needs, takes_limit, open }: PagedList): Check {
  const clause = takes_limit ? 'PAGE-2' : 'PAGE-14';
  return check(
    `${clause}/limit-out-of-range-${slug}`,
    `${name} returns at most 50 items, whatever the limit`,
    needs,
    async (t) => {
      const list = await open(t);
      for (const limit of OUT_OF_RANGE) {
        const reply = await list.actor.get(list.path, { ...list.filter, limit });
        expectThat(reply.status === 200 || (reply.status >= 400 && reply.status < 500), {
          message: `${name} returned ${reply.status} for limit=${limit}.`,
          reply,
          expected: 'a page, or a 4xx',
        });
        if (reply.status === 200) expectAtMost({ reply, items: reply.items }, 50);
        // The page has the limit that was applied, which is at most 50.
        const shown_limit = reply.status === 200 && Number(limit) > 50 ? reply.body.find('limit')?.value : undefined;
        expectThat(typeof shown_limit !== 'number' || shown_limit <= 50, {
          message: `${name} returns "limit": ${String(shown_limit)} for limit=${limit}.`,
          reply,
          pointer: '/limit',
          expected: 'at most 50',
          likely_cause: 'The maximum page size is more than 50.',
        });
        t.observe(`limit=${limit}: ${reply.status}`);
      }
    },
  );
}

/** More than a 32-bit integer, which is what many databases and parsers hold. */
const LARGE_OFFSET = 9_999_999_999;

/** `offset` has no maximum. What a page past the end looks like is open (PAGE-7, PAGE-8). */
function checkOddOffsets({ slug, name, needs, open }: PagedList): Check {
  return check(`PAGE-3/odd-offsets-${slug}`, `${name} returns a page or a 4xx, whatever the offset`, needs, async (t) => {
    const list = await open(t);
    for (const offset of [LARGE_OFFSET, -1, 'ten']) {
      const reply = await list.actor.get(list.path, { ...list.filter, offset });
      expectThat(reply.status === 200 || (reply.status >= 400 && reply.status < 500), {
        message: `${name} returned ${reply.status} for offset=${offset}.`,
        reply,
        expected: 'a page, or a 4xx',
        likely_cause: 'The parameter is passed to the database without validating its range.',
      });
    }
    await readPage(list, { offset: 0 });
  });
}

/** The default and the maximum page size. Observable only with more rows than that. */
function checkDefault(paged: PagedList): Check {
  const { slug, name, takes_limit } = paged;
  const title = `${name} returns at most 20 items by default, and at most 50 with limit`;
  return checkList(
    paged,
    `PAGE-13/default-${slug}`,
    title,
    async (t, filtered) => {
      const list = { ...filtered, filter: {} };
      await topUp(t, slug, (await readPage(list)).total);
      const page = await readPage(list);
      // Where the document lists no `limit`, it can be ignored, with pages of up to 50 items (PAGE-14).
      const is_limited = takes_limit || (await readPage(list, { limit: 1 })).items.length === 1;
      const most = is_limited ? 20 : 50;
      expectAtMost(page, most);
      const largest = await list.actor.get(list.path, { limit: 1_000 });
      if (largest.status === 200) expectAtMost({ reply: largest, items: largest.items }, 50);
      t.observe(`checked with ${page.total} matches`);
      if (page.total <= most) t.unverifiable(`only ${page.total} rows match, so no page is full`);
    },
    'quiet',
  );
}

/** Creates enough rows for a full page, one request each, unless requests are rate-limited. */
async function topUp(t: CheckContext, slug: string, total: number): Promise<void> {
  if (Number.isFinite(t.run.settings.requests_per_second)) return;
  const missing = Math.max(0, 51 - total);
  const make: Record<string, () => Promise<unknown>> = {
    bids: async () => t.arrange.bid(await lotOfBids(t)),
    'own-listings': async () => t.arrange.draft(),
    'cash-bids': async () => t.arrange.cashBid(),
    trades: async () => t.arrange.trade(),
  };
  const one = make[slug];
  if (one === undefined) return;
  for (let i = 0; i < missing; i += 1) await one();
}

async function lotOfBids(t: CheckContext): Promise<string> {
  return t.run.once('paging: a lot for many bids', async () => (await t.arrange.lot()).id);
}

const INBOX: Check = check(
  'PAGE-14/limit-bids-of-all-listings',
  'GET /me/bids-received honors limit and offset',
  ['buyer', 'writes'],
  async (t) => {
    for (let i = 0; i < 3; i += 1) await t.arrange.bid(await t.arrange.lot());
    const seller = chooseSeller(t);
    const path = '/me/bids-received';
    const whole = await readUntil(
      () => seller.get(path),
      (reply) => readItems(reply).length > 1,
      t.signal,
    );
    if (readItems(whole).length < 2) t.unverifiable('GET /me/bids-received lists fewer than two listings');
    const one = await seller.get(path, { limit: 1 });
    ensureSuccess(one);
    expectAtMost({ reply: one, items: itemsOf(one) }, 1);
    // Whether it pages by listing or by bid is open, but this offset is past the end of both.
    const total = one.body.get('total').integer();
    const beyond = await seller.get(path, { limit: 1, offset: total + 1_000 });
    const left = beyond.is_success ? itemsOf(beyond).length : 0;
    expectThat(left === 0, {
      message: `GET /me/bids-received returns ${left} listings at offset ${total + 1_000} of ${total}.`,
      reply: beyond,
      pointer: '/items',
      expected: 'none',
      likely_cause: 'The parameter offset is ignored.',
    });
  },
);

export const SIZES_CHECKS: readonly Check[] = [
  ...LISTS.map(checkLimit),
  ...LISTS.map(checkOutOfRange),
  ...LISTS.map(checkOddOffsets),
  ...LISTS.filter(({ slug }) => slug !== 'deliveries' && slug !== 'offers' && slug !== 'received-bids').map(checkDefault),
  INBOX,
];
