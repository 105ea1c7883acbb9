/** Reads bids, trades, lots, and offers from a response, in every legal wrapping. */
import { isObject, type Exchange, type JsonObject, listIn } from '#client';
import type { OperationId } from '#spec';
import type { Party } from '../model/model.ts';

export type Kind = 'inventory' | 'listing' | 'bid' | 'trade' | 'offer' | 'cash_bid';
/** One resource in one response. */
export interface Resource {
  readonly kind: Kind;
  readonly id: string;
  readonly fields: JsonObject;
  readonly pointer: string;
  readonly exchange: Exchange;
}

const KINDS: Partial<Record<OperationId, Kind>> = {
  listInventory: 'inventory',
  getInventory: 'inventory',
  placeBid: 'bid',
  listBids: 'bid',
  getBid: 'bid',
  rejectBid: 'bid',
  counterBid: 'bid',
  listReceivedBids: 'bid',
  acceptBid: 'trade',
  acceptOffer: 'trade',
  listTrades: 'trade',
  getTrade: 'trade',
  listOffers: 'offer',
  rejectOffer: 'offer',
  listListings: 'listing',
  createListing: 'listing',
  getListing: 'listing',
  updateListing: 'listing',
  listCashBids: 'cash_bid',
};

/** The resources of a successful response. For `/me/bids-received`, the bids. */
export function readResources(exchange: Exchange): readonly Resource[] {
  return [...readAll(exchange)];
}

function* readAll(exchange: Exchange): Generator<Resource> {
  const { operation, json, status } = exchange;
  if (operation === undefined || status < 200 || status >= 300) return;
  if (operation === 'listBidsReceived') {
    for (const [i, group] of (listIn(json) ?? []).entries()) {
      if (!isObject(group) || !Array.isArray(group['bids'])) continue;
      for (const [j, bid] of group['bids'].entries()) yield* readOne('bid', bid, `/items/${i}/bids/${j}`, exchange);
    }
    return;
  }
  const kind = KINDS[operation];
  if (kind === undefined) return;
  const list = listIn(json) ?? [];
  for (const [i, item] of list.entries()) yield* readOne(kind, item, `/items/${i}`, exchange);
  if (list.length === 0 && isObject(json) && isObject(json['data'])) yield* readOne(kind, json['data'], '/data', exchange);
}

function* readOne(kind: Kind, fields: unknown, pointer: string, exchange: Exchange): Generator<Resource> {
  if (!isObject(fields)) return;
  const id = fields['id'] ?? (kind === 'trade' ? fields['trade_id'] : undefined);
  if (typeof id === 'string') yield { kind, id, fields, pointer, exchange };
}

/** The party that sent the request. */
export function partyOf({ actor }: Exchange): Party {
  // Sessions send requests only as a Party.
  return actor as Party;
}

export function isList({ operation }: Exchange): boolean {
  return operation !== undefined && operation.startsWith('list');
}
