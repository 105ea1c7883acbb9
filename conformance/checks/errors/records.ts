/** Reads records as their owners, to see whether a rejected request changed them. */
import { resourceIn, type Actor, encodePath, type JsonObject } from '#client';
import type { CheckContext } from '../../check/check-context.ts';

/** Reads some fields of a record as its owner. @returns undefined if it cannot be read */
async function readMembers(owner: Actor, path: string, keys: readonly string[]): Promise<JsonObject | undefined> {
  const reply = await owner.get(path);
  return reply.is_success ? pick(resourceIn(reply.json), keys) : undefined;
}

function pick(resource: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (key in resource ? [[key, resource[key]]] : [])));
}

/** A farm in its full form. @returns undefined if it cannot be read */
export async function readFarm(seller: Actor, id: string): Promise<JsonObject | undefined> {
  return readMembers(seller, encodePath`/me/farms/${id}`, ['name', 'latitude', 'longitude', 'nearest_city', 'nearest_province']);
}

/** A listing as its seller sees it. The document does not name the field of its price. @returns undefined if it cannot be read */
export async function readOwnListing(seller: Actor, id: string): Promise<JsonObject | undefined> {
  return readMembers(seller, encodePath`/me/inventory/${id}`, ['status', 'target_price', 'asking_price', 'quantity_mt']);
}

/**
 * Reads `is_active` of a cash bid, and the fields that `fixtures.cash_bid_patch` changes. No operation reads a single cash bid, so this sends PATCH without a
 * body, which changes nothing (CB-12). @returns undefined if it fails
 */
export async function readCashBid(t: CheckContext, id: string): Promise<JsonObject | undefined> {
  const reply = await t.elevator.patch(encodePath`/cash-bids/${id}`);
  const keys = Object.keys(t.run.settings.fixtures.cash_bid_patch ?? {});
  return reply.is_success ? pick(resourceIn(reply.json), ['is_active', ...keys]) : undefined;
}
