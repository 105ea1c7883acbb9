import { expectStatus, itemsOf } from '../replies/expect.ts';
import { Unverifiable } from '../replies/findings.ts';
import type { JsonNode } from '../replies/json-node.ts';
import { isObject } from '../json.ts';
import type { Actor, Query } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';
import { readUntil } from './read-bids.ts';
import { getLongPage } from './read-lists.ts';

/** The maximum number of pages to read. */
const PAGES_MAX = 60;

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
  let first: string | undefined;
  for (let page = 0, offset = 0; page < PAGES_MAX; page += 1) {
    const reply = await getLongPage(actor, path, query, offset);
    expectStatus(reply, 200);
    const items = itemsOf(reply);
    const found = items.find(isWanted);
    if (found !== undefined) return { found, pages: page + 1 };
    const { total, limit, offset: given } = numbersIn(reply);
    const head = JSON.stringify(items[0]?.value);
    // The target returned the previous page again.
    if ((given !== undefined && given !== offset) || (page > 0 && head === first)) {
      if (total === undefined && (await ignoresLimit(actor, path, query, items.length))) return { found, pages: page + 1 };
      break;
    }
    const is_last = items.length === 0 || (total !== undefined && offset + (limit ?? items.length) >= total);
    if (is_last || isWhole(items.length, total)) return { found, pages: page + 1 };
    first = head;
    // Pages can count listings or bids, so advance by the page's own limit.
    offset += limit ?? items.length;
  }
  throw new Unverifiable(`GET ${path} shows only part of its list, whatever the offset`);
}

/** Whether a list that ignores the offset ignores the limit too: then it has no pages. */
async function ignoresLimit(actor: Actor, path: string, query: Query, length: number): Promise<boolean> {
  const reply = await actor.get(path, { ...query, limit: 1 });
  return reply.is_success && itemsOf(reply).length === length;
}

/** Without a total, a list shorter than a page is complete. */
function isWhole(length: number, total: number | undefined): boolean {
  return total === undefined ? length < 20 : length >= total;
}

function numbersIn({ json }: Reply): { total: number | undefined; limit: number | undefined; offset: number | undefined } {
  const read = (key: string): number | undefined => {
    const value = isObject(json) ? json[key] : undefined;
    return typeof value === 'number' ? value : undefined;
  };
  return { total: read('total'), limit: read('limit'), offset: read('offset') };
}

/** Waits until an own resource is in its list. */
export async function isInOwnListSoon(...own: Parameters<typeof isInOwnList>): Promise<boolean> {
  return readUntil(() => isInOwnList(...own), Boolean);
}

/** Whether an own resource is in its list. */
export async function isInOwnList(actor: Actor, path: string, id: string, query: Query = {}): Promise<boolean> {
  return (await findItem(actor, path, query, (item) => item.find('id')?.value === id)) !== undefined;
}
