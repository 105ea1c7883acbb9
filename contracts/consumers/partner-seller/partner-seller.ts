import type { paths } from '#spec/openapi.types';
import type { Client } from 'openapi-fetch';
import { openApi, refuse, type Schemas } from '../marketplace-api.ts';

/** A crop for sale. */
interface Crop {
  commodity: string;
  grade: string;
  farm_id: string;
  tonnes: number;
  asking_per_tonne: number;
}

interface Received {
  bid_id: string;
  from: string;
  /** Undefined for a multi-grade bid. */
  per_tonne: number | undefined;
  lines: readonly string[];
}

/** A partner's storefront for its sellers: lists crops, reads bids, and accepts, rejects, or counters them. */
export class PartnerSeller {
  readonly #api: Client<paths>;

  /** @param base_url ends in /v1 */
  constructor(base_url: string, token: string) {
    this.#api = openApi(base_url, token);
  }

  async addFarm(farm: Schemas['StoreFarm']): Promise<string> {
    const { data, error } = await this.#api.POST('/me/farms', { body: farm });
    return (data ?? refuse(error)).data.id;
  }

  async list(crop: Crop): Promise<{ lot_id: string; public_url: string | null }> {
    const { commodity, grade, farm_id, tonnes, asking_per_tonne } = crop;
    const target_price = { amount: asking_per_tonne, firm: false };
    const { data, error } = await this.#api.POST('/me/inventory', {
      body: { commodity, grade, farm_id, quantity_mt: tonnes, target_price },
    });
    const { id, public_url } = (data ?? refuse(error)).data;
    return { lot_id: id, public_url };
  }

  /** @returns the ids of its listed lots */
  async onOffer(): Promise<readonly string[]> {
    const { data, error } = await this.#api.GET('/me/inventory', { params: { query: { status: 'listed' } } });
    return (data ?? refuse(error)).items.map(({ id }) => id);
  }

  /** @param amount the asking price per tonne */
  async reprice(id: string, amount: number): Promise<void> {
    const body = { target_price: { amount } };
    const { error } = await this.#api.PATCH('/me/inventory/{id}', { params: { path: { id } }, body });
    if (error !== undefined) refuse(error);
  }

  async archive(id: string): Promise<void> {
    const { error } = await this.#api.DELETE('/me/inventory/{id}', { params: { path: { id } } });
    if (error !== undefined) refuse(error);
  }

  async bidsOn(lot_id: string): Promise<readonly Received[]> {
    const { data, error } = await this.#api.GET('/me/inventory/{id}/bids', {
      params: { path: { id: lot_id }, query: { status: 'pending' } },
    });
    return (data ?? refuse(error)).items.map(toReceived);
  }

  /** @returns the number of received bids */
  async inbox(): Promise<number> {
    const { data, error } = await this.#api.GET('/me/bids-received');
    return (data ?? refuse(error)).items.reduce((count, { bids }) => count + bids.length, 0);
  }

  async accept(id: string, grades?: readonly string[]): Promise<{ trade_id: string; buyer: string | undefined }> {
    const body = grades === undefined ? {} : { body: { bid_items: [...grades] } };
    const { data, error } = await this.#api.POST('/bids/{id}/accept', { params: { path: { id } }, ...body });
    const trade = (data ?? refuse(error)).data;
    return { trade_id: trade.id, buyer: trade.counterparty?.name };
  }

  /** @returns the status of the bid */
  async reject(id: string): Promise<string> {
    const { data, error } = await this.#api.POST('/bids/{id}/reject', { params: { path: { id } } });
    return (data ?? refuse(error)).data.status;
  }

  /** @param amount the price per tonne @returns the id of the counter */
  async counter(id: string, amount: number, tonnes: number): Promise<string> {
    const { data, error } = await this.#api.POST('/bids/{id}/counter', {
      params: { path: { id } },
      body: { price: { amount, unit: 'MT' }, quantity_mt: tonnes, delivery: { from: '2030-09-01', to: '2030-09-30' } },
    });
    return (data ?? refuse(error)).data.id;
  }

  /** @returns the id of the simulated bid */
  async simulateBid(inventory_id: string): Promise<string> {
    const { data, error } = await this.#api.POST('/sandbox/simulate-event', { body: { event: 'bid.received', inventory_id } });
    return (data ?? refuse(error)).data.bid_id;
  }
}

function toReceived({ id, buyer_label, price, grades = [] }: Schemas['ReceivedBid']): Received {
  return { bid_id: id, from: buyer_label, per_tonne: price?.amount, lines: grades.map(({ grade }) => grade) };
}
