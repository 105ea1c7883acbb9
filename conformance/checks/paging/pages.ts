/** Reading pages during concurrent writes, and pages of lists with an unstable order. */
import type { JsonNode, Query, Reply } from '#client';
import { ensureSuccess, expectSuccess, expectThat, isSameJson, resolveLink } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { OpenList } from './lists.ts';

/** The members of a page that the paging checks use. */
export interface Page {
  reply: Reply;
  items: readonly JsonNode[];
  ids: readonly string[];
  total: number;
}

export async function readPage(list: OpenList, query: Query = {}): Promise<Page> {
  return pageOf(list, await list.actor.get(list.path, { ...list.filter, ...query }));
}

/** @throws Breach if the page cannot be read, Blocked if the list cannot be read at all */
async function pageOf(list: OpenList, reply: Reply): Promise<Page> {
  if (!reply.is_success) ensureSuccess(await list.actor.get(list.path, list.filter));
  expectSuccess(reply);
  const items = reply.items;
  return { reply, items, ids: items.map((item) => list.idOf(item)), total: reply.body.get('total').integer() };
}

export type LinkKey = 'next' | 'previous' | 'href';

/** Follows a link of a page. */
export async function follow(t: CheckContext, list: OpenList, page: Page, key: LinkKey): Promise<Page> {
  return pageOf(list, await list.actor.get(resolveLink(t, page.reply, key)));
}

const TRIES = 5;
const FAILURES_MIN = 3;

/**
 * Asserts that two requests return the same page, compared by ids. If they differ, both are repeated: a list whose order is unstable, or that others
 * write to, proves nothing (INV-21 and PAGE-15 cover that).
 */
export async function expectSamePage(
  t: CheckContext,
  read: { expected: () => Promise<Page>; found: () => Promise<Page> },
  message: string,
  likely_cause?: string,
): Promise<void> {
  const pairs: { expected: Page; found: Page }[] = [];
  for (let i = 0; i < TRIES; i += 1) {
    const pair = { expected: await read.expected(), found: await read.found() };
    if (isSameJson(pair.expected.ids, pair.found.ids)) return;
    pairs.push(pair);
  }
  const [first, ...rest] = pairs;
  const is_stable =
    first !== undefined &&
    rest.every(({ expected, found }) => isSameJson(expected.ids, first.expected.ids) && isSameJson(found.ids, first.found.ids));
  if (!is_stable) {
    t.observe('the order changes between requests, so pages cannot be compared');
    return;
  }
  expectThat(false, {
    message,
    reply: first.found.reply,
    pointer: '/items',
    expected: first.expected.ids.join(', '),
    observed: first.found.ids,
    ...(likely_cause === undefined ? {} : { likely_cause }),
  });
}

/**
 * Runs a check of a list. A violation counts only in three consecutive attempts with an unchanged total. Fewer are not enough: a row can be added
 * and removed within each.
 */
export async function whileUnchanged(t: CheckContext, list: OpenList, check: () => Promise<void>): Promise<void> {
  let failures = 0;
  for (let i = 0; i < TRIES; i += 1) {
    const before = await readPage(list, { limit: 1 });
    let thrown: unknown;
    try {
      await check();
    } catch (error) {
      thrown = error;
    }
    const after = await readPage(list, { limit: 1 });
    if (before.total !== after.total) {
      failures = 0;
      continue;
    }
    if (!(thrown instanceof Error)) return;
    failures += 1;
    if (failures === FAILURES_MIN) throw thrown;
  }
  t.unverifiable('the list keeps changing, because others write to it');
}

/** Whether a list honors `limit`; if not, this is observed. True for a list of at most one item. A list whose row in the document has no `limit` may ignore it (PAGE-14). */
export async function honorsLimit(t: CheckContext, list: OpenList): Promise<boolean> {
  const { items } = await readPage(list, { limit: 1 });
  if (items.length <= 1) return true;
  t.observe('the list ignores limit (PAGE-14)');
  return false;
}

/** The maximum number of requests per walk. */
export const PAGES_MAX = 40;

/** Reads every page, by `next` or by `offset`. */
export async function walk(
  t: CheckContext,
  list: OpenList,
  { limit, by }: { limit: number; by: 'next' | 'offset' },
): Promise<{ pages: readonly Page[]; is_whole: boolean }> {
  const pages = [await readPage(list, { limit })];
  for (let last = pages[0]; last !== undefined; last = pages.at(-1)) {
    const is_last =
      by === 'next'
        ? last.reply.body.get('next').isNull()
        : countItems(pages) >= Math.max(last.total, pages[0]?.total ?? 0) || last.items.length === 0;
    if (is_last) return { pages, is_whole: true };
    if (pages.length === PAGES_MAX) break;
    pages.push(by === 'next' ? await follow(t, list, last, 'next') : await readPage(list, { limit, offset: countItems(pages) }));
  }
  t.observe(`only the first ${PAGES_MAX} pages with limit=${limit} were read`);
  return { pages, is_whole: false };
}

export function countItems(pages: readonly Page[]): number {
  return pages.reduce((count, { items }) => count + items.length, 0);
}
