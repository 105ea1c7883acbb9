/** Looks for records that a run may have created: the run ended, or the connection broke, before the response arrived. */
import { lotOf, parseBody, type LedgerRecord } from './record.ts';
import type { Send, LedgerResponse } from './undo.ts';
import type { JsonObject } from '../json.ts';
import { readPath } from '../json.ts';
import { PAGE, readPages } from '../arrange/read-pages.ts';

/** Certainly created by the run, possibly, or not found. What is only possibly ours is reported and never touched. */
type Search = { found: readonly string[] } | { perhaps: readonly string[] } | { cannot_look: string };

/** @param all everything else that the run began: records with a known id are not lost @param marker a string that only this run writes */
export async function findLost(record: LedgerRecord, send: Send, all: readonly LedgerRecord[], marker: string): Promise<Search> {
  const body = parseBody(record.body);
  const known = new Set(all.map(({ id }) => id));
  const search = async (
    path: string,
    isOurs: (item: JsonObject) => boolean,
    mayBe: (item: JsonObject) => boolean,
  ): Promise<Search> => {
    const items = await listAll(record.actor, path, send);
    if (typeof items === 'string') return { cannot_look: items };
    const unknown = items.filter((item) => typeof item['id'] === 'string' && !known.has(item['id']));
    const found = unknown.filter(isOurs).map(({ id }) => String(id));
    return found.length > 0 ? { found } : { perhaps: unknown.filter(mayBe).map(({ id }) => String(id)) };
  };
  switch (record.kind) {
    case 'webhook':
      // Every mailbox has an unguessable path.
      return search('/webhooks', ({ url }) => url === body['url'], none);
    case 'listing':
      return search('/me/inventory', isOwnListing(body, all, marker), (item) => isAlikeListing(item, body));
    case 'bid':
      // Counters and simulated bids are on a listing of the run, and are removed with it.
      if (lotOf(record) === undefined) return { perhaps: [] };
      return search(
        '/bids?status=pending',
        none,
        (item) => item['inventory_id'] === lotOf(record) && item['quantity_mt'] === body['quantity_mt'],
      );
    case 'cash_bid':
      return search('/cash-bids?is_active=true', none, ({ quantity_mt }) => quantity_mt === body['quantity_mt']);
    default:
      return { perhaps: [] };
  }
}

const none = (): boolean => false;

/** A farm that the run created holds only the run's listings, and only the run writes its marker. */
function isOwnListing(body: JsonObject, all: readonly LedgerRecord[], marker: string): (item: JsonObject) => boolean {
  const is_own_farm = all.some(({ kind, id }) => kind === 'farm' && id !== undefined && id === body['farm_id']);
  const variety = body['variety'];
  const is_marked = typeof variety === 'string' && marker !== '' && variety.includes(marker);
  return (item) =>
    (is_own_farm && readPath(item, 'farm', 'id') === body['farm_id']) || (is_marked && item['variety'] === variety);
}

function isAlikeListing(item: JsonObject, body: JsonObject): boolean {
  return (
    readPath(item, 'farm', 'id') === body['farm_id'] &&
    item['quantity_mt'] === body['quantity_mt'] &&
    item['status'] !== 'archived'
  );
}

/** All items, page by page, or the reason why they cannot be read. */
async function listAll(actor: string, path: string, send: Send): Promise<readonly JsonObject[] | string> {
  const readAt = async (offset: number): Promise<Partial<LedgerResponse> & { json: unknown }> => {
    const page = await send(actor, 'GET', `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${offset}`);
    // A target can reject parameters that the document does not list for a list (CONV-7).
    const sent = page?.status === 400 || page?.status === 422 ? await send(actor, 'GET', path) : page;
    return sent ?? { json: undefined };
  };
  const all: JsonObject[] = [];
  for await (const { response, items, is_repeated } of readPages(readAt)) {
    if (response.status === undefined) return `there is no token for ${actor}`;
    if (response.status !== 200) return `GET ${path} returned ${response.status}`;
    if (!is_repeated) all.push(...items);
  }
  return all;
}
