import { isRepeatable, wireParts } from '../wire.ts';
import { marketParts } from '../market.ts';
import { variations } from '../variation.ts';

const isBid = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/bids');

function withHeader(request: Request, name: string, value: string | undefined): Request {
  const headers = new Headers(request.headers);
  headers.delete(name);
  if (value !== undefined) headers.set(name, value);
  return new Request(request, { headers });
}

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
  'retries-422: Retries every status that is not 2xx.': {
    isWorthRetrying: (_desk, { request, response, attempt }) => attempt < 5 && isRepeatable(request) && response?.ok !== true,
  },
});
