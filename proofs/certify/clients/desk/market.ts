import {
  ApiFailure,
  type Bid,
  type Desk,
  type Failure,
  type Lot,
  type Order,
  type Page,
  type Parts,
  type Query,
} from './desk.ts';
import { backoffMs, sleep } from './wire.ts';

const WALKS_MAX = 3;
const LOTS_TRIED_MAX = 3;
const DAY_MS = 86_400_000;

/** @throws ApiFailure if the response is an error */
export async function readJson<Body>(response: Response): Promise<Body> {
  // The API returns JSON only; `exchange` has checked that.
  const body = (await response.json()) as Body & { error?: Omit<Failure, 'status'> };
  if (response.ok) return body;
  const { code = null, message = `status ${response.status}`, errors } = body.error ?? {};
  throw new ApiFailure({ status: response.status, code, message, errors });
}

export async function get<Body>(desk: Desk, path: string): Promise<Body> {
  return readJson(await desk.wire(new Request(`${desk.settings.base_url}${path}`)));
}

export async function post<Body>(desk: Desk, path: string): Promise<Body> {
  return readJson(await desk.wire(new Request(`${desk.settings.base_url}${path}`, { method: 'POST' })));
}

/** All items of a list, page by page. */
export async function readAll<Item>(desk: Desk, path: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  let url: string | undefined = `${desk.settings.base_url}${path}`;
  while (url !== undefined) {
    const page: Page<Item> = await readJson(await desk.wire(new Request(url)));
    items.push(...page.items);
    url = page.next === null ? undefined : new URL(page.next, url).href;
  }
  return items;
}

async function walkOnce(desk: Desk, query: Query): Promise<{ lots: readonly Lot[]; is_stable: boolean }> {
  const lots = new Map<string, Lot>();
  const totals = new Set<number>();
  const first = new URLSearchParams();
  for (const [name, value] of Object.entries(desk.parts.pageQuery(desk, query))) first.set(name, String(value));
  let url: string | undefined = `${desk.settings.base_url}/inventory?${first.toString()}`;
  while (url !== undefined) {
    const page: Page<Lot> = await readJson(await desk.wire(new Request(url)));
    totals.add(page.total);
    for (const item of page.items) {
      const lot = desk.parts.readLot(item);
      if (lot !== undefined) lots.set(lot.id, lot);
    }
    url = desk.parts.nextOf(desk, url, page);
  }
  return { lots: [...lots.values()], is_stable: totals.size === 1 };
}

/** Places a bid on the best lot. If that lot is gone, on the next one. */
export async function bidOnBest(desk: Desk, commodity: string, quantity_mt: number): Promise<Bid> {
  const lots = desk.parts.choose(await desk.parts.walk(desk, { commodity }));
  let last: unknown = new ApiFailure({ status: null, code: null, message: `There is no ${commodity} to bid on.` });
  for (const lot of lots.slice(0, LOTS_TRIED_MAX)) {
    try {
      return await placeBid(desk, lot, quantity_mt);
    } catch (error) {
      last = error;
      if (!(error instanceof ApiFailure) || !desk.parts.isLotGone(error.failure)) throw error;
    }
  }
  throw last;
}

export async function placeBid(desk: Desk, lot: Lot, quantity_mt: number): Promise<Bid> {
  const order = desk.parts.orderFor(desk, lot, quantity_mt);
  // Kept before it is sent: after a crash, the same order is sent again with the same key.
  desk.store.state.orders.push(order);
  desk.store.save();
  try {
    return await completeOrder(desk, order);
  } catch (error) {
    if (error instanceof ApiFailure && error.failure.status !== null && error.failure.status < 500) {
      desk.store.state.orders.splice(desk.store.state.orders.indexOf(order), 1);
      desk.store.save();
    }
    throw error;
  }
}

export async function completeOrder(desk: Desk, order: Order): Promise<Bid> {
  const bid = await desk.parts.send(desk, order);
  order.bid_id = bid.id;
  desk.store.save();
  // An event may have been faster than this response, and know more.
  if (!desk.bids.has(bid.id)) desk.bids.set(bid.id, bid);
  desk.last_news_ms = Date.now();
  return bid;
}

async function sendOrder(desk: Desk, { lot_id, key, body }: Order): Promise<Bid> {
  const { data, error, response } = await desk.api.POST('/inventory/{id}/bids', {
    params: { path: { id: lot_id } },
    headers: { 'Idempotency-Key': key },
    body,
  });
  if (data !== undefined) return data.data;
  const { code = null, message = '', errors } = (error as { error?: Omit<Failure, 'status'> } | undefined)?.error ?? {}; // The Error object.
  throw new ApiFailure({ status: response.status, code, message, errors });
}

/** Accepts a bid. After a lost response it looks whether the acceptance took effect. */
export async function acceptBid(desk: Desk, bid_id: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await post<{ data: { id: string } }>(desk, `/bids/${bid_id}/accept`);
      return data.id;
    } catch (error) {
      const status = error instanceof ApiFailure ? error.failure.status : undefined;
      if (status === undefined || (status !== null && status < 500 && status !== 429) || attempt === 3) throw error;
      await sleep(backoffMs(desk, { attempt, request: new Request(desk.settings.base_url), response: undefined }));
      const { data: bid } = await get<{ data: Bid }>(desk, `/bids/${bid_id}`);
      const trades =
        bid.status === 'accepted' ? await readAll<{ id: string; bid_id: string | null }>(desk, '/trades?limit=50') : [];
      const made = trades.find((trade) => trade.bid_id === bid_id);
      if (made !== undefined) return made.id;
    }
  }
}

export const marketParts: Pick<
  Parts,
  'walk' | 'pageQuery' | 'nextOf' | 'readLot' | 'choose' | 'orderFor' | 'send' | 'isLotGone'
> = {
  walk: async (desk, query) => {
    for (let walk = 1; ; walk += 1) {
      const { lots, is_stable } = await walkOnce(desk, query);
      // The list changed between two pages, so an item can be missing.
      if (is_stable || walk === WALKS_MAX) return lots;
    }
  },
  pageQuery: (_desk, query) => ({ ...query, limit: 50 }),
  nextOf: (_desk, url, { next }) => (next === null ? undefined : new URL(next, url).href),
  readLot: (lot) => lot,
  choose: (lots) =>
    lots
      .filter(({ grade, asking_price }) => grade !== null && asking_price?.unit === 'MT')
      .toSorted((a, b) => (a.asking_price?.amount ?? 0) - (b.asking_price?.amount ?? 0)),
  orderFor: (_desk, lot, quantity_mt) => {
    const listed_ms = Date.parse(lot.listed_at);
    const dayOf = (days: number): string => new Date(listed_ms + days * DAY_MS).toISOString().slice(0, 10);
    return {
      lot_id: lot.id,
      key: crypto.randomUUID(),
      body: {
        price: { amount: lot.asking_price?.amount ?? 0, unit: 'MT' },
        quantity_mt: Math.min(quantity_mt, lot.quantity_mt),
        delivery: { from: dayOf(400), to: dayOf(430) },
        additional_terms: 'Livraison à la ferme préférée, s’il vous plaît.',
      },
    };
  },
  send: sendOrder,
  isLotGone: ({ status }) => status === 404,
};
