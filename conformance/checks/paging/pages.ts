/** Reading pages: with patience for others who write at the same time, and for lists whose order is not stable. */
import type { JsonNode, Query, Reply } from '#client';
import { ensureSuccess, expectSuccess, expectThat, isSameJson, readUrl } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import type { OpenList } from './lists.ts';

/** A page as far as it is judged here. */
export interface Page {
  reply: Reply;
  items: readonly JsonNode[];
  ids: readonly string[];
  total: number;
}

export async function readPage(list: OpenList, query: Query = {}): Promise<Page> {
  return pageOf(list, await list.actor.get(list.path, { ...list.filter, ...query }));
}

/** @throws Breach where the page is refused, Blocked where the list is refused whatever page is asked for */
async function pageOf(list: OpenList, reply: Reply): Promise<Page> {
  if (!reply.is_success) ensureSuccess(await list.actor.get(list.path, list.filter));
  expectSuccess(reply);
  const items = reply.body.get('items').array();
  return { reply, items, ids: items.map((item) => list.idOf(item)), total: reply.body.get('total').integer() };
}

/**
 * Goes where a link of a page leads. It may be absolute, a path, or a query alone; a link to another host is followed at this one, since a
 * deployment may know itself by another name, and no token is sent anywhere else.
 */
export async function follow(list: OpenList, page: Page, key: 'next' | 'previous' | 'href'): Promise<Page> {
  const link = page.reply.body.get(key).text();
  const asked = page.reply.exchange.url;
  const url = readUrl(link, asked);
  if (url === undefined) return page.reply.body.get(key).breach(`"${key}" is no link.`, 'an absolute URL, a path, or a query');
  const here = url.origin === readUrl(asked)?.origin ? url : readUrl(url.search, asked);
  return pageOf(list, await list.actor.get((here ?? url).href));
}

const TRIES = 5;

/**
 * Whether two ways of asking answer the same page. Ids are compared; where they differ, both are read again and again: a list whose order changes by
 * itself, or that others write to, says nothing (INV-21 and PAGE-15 look at that).
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
    t.observe('the order changes from read to read, so that pages cannot be compared');
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

/** Runs a judgement of a list that nobody writes to: what is found wrong counts only where the total is the same before and after. */
export async function whileUnchanged(t: CheckContext, list: OpenList, judge: () => Promise<void>): Promise<void> {
  for (let i = 0; i < TRIES; i += 1) {
    const before = await readPage(list, { limit: 1 });
    let thrown: unknown;
    try {
      await judge();
    } catch (error) {
      thrown = error;
    }
    const after = await readPage(list, { limit: 1 });
    if (before.total !== after.total) continue;
    if (thrown instanceof Error) throw thrown;
    return;
  }
  t.unverifiable('the list changes all the time: others write to it');
}

/** Whether a list honours `limit` at all: where its row does not list it, it need not (PAGE-14). */
export async function honoursLimit(t: CheckContext, list: OpenList): Promise<boolean> {
  const { items } = await readPage(list, { limit: 1 });
  if (items.length <= 1) return true;
  t.observe('limit is ignored there (PAGE-14)');
  return false;
}

/** So many requests are made for one walk at most. */
export const PAGES_MAX = 40;

/** Every page from the first on, by `next`, or by `offset`. */
export async function walk(
  t: CheckContext,
  list: OpenList,
  { limit, by }: { limit: number; by: 'next' | 'offset' },
): Promise<{ pages: readonly Page[]; is_whole: boolean }> {
  const pages = [await readPage(list, { limit })];
  for (let last = pages[0]; last !== undefined && pages.length < PAGES_MAX; last = pages.at(-1)) {
    const is_last =
      by === 'next' ? last.reply.body.get('next').isNull() : countItems(pages) >= last.total || last.items.length === 0;
    if (is_last) return { pages, is_whole: true };
    pages.push(by === 'next' ? await follow(list, last, 'next') : await readPage(list, { limit, offset: countItems(pages) }));
  }
  t.observe(`only the first ${PAGES_MAX} pages of ${limit} were walked`);
  return { pages, is_whole: false };
}

export function countItems(pages: readonly Page[]): number {
  return pages.reduce((count, { items }) => count + items.length, 0);
}
