import type { components, paths } from '#spec/openapi.types';
import type { Client } from 'openapi-fetch';
import createClient from 'openapi-fetch';

type Schemas = components['schemas'];

/** An error response of the marketplace, with its code. */
export class SellingRefused extends Error {
  override readonly name = 'SellingRefused';
  readonly code: string;

  constructor({ error }: Schemas['Error']) {
    super(error.message);
    this.code = error.code;
  }
}

/** A crop for sale. */
export interface Crop {
  commodity: string;
  grade: string;
  farm_id: string;
  tonnes: number;
  asking_per_tonne: number;
}

/** A received bid. */
export interface Received {
  bid_id: string;
  from: string;
  /** Undefined for a multi-grade bid. */
  per_tonne: number | undefined;
  lines: readonly string[];
}

/** A partner's storefront for its sellers: lists crops, reads bids, and accepts, rejects, or counters them. */
export interface PartnerSeller {
  addFarm: (farm: Schemas['StoreFarm']) => Promise<string>;
  list: (crop: Crop) => Promise<{ lot_id: string; public_url: string | null }>;
  onOffer: () => Promise<readonly string[]>;
  reprice: (lot_id: string, asking_per_tonne: number) => Promise<void>;
  archive: (lot_id: string) => Promise<void>;
  bidsOn: (lot_id: string) => Promise<readonly Received[]>;
  inbox: () => Promise<number>;
  accept: (bid_id: string, grades?: readonly string[]) => Promise<{ trade_id: string; buyer: string | undefined }>;
  reject: (bid_id: string) => Promise<string>;
  counter: (bid_id: string, per_tonne: number, tonnes: number) => Promise<string>;
  simulateBid: (lot_id: string) => Promise<string>;
}

/** @param base_url ends in /v1 */
export function openPartnerSeller(base_url: string, token: string): PartnerSeller {
  const api = createClient<paths>({ baseUrl: base_url, headers: { Authorization: `Bearer ${token}` } });
  return { ...listingOf(api), ...readingOf(api), ...answeringOf(api) };
}

function listingOf(api: Client<paths>): Pick<PartnerSeller, 'addFarm' | 'list' | 'reprice' | 'archive'> {
  return {
    addFarm: async (farm) => {
      const { data, error } = await api.POST('/me/farms', { body: farm });
      return (data ?? refuse(error)).data.id;
    },
    list: async ({ commodity, grade, farm_id, tonnes, asking_per_tonne }) => {
      const target_price = { amount: asking_per_tonne, firm: false };
      const { data, error } = await api.POST('/me/inventory', {
        body: { commodity, grade, farm_id, quantity_mt: tonnes, target_price },
      });
      const { id, public_url } = (data ?? refuse(error)).data;
      return { lot_id: id, public_url };
    },
    reprice: async (id, amount) => {
      const { error } = await api.PATCH('/me/inventory/{id}', { params: { path: { id } }, body: { target_price: { amount } } });
      if (error !== undefined) refuse(error);
    },
    archive: async (id) => {
      const { error } = await api.DELETE('/me/inventory/{id}', { params: { path: { id } } });
      if (error !== undefined) refuse(error);
    },
  };
}

function readingOf(api: Client<paths>): Pick<PartnerSeller, 'onOffer' | 'bidsOn' | 'inbox'> {
  return {
    onOffer: async () => {
      const { data, error } = await api.GET('/me/inventory', { params: { query: { status: 'listed' } } });
      return (data ?? refuse(error)).items.map(({ id }) => id);
    },
    bidsOn: async (id) => {
      const { data, error } = await api.GET('/me/inventory/{id}/bids', {
        params: { path: { id }, query: { status: 'pending' } },
      });
      return (data ?? refuse(error)).items.map(toReceived);
    },
    inbox: async () => {
      const { data, error } = await api.GET('/me/bids-received');
      return (data ?? refuse(error)).items.reduce((count, { bids }) => count + bids.length, 0);
    },
  };
}

function answeringOf(api: Client<paths>): Pick<PartnerSeller, 'accept' | 'reject' | 'counter' | 'simulateBid'> {
  return {
    accept: async (id, grades) => {
      const body = grades === undefined ? {} : { body: { bid_items: [...grades] } };
      const { data, error } = await api.POST('/bids/{id}/accept', { params: { path: { id } }, ...body });
      const trade = (data ?? refuse(error)).data;
      return { trade_id: trade.id, buyer: trade.counterparty?.name };
    },
    reject: async (id) => {
      const { data, error } = await api.POST('/bids/{id}/reject', { params: { path: { id } } });
      return (data ?? refuse(error)).data.status;
    },
    counter: async (id, amount, tonnes) => {
      const { data, error } = await api.POST('/bids/{id}/counter', {
        params: { path: { id } },
        body: { price: { amount, unit: 'MT' }, quantity_mt: tonnes, delivery: { from: '2030-09-01', to: '2030-09-30' } },
      });
      return (data ?? refuse(error)).data.id;
    },
    simulateBid: async (inventory_id) => {
      const { data, error } = await api.POST('/sandbox/simulate-event', { body: { event: 'bid.received', inventory_id } });
      return (data ?? refuse(error)).data.bid_id;
    },
  };
}

function refuse(error: Schemas['Error'] | undefined): never {
  throw error === undefined ? new Error('the marketplace returned no body') : new SellingRefused(error);
}

function toReceived({ id, buyer_label, price, grades = [] }: Schemas['ReceivedBid']): Received {
  return { bid_id: id, from: buyer_label, per_tonne: price?.amount, lines: grades.map(({ grade }) => grade) };
}
