import { ApiFailure, type Bid, type Failure, type Order, type Desk, type Parts } from '../desk.ts';
import { isRepeatable, wireParts } from '../wire.ts';
import { marketParts, post, readAll } from '../market.ts';
import { variations } from '../variation.ts';

const isBid = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/bids');

function withHeader(request: Request, name: string, value: string | undefined): Request {
  const headers = new Headers(request.headers);
  headers.delete(name);
  if (value !== undefined) headers.set(name, value);
  return new Request(request, { headers });
}

/** Sends a bid. After a failure that `isIt` selects, does something else. */
function sendOr(
  isIt: (failure: Failure) => boolean,
  otherwise: (desk: Desk, order: Order, error: ApiFailure) => Promise<Bid>,
): Pick<Parts, 'send'> {
  return {
    send: async (desk, order) => {
      try {
        return await marketParts.send(desk, order);
      } catch (error) {
        if (!(error instanceof ApiFailure) || !isIt(error.failure)) throw error;
        return otherwise(desk, order, error);
      }
    },
  };
}

const isLost = ({ status }: Failure): boolean => status === null || status >= 500;
const ONE_ATTEMPT: Pick<Parts, 'isWorthRetrying'> = {
  isWorthRetrying: (desk, last) => !isBid(last.request) && wireParts.isWorthRetrying(desk, last),
};

export const BID_MISTAKES = variations({
  'no-key: Places bids without an Idempotency-Key, and gives up when there is no response.': {
    prepare: (_desk, request) => (isBid(request) ? withHeader(request, 'Idempotency-Key', undefined) : request),
    isWorthRetrying: (desk, last) => !isBid(last.request) && wireParts.isWorthRetrying(desk, last),
  },
  'retry-without-key: Places bids without an Idempotency-Key, and sends them again when there is no response.': {
    prepare: (_desk, request) => (isBid(request) ? withHeader(request, 'Idempotency-Key', undefined) : request),
  },
  'key-per-attempt: Generates a new Idempotency-Key for every attempt.': {
    prepare: (_desk, request) => (isBid(request) ? withHeader(request, 'Idempotency-Key', crypto.randomUUID()) : request),
  },
  'key-reused: Has one Idempotency-Key for all bids of a day.': {
    orderFor: (desk, lot, quantity_mt) => ({
      ...marketParts.orderFor(desk, lot, quantity_mt),
      key: `desk-${new Date().toISOString().slice(0, 10)}`,
    }),
  },
  'body-changes: Computes the expiry of a bid again for every attempt, so the body changes under one key.': {
    prepare: async (_desk, request) => {
      if (!isBid(request)) return request;
      // The desk itself wrote this body.
      const body = (await request.clone().json()) as object;
      const expires_at = new Date(Date.now() + 20 * 365 * 86_400_000).toISOString();
      return new Request(request, { method: 'POST', body: JSON.stringify({ ...body, expires_at }) });
    },
  },
  'lost-is-failed: Treats a bid without a response as failed, and bids on the next lot.': {
    isWorthRetrying: (desk, last) => !isBid(last.request) && wireParts.isWorthRetrying(desk, last),
    isLotGone: ({ status }) => status === null || status >= 500 || status === 404,
  },
  'key-of-content: Computes the Idempotency-Key of a bid from the lot and the quantity.': {
    orderFor: (desk, lot, quantity_mt) => ({
      ...marketParts.orderFor(desk, lot, quantity_mt),
      key: `${lot.id}-${quantity_mt}`,
    }),
  },
  'takes-older-bid: After a lost response, takes any bid on the lot for the new one.': {
    ...ONE_ATTEMPT,
    ...sendOr(isLost, async (desk, order) => {
      const bids = await readAll<Bid>(desk, '/bids?limit=50');
      return bids.find(({ inventory_id }) => inventory_id === order.lot_id) ?? marketParts.send(desk, order);
    }),
  },
  'withdraws-newest: After a lost response, withdraws the newest pending bid.': {
    ...ONE_ATTEMPT,
    ...sendOr(isLost, async (desk, _order, error) => {
      const [newest] = await readAll<Bid>(desk, '/bids?status=pending&limit=50');
      if (newest !== undefined) await post(desk, `/bids/${newest.id}/reject`);
      throw error;
    }),
  },
  'next-lot: Bids on another lot if the one that it was asked for is gone.': sendOr(
    ({ status }) => status === 404,
    async (desk, order, error) => {
      const other = desk.parts.choose(await desk.parts.walk(desk, {})).find(({ id }) => id !== order.lot_id);
      if (other === undefined) throw error;
      return marketParts.send(desk, { ...order, lot_id: other.id, key: crypto.randomUUID() });
    },
  ),
  'halves-after-422: After a 422, bids on half the quantity.': sendOr(
    ({ status }) => status === 422,
    async (desk, { body, ...order }) =>
      marketParts.send(desk, { ...order, key: crypto.randomUUID(), body: { ...body, quantity_mt: body.quantity_mt / 2 } }),
  ),
  'retries-422: Retries every status that is not 2xx.': {
    isWorthRetrying: (_desk, { request, response, attempt }) => attempt < 5 && isRepeatable(request) && response?.ok !== true,
  },
});
