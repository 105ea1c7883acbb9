import { expectStatus, itemsOf } from '../replies/expect.ts';
import { Unverifiable } from '../replies/findings.ts';
import type { JsonNode } from '../replies/json-node.ts';
import { isObject } from '../replies/json-node.ts';
import type { Actor } from '../session/actor.ts';
import type { Reply } from '../replies/reply.ts';

type Query = Readonly<Record<string, string | number | boolean>>;

/** More pages than this are not looked through. */
const PAGES_WALKED = 60;

/**
 * One item of a list that may be paged, paged by bids rather than listings, or not be paged at all (PAGE-1, PAGE-14); undefined where it is surely missing.
 * @throws Unverifiable where the target shows no more than a part of its list
 */
export async function findItem(
  actor: Actor,
  path: string,
  query: Query,
  isWanted: (item: JsonNode) => boolean,
): Promise<JsonNode | undefined> {
  const first = await listAllPages(actor, path, query, isWanted);
  // Others write at the same time: what moved from a page to the one before it was passed by.
  return first.found ?? (first.pages > 1 ? (await listAllPages(actor, path, query, isWanted)).found : undefined);
}

async function listAllPages(
  actor: Actor,
  path: string,
  query: Query,
  isWanted: (item: JsonNode) => boolean,
): Promise<{ found: JsonNode | undefined; pages: number }> {
  let first: string | undefined;
  for (let page = 0, offset = 0; page < PAGES_WALKED; page += 1) {
    const reply = await actor.get(path, { ...query, limit: 50, offset });
    expectStatus(reply, 200);
    const items = itemsOf(reply);
    const found = items.find(isWanted);
    if (found !== undefined) return { found, pages: page + 1 };
    const { total, limit, offset: given } = numbersIn(reply);
    const head = JSON.stringify(items[0]?.value);
    // The page that was asked for before, whatever is asked for now.
    if ((given !== undefined && given !== offset) || (page > 0 && head === first)) break;
    const is_last = items.length === 0 || (total !== undefined && offset + (limit ?? items.length) >= total);
    if (is_last || isWhole(items.length, total)) return { found, pages: page + 1 };
    first = head;
    // What a page counts may be listings or bids: its own limit says how far to go.
    offset += limit ?? items.length;
  }
  throw new Unverifiable(`GET ${path} shows only a part of its list, whatever offset it is asked for`);
}

/** A list without a total is whole where it is shorter than any page may be. */
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

/** Whether an own listing or farm is in its list. */
export async function isInOwnList(actor: Actor, path: string, id: string, query: Query = {}): Promise<boolean> {
  return (await findItem(actor, path, query, (item) => item.find('id')?.value === id)) !== undefined;
}
