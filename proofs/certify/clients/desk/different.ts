/** Desks that are right, and do it otherwise. */
import { eventParts } from './events.ts';
import { forgetReaderToken, readerToken } from './faults/tokens.ts';
import { tokenParts } from './tokens.ts';
import { wireParts } from './wire.ts';
import type { Variation } from './variation.ts';

export const DIFFERENT: readonly Variation[] = [
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
  { id: 'stays', does: 'Keeps running after its day, until SIGTERM.', parts: {}, is_staying: true },
  {
    id: 'slow-retries',
    does: 'Waits three times as long before a retry, and retries twice only.',
    parts: {
      delayMs: (desk, about) => wireParts.delayMs(desk, about) * 3,
      isWorthRetrying: (desk, about) => about.attempt < 3 && wireParts.isWorthRetrying(desk, about),
    },
  },
  { id: 'no-hooks', does: 'Has no hooks: it works by itself, and cannot be asked.', parts: {}, has_hooks: false },
  {
    id: 'answers-204',
    does: 'Answers 204 to a delivery.',
    parts: { take: async (desk, envelope) => ((await eventParts.take(desk, envelope)) === 200 ? 204 : 500) },
  },
];
