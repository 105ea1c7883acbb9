/** Correct desks that work differently from the reference client. */
import { eventParts, readBid, readTrade, textOf } from './events.ts';
import { followParts } from './follow.ts';
import { forgetReaderToken, readerToken } from './faults/tokens.ts';
import { marketParts } from './market.ts';
import { tokenParts } from './tokens.ts';
import { wireParts } from './wire.ts';
import type { Variation } from './variation.ts';

export const CORRECT_VARIATIONS: readonly Variation[] = [
  { id: 'polls', does: 'Has no receiver, and reads its bids once a second.', parts: {}, has_receiver: false },
  { id: 'pages-of-7', does: 'Reads pages of seven lots.', parts: { pageQuery: (_desk, query) => ({ ...query, limit: 7 }) } },
  {
    id: 'reader-for-browsing',
    does: 'Browses with client credentials, and bids with the token of its user.',
    parts: {
      tokenFor: (desk, request) =>
        request.method === 'GET' && new URL(request.url).pathname.endsWith('/inventory')
          ? readerToken('inventory.read')
          : tokenParts.tokenFor(desk, request),
      renew: async (desk, failed) => {
        if (!(await forgetReaderToken(failed))) await tokenParts.renew(desk, failed);
      },
    },
  },
  { id: 'stays', does: 'Keeps running after its work is done, until SIGTERM.', parts: {}, is_staying: true },
  {
    id: 'slow-retries',
    does: 'Waits three times as long before a retry, and retries only twice.',
    parts: {
      delayMs: (desk, last) => wireParts.delayMs(desk, last) * 3,
      isWorthRetrying: (desk, last) => last.attempt < 3 && wireParts.isWorthRetrying(desk, last),
    },
  },
  {
    id: 'no-hooks',
    does: 'Has no hooks: it works on its own, and the exam cannot ask it anything.',
    parts: {},
    has_hooks: false,
  },
  { id: 'counts-nothing', does: 'Does not count how often an event took effect.', parts: { effects: () => undefined } },
  {
    id: 'shows-its-store',
    does: 'Shows the status that it has stored, and reads a bid again after its expires_at, by its own clock.',
    parts: {
      statusOf: async (desk, id) => {
        const known = desk.bids.get(id);
        const is_over = Date.parse(known?.expires_at ?? '') < Date.now();
        return known === undefined || is_over ? followParts.statusOf(desk, id) : known.status;
      },
    },
  },
  {
    id: 'bids-for-an-hour',
    does: 'Bids with an expires_at in an hour, by its own clock.',
    parts: {
      orderFor: (desk, lot, quantity_mt) => {
        const order = marketParts.orderFor(desk, lot, quantity_mt);
        return { ...order, body: { ...order.body, expires_at: new Date(Date.now() + 3_600_000).toISOString() } };
      },
    },
  },
  {
    id: 'fetches-first',
    does: 'Reads what an event is about before it responds, and returns 500 if it is not there.',
    parts: {
      onBidEvent: async (desk, envelope) => {
        if ((await readBid(desk, textOf(envelope, 'bid_id'))) === undefined) throw new Error('there is no such bid');
      },
      onTradeEvent: async (desk, envelope) => {
        if ((await readTrade(desk, textOf(envelope, 'trade_id'))) === undefined) throw new Error('there is no such trade');
      },
    },
  },
  {
    id: 'answers-204',
    does: 'Returns 204 for a delivery.',
    parts: { take: async (desk, envelope) => ((await eventParts.take(desk, envelope)) === 200 ? 204 : 500) },
  },
];
