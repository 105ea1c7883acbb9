import type { components, paths } from '#spec/openapi.types';
import type { Client } from 'openapi-fetch';
import createClient from 'openapi-fetch';

type Schemas = components['schemas'];

/** An error response of the marketplace, with its code and field names. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string;
  readonly fields: readonly string[];

  constructor({ error: { code, message, errors = [] } }: Schemas['Error']) {
    super(message);
    this.code = code;
    this.fields = errors.map(({ field }) => field);
  }
}

/** A lot as the desk displays it. */
export interface Offer {
  lot_id: string;
  what: string;
  tonnes: number;
  from: string;
}

/** A bid that the desk places. */
export interface Order {
  lot_id: string;
  price_per_tonne: number;
  tonnes: number;
  delivery: { from: string; to: string };
  /** The Idempotency-Key: a retry with the same key places no second bid. */
  key?: string;
}

export interface Deal {
  trade_id: string;
  is_settled: boolean;
  /** Undefined until both invoices are paid. */
  seller: string | undefined;
}

/** A buyer that searches for grain, bids, accepts counters, and follows its trades. */
export interface BuyerDesk {
  search: (commodity: string) => Promise<readonly Offer[]>;
  look: (lot_id: string) => Promise<Offer>;
  bid: (order: Order) => Promise<{ bid_id: string; reference: string; status: string }>;
  bidByGrades: (
    lot_id: string,
    prices: Readonly<Record<string, number>>,
    order: Omit<Order, 'lot_id' | 'price_per_tonne'>,
  ) => Promise<string>;
  openBids: () => Promise<readonly string[]>;
  accept: (bid_id: string) => Promise<Deal>;
  follow: (trade_id: string) => Promise<Deal>;
}

/** @param base_url ends in /v1 */
export function openBuyerDesk(base_url: string, token: string): BuyerDesk {
  const api = createClient<paths>({ baseUrl: base_url, headers: { Authorization: `Bearer ${token}` } });
  return { ...readingOf(api), ...biddingOf(api) };
}

function readingOf(api: Client<paths>): Pick<BuyerDesk, 'search' | 'look' | 'openBids' | 'follow'> {
  return {
    search: async (commodity) => {
      const { data, error } = await api.GET('/inventory', { params: { query: { commodity, sort: 'price', limit: 5 } } });
      return (data ?? refuse(error)).items.map(toOffer);
    },
    look: async (id) => {
      const { data, error } = await api.GET('/inventory/{id}', { params: { path: { id } } });
      return toOffer((data ?? refuse(error)).data);
    },
    openBids: async () => {
      const { data, error } = await api.GET('/bids', { params: { query: { status: 'pending' } } });
      return (data ?? refuse(error)).items.map(({ id }) => id);
    },
    follow: async (id) => {
      const { data, error } = await api.GET('/trades/{id}', { params: { path: { id } } });
      return toDeal((data ?? refuse(error)).data);
    },
  };
}

function biddingOf(api: Client<paths>): Pick<BuyerDesk, 'bid' | 'bidByGrades' | 'accept'> {
  return {
    bid: async ({ lot_id, price_per_tonne, tonnes, delivery, key }) => {
      const { data, error } = await api.POST('/inventory/{id}/bids', {
        params: { path: { id: lot_id }, header: headerOf(key) },
        body: { price: { amount: price_per_tonne, unit: 'MT' }, quantity_mt: tonnes, delivery },
      });
      const { id, reference, status } = (data ?? refuse(error)).data;
      return { bid_id: id, reference, status };
    },
    bidByGrades: async (lot_id, prices, { tonnes, delivery, key }) => {
      const bids = Object.entries(prices).map(([grade, amount]) => ({ grade, price: { amount, unit: 'MT' as const } }));
      const { data, error } = await api.POST('/inventory/{id}/bids', {
        params: { path: { id: lot_id }, header: headerOf(key) },
        body: { bids, quantity_mt: tonnes, delivery },
      });
      return (data ?? refuse(error)).data.id;
    },
    accept: async (id) => {
      const { data, error } = await api.POST('/bids/{id}/accept', { params: { path: { id } } });
      return toDeal((data ?? refuse(error)).data);
    },
  };
}

function headerOf(key: string | undefined): { 'Idempotency-Key'?: string } {
  return key === undefined ? {} : { 'Idempotency-Key': key };
}

function refuse(error: Schemas['Error'] | undefined): never {
  throw error === undefined ? new Error('the marketplace returned no body') : new Refused(error);
}

function toOffer({ id, commodity, grade, quantity_mt, location }: Schemas['Inventory']): Offer {
  const place = location === null ? 'unknown location' : `${location.nearest_city}, ${location.province}`;
  return { lot_id: id, what: `${commodity.name}, ${grade ?? 'ungraded'}`, tonnes: quantity_mt, from: place };
}

function toDeal({ id, status, counterparty }: Schemas['Trade']): Deal {
  return { trade_id: id, is_settled: status === 'Completed', seller: counterparty?.name };
}
