import type { paths } from '#spec/openapi.types';
import type { Client } from 'openapi-fetch';
import { openApi, refuse, type Schemas } from '../marketplace-api.ts';

/** A lot as the desk displays it. */
interface Offer {
  lot_id: string;
  what: string;
  tonnes: number;
  from: string;
}

/** A bid that the desk places. */
interface Order {
  lot_id: string;
  price_per_tonne: number;
  tonnes: number;
  delivery: { from: string; to: string };
  /** The Idempotency-Key: a retry with the same key places no second bid. */
  key?: string;
}

interface Deal {
  trade_id: string;
  is_settled: boolean;
  /** Undefined until both invoices are paid. */
  seller: string | undefined;
}

/** A buyer that searches for grain, bids, accepts counters, and follows its trades. */
export class BuyerDesk {
  readonly #api: Client<paths>;

  /** @param base_url ends in /v1 */
  constructor(base_url: string, token: string) {
    this.#api = openApi(base_url, token);
  }

  async search(commodity: string): Promise<readonly Offer[]> {
    const { data, error } = await this.#api.GET('/inventory', { params: { query: { commodity, sort: 'price', limit: 5 } } });
    return (data ?? refuse(error)).items.map(toOffer);
  }

  async look(id: string): Promise<Offer> {
    const { data, error } = await this.#api.GET('/inventory/{id}', { params: { path: { id } } });
    return toOffer((data ?? refuse(error)).data);
  }

  async bid({
    lot_id,
    price_per_tonne,
    tonnes,
    delivery,
    key,
  }: Order): Promise<{ bid_id: string; reference: string; status: string }> {
    const { data, error } = await this.#api.POST('/inventory/{id}/bids', {
      params: { path: { id: lot_id }, header: headerOf(key) },
      body: { price: { amount: price_per_tonne, unit: 'MT' }, quantity_mt: tonnes, delivery },
    });
    const { id, reference, status } = (data ?? refuse(error)).data;
    return { bid_id: id, reference, status };
  }

  /** @param prices per tonne, by grade @returns the id of the bid */
  async bidByGrades(
    lot_id: string,
    prices: Readonly<Record<string, number>>,
    { tonnes, delivery, key }: Omit<Order, 'lot_id' | 'price_per_tonne'>,
  ): Promise<string> {
    const bids = Object.entries(prices).map(([grade, amount]) => ({ grade, price: { amount, unit: 'MT' as const } }));
    const { data, error } = await this.#api.POST('/inventory/{id}/bids', {
      params: { path: { id: lot_id }, header: headerOf(key) },
      body: { bids, quantity_mt: tonnes, delivery },
    });
    return (data ?? refuse(error)).data.id;
  }

  async openBids(): Promise<readonly string[]> {
    const { data, error } = await this.#api.GET('/bids', { params: { query: { status: 'pending' } } });
    return (data ?? refuse(error)).items.map(({ id }) => id);
  }

  async accept(id: string): Promise<Deal> {
    const { data, error } = await this.#api.POST('/bids/{id}/accept', { params: { path: { id } } });
    return toDeal((data ?? refuse(error)).data);
  }

  async follow(id: string): Promise<Deal> {
    const { data, error } = await this.#api.GET('/trades/{id}', { params: { path: { id } } });
    return toDeal((data ?? refuse(error)).data);
  }
}

function headerOf(key: string | undefined): { 'Idempotency-Key'?: string } {
  return key === undefined ? {} : { 'Idempotency-Key': key };
}

function toOffer({ id, commodity, grade, quantity_mt, location }: Schemas['Inventory']): Offer {
  const place = location === null ? 'unknown location' : `${location.nearest_city}, ${location.province}`;
  return { lot_id: id, what: `${commodity.name}, ${grade ?? 'ungraded'}`, tonnes: quantity_mt, from: place };
}

function toDeal({ id, status, counterparty }: Schemas['Trade']): Deal {
  return { trade_id: id, is_settled: status === 'Completed', seller: counterparty?.name };
}
