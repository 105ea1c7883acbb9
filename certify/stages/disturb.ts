/** Disturbances that several stages use. */
import { isObject, wait } from '#client';
import type { ExchangeResponse, ClientRequest, Purpose } from '../testbed/exchange.ts';
import type { Disturbance } from '../testbed/proxy.ts';
import { CUT, isFor, refusal } from '../testbed/proxy.ts';

/** The request is carried out; its response never arrives. */
export function loseResponse(purpose: Purpose): Disturbance {
  return {
    name: 'response lost',
    isFor: isFor(purpose),
    count: 1,
    handle: async (_, forward) => {
      await forward();
      return CUT;
    },
  };
}

/** The connection is cut before the request is carried out. */
export function resetConnection(...purposes: readonly Purpose[]): Disturbance {
  return { name: 'connection reset', isFor: isFor(...purposes), count: 1, handle: async () => Promise.resolve(CUT) };
}

/** The server responds with an error. @param count how many requests get it @param is_carried_out whether the request takes effect anyway */
export function respondInstead(
  response: ExchangeResponse,
  purposes: readonly Purpose[],
  count = 1,
  is_carried_out = false,
): Disturbance {
  return {
    name: `status ${response.status}`,
    isFor: isFor(...purposes),
    count,
    handle: async (_, forward) => {
      if (is_carried_out) await forward();
      return response;
    },
  };
}

/** The response comes `ms` late. */
export function respondSlowly(purpose: Purpose, ms: number): Disturbance {
  return {
    name: `response after ${ms / 1_000} s`,
    isFor: isFor(purpose),
    count: 1,
    handle: async (_, forward) => {
      const response = await forward();
      await wait(ms);
      return response;
    },
  };
}

/**
 * Responds to reads of bids and trades that do not exist with an existing one under the requested id. A client can fetch what a genuine
 * event is about (EVT-22), so it can treat a 404 as a failure. This lets it fetch what a made-up event is about.
 */
export function respondWithMadeUpIds(existing: {
  readonly bid: string | undefined;
  readonly trade: string | undefined;
}): Disturbance {
  return {
    name: 'a record for the event',
    isFor: isFor('getBid', 'getTrade'),
    handle: async ({ purpose, path }, forward) => {
      const response = await forward();
      const real = purpose === 'getBid' ? existing.bid : existing.trade;
      const asked = /\/(?:bids|trades)\/([^/?]+)/.exec(path)?.[1];
      if (response.status !== 404 || real === undefined || asked === undefined) return response;
      const found = await forward(path.replace(asked, real));
      return { ...found, body: found.body.replaceAll(real, asked) };
    },
  };
}

/** `act` changes the world just before the request is carried out. @param name for the log: `lot sold` */
export function actBefore(
  name: string,
  purpose: Purpose,
  act: (request: ClientRequest) => Promise<void>,
  count = 1,
): Disturbance {
  return {
    name,
    isFor: isFor(purpose),
    count,
    handle: async (request, forward) => {
      await act(request);
      return forward();
    },
  };
}

/** Changes the JSON of successful responses. @param name for the log: `unknown fields` */
export function editResponses(
  name: string,
  purposes: readonly Purpose[],
  edit: (body: unknown, request: ClientRequest) => unknown,
): Disturbance {
  return {
    name,
    isFor: isFor(...purposes),
    handle: async (request, forward) => {
      const response = await forward();
      if (response.status >= 300 || response.body === '') return response;
      return { ...response, body: JSON.stringify(edit(JSON.parse(response.body), request)) };
    },
  };
}

/** Lists show some lots at another price. @param amounts by lot; null: without an asking price */
export function changePrices(amounts: ReadonlyMap<string, number | null>): Disturbance {
  const changeLot = (lot: unknown): unknown => {
    const amount = isObject(lot) ? amounts.get(String(lot['id'])) : undefined;
    if (!isObject(lot) || amount === undefined || !isObject(lot['asking_price'])) return lot;
    return { ...lot, asking_price: amount === null ? null : { ...lot['asking_price'], amount } };
  };
  return editResponses('unusual prices', ['listInventory'], (body) =>
    isObject(body) && Array.isArray(body['items']) ? { ...body, items: body['items'].map(changeLot) } : body,
  );
}

export const UNAVAILABLE = refusal(503, 'unavailable', 'The service is not available at the moment.');
export const HTML_502: ExchangeResponse = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>',
};

/** The operations with which the client of a buyer reads. */
export const READS: readonly Purpose[] = [
  'listInventory',
  'getInventory',
  'listBids',
  'getBid',
  'listTrades',
  'getTrade',
  'getInventoryFilters',
];
/** Every operation that the client of a buyer uses. */
export const API: readonly Purpose[] = [
  ...READS,
  'placeBid',
  'acceptBid',
  'counterBid',
  'rejectBid',
  'listTeams',
  'listWebhooks',
];
