import { isObject, type JsonNode } from '../replies/json-node.ts';
import { ensureSuccess, expectStatus, resourceOf } from '../replies/expect.ts';
import type { Actor, Query } from '../session/actor.ts';
import { encodePath } from '../http/encode-path.ts';

/** The cause of a blocked check. */
export const STAYS_LISTED = 'PATCH /me/inventory/{id} with listed false leaves the listing listed';

/** Reads a listing as its seller. @throws Blocked if that fails */
export async function readListing(seller: Actor, id: string): Promise<JsonNode> {
  const reply = await seller.get(encodePath`/me/inventory/${id}`);
  ensureSuccess(reply);
  return resourceOf(reply);
}

/** Like readListing, if the tested clause requires that it can be read. @throws Breach if that fails */
export async function expectListing(seller: Actor, id: string): Promise<JsonNode> {
  const reply = await seller.get(encodePath`/me/inventory/${id}`);
  expectStatus(reply, 200);
  return resourceOf(reply);
}

/** The maximum number of pages to read. */
const PAGES_MAX = 40;

/** Whether a listing is on the first 40 pages of a list. @throws Breach if a page cannot be read */
export async function isListed(actor: Actor, path: string, id: string, query: Query = {}): Promise<boolean> {
  for (let offset = 0; offset < PAGES_MAX * 50; offset += 50) {
    const reply = await actor.get(path, { ...query, limit: 50, offset });
    expectStatus(reply, 200);
    const items = isObject(reply.json) && Array.isArray(reply.json['items']) ? reply.json['items'] : [];
    if (items.some((item) => isObject(item) && item['id'] === id)) return true;
    const total = isObject(reply.json) ? reply.json['total'] : undefined;
    if (items.length === 0 || (typeof total === 'number' && offset + items.length >= total)) return false;
  }
  return false;
}
