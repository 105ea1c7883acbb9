/** The rest of the marketplace: what sellers and rivals do, and what the client's team has. */
import type { paths } from '#spec/openapi.types';
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { Mock } from '#mock';
import { dateFromToday } from '#client';

export interface Lot {
  readonly id: string;
  readonly commodity: string;
  readonly grade: string | null;
  readonly quantity_mt: number;
  readonly price: number | null;
  readonly expires_at: string | null;
}

export interface WorldBid {
  readonly id: string;
  readonly inventory_id: string;
  readonly status: string;
  readonly quantity_mt: number;
  readonly created_at: string;
  readonly expires_at: string | null;
}

const PAGE = 50;
/** A lot for a stage has room for several bids. */
const ROOM_MT = 60;
const SELLER_SCOPES = ['bids.read', 'bids.write', 'listings.read', 'listings.write', 'farms.read', 'inventory.read'];

interface StoredLot {
  relations: { seller: { id: string } };
}

export class Market {
  readonly #mock: Mock;
  readonly #log: (text: string) => void;
  readonly #used = new Set<string>();

  /** @param log notes what happened in the world */
  constructor(mock: Mock, log: (text: string) => void) {
    this.#mock = mock;
    this.#log = log;
  }

  async lots(): Promise<readonly Lot[]> {
    const items = await readAll(async (page) =>
      this.#mock.as('buyer').GET('/inventory', { params: { query: { ...page, sort: 'price' } } }),
    );
    return items.map(({ id, commodity, grade, quantity_mt, asking_price, expires_at }) => {
      const price = asking_price?.amount ?? null;
      return { id, commodity: commodity.slug, grade, quantity_mt, price, expires_at };
    });
  }

  /** A graded, priced lot with room that no stage has used. */
  async pickLot(fits: (lot: Lot) => boolean = () => true): Promise<Lot> {
    const lot = (await this.lots()).find((one) => isSuitable(one) && !this.#used.has(one.id) && fits(one));
    if (lot === undefined) throw new Error('the world has no lot left for this stage; use another --seed');
    this.#used.add(lot.id);
    return lot;
  }

  /** Like `pickLot`, but the lot does not expire within `seconds` of the world's clock: its bids would be rejected (BID-29). */
  async pickLotFor(seconds: number): Promise<Lot> {
    const until_ms = Date.parse(await this.#mock.clock.now()) + seconds * 1_000;
    return this.pickLot(({ expires_at }) => expires_at === null || Date.parse(expires_at) > until_ms);
  }

  /** The cheapest lot of a commodity. It is graded and has room. */
  async pickCheapestLot(): Promise<Lot> {
    const cheapest = new Map<string, Lot>();
    for (const lot of await this.lots()) if (lot.price !== null && !cheapest.has(lot.commodity)) cheapest.set(lot.commodity, lot);
    const lot = [...cheapest.values()].find(isSuitable);
    if (lot === undefined) throw new Error('the world has no commodity for this stage; use another --seed');
    return lot;
  }

  /** The bids of the client's team, newest first. */
  async bids(): Promise<readonly WorldBid[]> {
    return readAll(async (page) => this.#mock.as('buyer').GET('/bids', { params: { query: page } }));
  }

  async bidIds(): Promise<ReadonlySet<string>> {
    return new Set((await this.bids()).map(({ id }) => id));
  }

  async statusOf(bid_id: string): Promise<string> {
    const { data } = await this.#mock.as('buyer').GET('/bids/{id}', { params: { path: { id: bid_id } } });
    return data?.data.status ?? 'unknown';
  }

  /** The seller of the lot accepts. @returns the trade */
  async accept(bid: WorldBid): Promise<string> {
    const seller = await this.#sellerOf(bid.inventory_id);
    const { data } = await seller.POST('/bids/{id}/accept', { params: { path: { id: bid.id } } });
    if (data === undefined) throw new Error(`the seller cannot accept ${bid.id}`);
    this.#log(`the seller accepts ${bid.id}; trade ${data.data.id} is created`);
    return data.data.id;
  }

  /** The seller counters with a higher price. @returns the counter bid */
  async counter(bid: WorldBid): Promise<string> {
    const seller = await this.#sellerOf(bid.inventory_id);
    const { data } = await seller.POST('/bids/{id}/counter', {
      params: { path: { id: bid.id } },
      body: { price: { amount: 999.5, unit: 'MT' }, quantity_mt: bid.quantity_mt, delivery: delivery() },
    });
    if (data === undefined) throw new Error(`the seller cannot counter ${bid.id}`);
    this.#log(`the seller counters ${bid.id} with ${data.data.id}`);
    return data.data.id;
  }

  /** The seller withdraws a counter bid, or rejects a bid. */
  async reject(bid_id: string, lot_id: string): Promise<void> {
    const seller = await this.#sellerOf(lot_id);
    await seller.POST('/bids/{id}/reject', { params: { path: { id: bid_id } } });
    this.#log(`the seller rejects ${bid_id}`);
  }

  /** The seller takes the lot off the market, or puts it on the market again. */
  async setListed(lot_id: string, listed: boolean): Promise<void> {
    const seller = await this.#sellerOf(lot_id);
    await seller.PATCH('/me/inventory/{id}', { params: { path: { id: lot_id } }, body: { listed } });
    this.#log(`the seller ${listed ? 'lists' : 'delists'} ${lot_id}`);
  }

  async sellToRival(lot: Lot): Promise<void> {
    const { data } = await this.#mock.as('rival').POST('/inventory/{id}/bids', {
      params: { path: { id: lot.id } },
      body: { price: { amount: 1_500, unit: 'MT' }, quantity_mt: lot.quantity_mt, delivery: delivery() },
    });
    if (data === undefined) throw new Error(`the rival cannot bid on ${lot.id}`);
    const seller = await this.#sellerOf(lot.id);
    await seller.POST('/bids/{id}/accept', { params: { path: { id: data.data.id } } });
    this.#log(`a rival buys the whole lot ${lot.id}`);
  }

  /** Both invoices are paid. */
  async settle(trade_id: string): Promise<void> {
    await this.pay(trade_id, 'buyer');
    await this.pay(trade_id, 'seller');
  }

  async pay(trade_id: string, invoice: 'buyer' | 'seller'): Promise<void> {
    await this.#mock.payInvoice(trade_id, invoice);
    this.#log(`the ${invoice} invoice of ${trade_id} is paid`);
  }

  /** A trade of the client's team. */
  async someTradeId(): Promise<string | undefined> {
    const { data } = await this.#mock.as('buyer').GET('/trades', { params: { query: { limit: 1 } } });
    return data?.items[0]?.id;
  }

  async counterpartyOf(trade_id: string): Promise<string | undefined> {
    const { data } = await this.#mock.as('buyer').GET('/trades/{id}', { params: { path: { id: trade_id } } });
    return data?.data.counterparty?.name;
  }

  async advance(seconds: number, why: string): Promise<void> {
    await this.#mock.clock.advance(seconds);
    this.#log(`the clock of the world moves on by ${describeSeconds(seconds)}: ${why}`);
  }

  async #sellerOf(lot_id: string): Promise<Client<paths>> {
    const { relations } = await this.#mock.truth<StoredLot>(lot_id);
    const { access_token } = await this.#mock.control<{ access_token: string }>('POST', '/tokens', {
      user_id: relations.seller.id,
      client_id: 'gristmill-partner',
      scopes: SELLER_SCOPES,
      expires_in: null,
    });
    return createClient<paths>({ baseUrl: this.#mock.base_url, headers: { Authorization: `Bearer ${access_token}` } });
  }
}

/** All items of a list of the mock. */
async function readAll<Item>(
  readPage: (page: { limit: number; offset: number }) => Promise<{ data?: { items: Item[]; next: string | null } }>,
): Promise<readonly Item[]> {
  const all: Item[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { data } = await readPage({ limit: PAGE, offset });
    if (data === undefined) throw new Error('the mock does not show one of its lists');
    all.push(...data.items);
    if (data.next === null) return all;
  }
}

/** Far enough ahead for every stage. */
function delivery(): { from: string; to: string } {
  return { from: dateFromToday(300), to: dateFromToday(330) };
}

function isSuitable({ grade, price, quantity_mt }: Lot): boolean {
  return grade !== null && price !== null && quantity_mt >= ROOM_MT;
}

function describeSeconds(seconds: number): string {
  const [size, unit] = Math.abs(seconds) >= 86_400 ? [86_400, 'days'] : [3_600, 'h'];
  return `${Math.round((seconds / size) * 10) / 10} ${unit}`;
}
