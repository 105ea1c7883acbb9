/** Looks for what a run has begun to make and may have made: it ended, or the line broke, before the answer came. */
import type { LedgerRecord } from './record.ts';
import type { Send } from './undo.ts';
import { parseBody } from './undo.ts';
import { itemsIn } from '../replies/read-items.ts';

type Json = Readonly<Record<string, unknown>>;

/** Certainly made by the run; perhaps; or not there. What is only perhaps ours is told, and never touched. */
export type Search = { found: readonly string[] } | { perhaps: readonly string[] } | { cannot_look: string };

const PAGES_MAX = 40;
const PAGE = 50;

/** @param all what the run has begun besides: what it knows by id is not lost @param marker a text that only this run writes */
export async function findLost(record: LedgerRecord, send: Send, all: readonly LedgerRecord[], marker: string): Promise<Search> {
  const body = parseBody(record.body);
  const known = new Set(all.map(({ id }) => id));
  const search = async (path: string, isOurs: (item: Json) => boolean, mayBe: (item: Json) => boolean): Promise<Search> => {
    const items = await listAll(record.actor, path, send);
    if (typeof items === 'string') return { cannot_look: items };
    const unknown = items.filter((item) => typeof item['id'] === 'string' && !known.has(item['id']));
    const found = unknown.filter(isOurs).map(({ id }) => String(id));
    return found.length > 0 ? { found } : { perhaps: unknown.filter(mayBe).map(({ id }) => String(id)) };
  };
  switch (record.kind) {
    case 'webhook':
      // Every mailbox of a run has a path that nobody can guess.
      return search('/webhooks', ({ url }) => url === body['url'], none);
    case 'listing':
      return search('/me/inventory', isOwnListing(body, all, marker), (item) => isAlikeListing(item, body));
    case 'bid':
      // A counter, and what the simulator places, is on a listing of the run's: it goes with that.
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

/** On a farm that the run itself has made there is nothing of anybody else; nor is there the run's own text in what others wrote. */
function isOwnListing(body: Json, all: readonly LedgerRecord[], marker: string): (item: Json) => boolean {
  const is_own_farm = all.some(({ kind, id }) => kind === 'farm' && id !== undefined && id === body['farm_id']);
  const variety = body['variety'];
  const is_marked = typeof variety === 'string' && marker !== '' && variety.includes(marker);
  return (item) => (is_own_farm && farmOf(item) === body['farm_id']) || (is_marked && item['variety'] === variety);
}

function isAlikeListing(item: Json, body: Json): boolean {
  return farmOf(item) === body['farm_id'] && item['quantity_mt'] === body['quantity_mt'] && item['status'] !== 'archived';
}

function farmOf({ farm }: Json): unknown {
  return typeof farm === 'object' && farm !== null && 'id' in farm ? farm.id : undefined;
}

function lotOf({ path }: LedgerRecord): string | undefined {
  return /^\/inventory\/([^/]+)\/bids$/.exec(path)?.[1];
}

/** All items, page by page; why not, where they cannot be read. */
async function listAll(actor: string, path: string, send: Send): Promise<readonly Json[] | string> {
  const items: Json[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await send(actor, 'GET', `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}&offset=${page * PAGE}`);
    if (answer === undefined) return `there is no token of ${actor}`;
    if (answer.status !== 200) return `GET ${path} answered ${answer.status}`;
    const found = itemsIn(answer.json);
    // Where lists take no offset (PAGE-14) every page is the first.
    const is_first_again = items.length > 0 && found[0]?.['id'] === items[0]?.['id'];
    if (!is_first_again) items.push(...found);
    if (is_first_again || found.length < PAGE) break;
  }
  return items;
}
