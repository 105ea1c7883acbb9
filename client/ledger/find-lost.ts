/** Looks for records that a run may have created: the run ended, or the connection broke, before the response arrived. */
import { lotOf, parseBody, type LedgerRecord } from './record.ts';
import type { Send } from './undo.ts';
import { readItems } from '../replies/read-items.ts';
import type { JsonObject } from '../json.ts';
import { readPath } from '../json.ts';

/** Certainly created by the run, possibly, or not found. What is only possibly ours is reported and never touched. */
type Search = { found: readonly string[] } | { perhaps: readonly string[] } | { cannot_look: string };

const PAGES_MAX = 40;
const PAGE = 50;

/** @param all everything else that the run began: records with a known id are not lost @param marker a text that only this run writes */
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
  const items: JsonObject[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    let answer = await send(actor, 'GET', `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${page * PAGE}`);
    // A target can reject parameters that the document does not list for a list (CONV-7).
    if (answer?.status === 400 || answer?.status === 422) answer = await send(actor, 'GET', path);
    if (answer === undefined) return `there is no token for ${actor}`;
    if (answer.status !== 200) return `GET ${path} returned ${answer.status}`;
    const found = readItems(answer);
    // If lists ignore the offset (PAGE-14), every page is the first one.
    const is_first_again = items.length > 0 && found[0]?.['id'] === items[0]?.['id'];
    if (!is_first_again) items.push(...found);
    if (is_first_again || found.length < PAGE) break;
  }
  return items;
}
