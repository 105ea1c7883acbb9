/** Requests that several tests use. */
import type { Line } from './make-traffic.ts';

export const bid = (more: Partial<Line> = {}, lot = 'inv_1'): Line => ({
  request: `placeBid POST /inventory/${lot}/bids`,
  key: 'k1',
  body: { price: { amount: 1 } },
  status: 201,
  response: { data: { id: 'bid_1' } },
  ...more,
});
/** A bid that is placed on 2026-10-02. */
export const deliveredUntil = (to: string): Line =>
  bid({
    body: { delivery: { from: '2026-09-01', to } },
    response: { data: { id: 'bid_1', created_at: '2026-10-02T00:00:01.000Z' } },
  });
/** The response never arrives. */
export const lost = { status: null } as const;
export const readBid = (more: Partial<Line> = {}): Line => ({
  request: 'getBid GET /bids/bid_1',
  response: { data: { id: 'bid_1', status: 'pending' } },
  ...more,
});
/** A page of two lots. */
export const page = (query: string, offset: number, next: string | null): Line => ({
  request: `listInventory GET /inventory${query}`,
  response: { items: [{ id: 'x' }, { id: 'x' }], offset, limit: 2, total: 6, next, previous: null, href: null },
});
/** A refresh that replaces the refresh token `old` by `fresh`. */
export const refresh = (old: string, fresh: string, more: Partial<Line> = {}): Line => ({
  request: 'token POST /oauth/token',
  body: `grant_type=refresh_token&refresh_token=${old}`,
  response: { access_token: `a${fresh}`, refresh_token: fresh, expires_in: 3600 },
  ...more,
});
export const grant = (token: string): Line => refresh('', token, { body: 'grant_type=client_credentials' });
/** A subscription to all events, or to these. */
export const subscribe = (id: string, events?: readonly string[]): Line => ({
  request: 'createWebhook POST /webhooks',
  body: { url: 'http://x', events },
  response: { data: { id } },
});
export const search = (query: string): Line => ({ request: `listInventory GET /inventory?${query}` });
