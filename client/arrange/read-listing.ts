import type { JsonNode } from '../replies/json-node.ts';
import { ensureSuccess, expectStatus, resourceOf } from '../replies/expect.ts';
import type { Actor } from '../session/actor.ts';
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
