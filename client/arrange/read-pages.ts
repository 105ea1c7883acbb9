/** Reads lists page by page, in every form that a list can have. */
import { CONSISTENCY_MS, poll, readUntil } from '../clock.ts';
import { readPath, isObject, type JsonObject } from '../json.ts';
import { expectStatus, itemsOf } from '../replies/expect.ts';
import { Blocked, Unverifiable } from '../replies/findings.ts';
import type { JsonNode } from '../replies/json-node.ts';
import { idOfRecord, readItems } from '../replies/read-items.ts';
import type { Reply } from '../replies/reply.ts';
import type { Actor, Query } from '../session/actor.ts';

/** The maximum size of a page (PAGE-2). */
export const PAGE = 50;
/** The default size: a shorter list without a total is complete. */
const DEFAULT_PAGE = 20;
const PAGES_MAX = 60;
/** The number of overlapping items between pages. */
const OVERLAP = 10;

/** A page of a list. */
interface Page<Response> {
  readonly response: Response;
  readonly items: readonly JsonObject[];
  /** Whether the list ends with this page. */
  readonly is_last: boolean;
  /** Whether this repeats the previous page, because the list ignores the offset (PAGE-14). */
  readonly is_repeated: boolean;
}

/**
 * Reads the pages of a list, until one is the last, or repeats the one before. Pages overlap, because a concurrent removal moves later
 * items forward. Does not check the responses: one without items is the last page.
 */
export async function* readPages<Response extends { readonly json: unknown }>(
  readAt: (offset: number) => Promise<Response>,
): AsyncGenerator<Page<Response>> {
  let previous: string | undefined;
  for (let pages = 0, offset = 0; pages < PAGES_MAX; pages += 1) {
    const response = await readAt(offset);
    const items = readItems(response);
    const [total, limit, given] = ['total', 'limit', 'offset'].map((key) => numberIn(response.json, key));
    const head = JSON.stringify(items[0]);
    const is_repeated = (given !== undefined && given !== offset) || (items.length > 0 && head === previous);
    // Pages can count listings or bids, so advance by the page's own limit.
    const step = limit ?? items.length;
    const is_whole = total === undefined ? items.length < DEFAULT_PAGE : Math.max(items.length, offset + step) >= total;
    const is_last = !is_repeated && (items.length === 0 || is_whole);
    yield { response, items, is_last, is_repeated };
    if (is_last || is_repeated) return;
    previous = head;
    offset += step > 2 * OVERLAP ? step - OVERLAP : step;
  }
}

function numberIn(json: unknown, key: string): number | undefined {
  const value = readPath(json, key);
  return typeof value === 'number' ? value : undefined;
}

/** Reads a page of up to 50 items. A target can reject parameters that the document does not list for a list (CONV-7), and is then asked without them. */
export async function getLongPage(actor: Actor, path: string, query: Query = {}, offset = 0): Promise<Reply> {
  const reply = await actor.get(path, { ...query, limit: PAGE, offset });
  return reply.status === 400 || reply.status === 422 ? actor.get(path, query) : reply;
}

/** The pages of a list. @throws Blocked if a page fails */
export async function* pagesOf(actor: Actor, path: string, query: Query = {}): AsyncGenerator<readonly JsonNode[]> {
  for await (const { response } of readPages(async (offset) => actor.get(path, { ...query, limit: PAGE, offset }))) {
    if (response.status !== 200 || !Array.isArray(readPath(response.json, 'items')))
      throw new Blocked(`GET ${path} returns no page (status ${response.status})`, response.exchange);
    yield response.items;
  }
}

/** All items of a paged list, with duplicates. @throws Blocked if a page fails */
export async function listAllPages(actor: Actor, path: string, query: Query = {}): Promise<readonly JsonNode[]> {
  const all: JsonNode[] = [];
  for await (const items of pagesOf(actor, path, query)) all.push(...items);
  return all;
}

/**
 * Waits for a new row to be listed, which can take a moment; concurrent writes can also move rows between pages while they are read.
 * @param look undefined if the row is missing
 */
export async function awaitListed<Found>(
  look: () => Promise<Found | undefined>,
  signal?: AbortSignal,
): Promise<Found | undefined> {
  return poll(look, { within_ms: CONSISTENCY_MS, signal });
}

/** Waits for an item in a paged list; undefined if it does not appear. */
export async function awaitInList(actor: Actor, path: string, id: string, query: Query = {}): Promise<JsonNode | undefined> {
  return awaitListed(async () => (await listAllPages(actor, path, query)).find((item) => hasId(item, id)));
}

export function hasId({ value }: JsonNode, id: string): boolean {
  return isObject(value) && idOfRecord(value) === id;
}

/**
 * Finds an item in a list that can be paged by items, by bids, or not at all (PAGE-1, PAGE-14). Returns undefined only if it is certainly missing.
 * @throws Unverifiable if the target shows only part of the list
 */
export async function findItem(
  actor: Actor,
  path: string,
  query: Query,
  isWanted: (item: JsonNode) => boolean,
): Promise<JsonNode | undefined> {
  const first = await searchPages(actor, path, query, isWanted);
  // Concurrent writes can move an item to a page that was already read.
  return first.found ?? (first.pages > 1 ? (await searchPages(actor, path, query, isWanted)).found : undefined);
}

async function searchPages(
  actor: Actor,
  path: string,
  query: Query,
  isWanted: (item: JsonNode) => boolean,
): Promise<{ found: JsonNode | undefined; pages: number }> {
  let pages = 0;
  for await (const { response, is_last, is_repeated } of readPages(async (at) => getLongPage(actor, path, query, at))) {
    pages += 1;
    expectStatus(response, 200);
    const items = itemsOf(response);
    const found = items.find(isWanted);
    const is_whole = is_repeated && numberIn(response.json, 'total') === undefined;
    if (found !== undefined || is_last || (is_whole && (await ignoresLimit(actor, path, query, items.length))))
      return { found, pages };
  }
  throw new Unverifiable(`GET ${path} shows only part of its list, whatever the offset`);
}

/** A longer list is read in part, since each page is a request. */
const WHOLE_PAGES_MAX = 25;

/**
 * Reads a list in any form that it can have, as far as it can be read.
 * @param take receives each page, and returns whether the rest is not needed
 * @returns whether it was read to its end
 * @throws Breach if a page fails
 */
export async function readWholeList(
  actor: Actor,
  path: string,
  query: Query,
  take: (items: readonly JsonNode[]) => boolean,
): Promise<boolean> {
  let pages = 0;
  for await (const { response, is_last, is_repeated } of readPages(async (at) => getLongPage(actor, path, query, at))) {
    pages += 1;
    expectStatus(response, 200);
    const items = itemsOf(response);
    if (take(items)) return false;
    const has_no_pages = is_repeated && numberIn(response.json, 'total') === undefined;
    if (is_last || (has_no_pages && (await ignoresLimit(actor, path, query, items.length)))) return true;
    if (pages === WHOLE_PAGES_MAX) break;
  }
  return false;
}

/** Whether a list that ignores the offset also ignores the limit, so that it has no pages. */
async function ignoresLimit(actor: Actor, path: string, query: Query, length: number): Promise<boolean> {
  const reply = await actor.get(path, { ...query, limit: 1 });
  return reply.is_success && itemsOf(reply).length === length;
}

/** Whether a resource of the actor is in its list. */
export async function isInOwnList(actor: Actor, path: string, id: string, query: Query = {}): Promise<boolean> {
  return (await findItem(actor, path, query, (item) => item.find('id')?.value === id)) !== undefined;
}

/** Waits until a resource of the actor is in its list. */
export async function isInOwnListSoon(...own: Parameters<typeof isInOwnList>): Promise<boolean> {
  return readUntil(() => isInOwnList(...own), Boolean);
}

/**
 * A list that ignores the offset can hide items behind its first page.
 * @throws Unverifiable if a list ignores the offset (PAGE-14) and its page is full
 */
export async function ensurePaging(actor: Actor, path: string): Promise<void> {
  for await (const { items, is_repeated } of readPages(async (offset) => actor.get(path, { limit: PAGE, offset }))) {
    if (is_repeated && items.length >= DEFAULT_PAGE)
      throw new Unverifiable(`GET ${path} shows only its first ${items.length} entries, and there may be more`);
  }
}
