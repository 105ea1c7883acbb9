import { marketParts, get } from '../market.ts';
import { EVENTS_ONLY, followParts } from '../follow.ts';
import { backoffMs, wireParts } from '../wire.ts';
import type { Mistake } from '../variation.ts';
import { ApiFailure } from '../desk.ts';

export const REQUEST_MISTAKES: readonly Mistake[] = [
  {
    id: 'hot-loop',
    does: 'Retries at once, up to sixty times.',
    source: 'RFC 9110 section 15.6.4',
    shows: 'The marketplace answers 503.',
    parts: {
      isWorthRetrying: (desk, last) => last.attempt < 60 && wireParts.isWorthRetrying(desk, { ...last, attempt: 1 }),
      delayMs: () => 0,
    },
  },
  {
    id: 'ignores-retry-after',
    does: 'Waits by its own schedule, whatever Retry-After says.',
    source: 'RFC 9110 section 10.2.3',
    shows: 'The marketplace answers 429 or 503 with Retry-After.',
    parts: { delayMs: backoffMs },
  },
  {
    id: 'page-arithmetic',
    does: 'Adds the limit that it asked for to the offset, until the offset reaches the total.',
    source: 'PAGE-5',
    shows: 'A page is smaller than the limit that was asked for, or `next` has another offset than this sum.',
    parts: {
      pageQuery: (_desk, query) => ({ ...query, limit: 50, offset: 0 }),
      nextOf: (_desk, url, { total }) => {
        const next = new URL(url);
        const offset = Number(next.searchParams.get('offset')) + 50;
        next.searchParams.set('offset', String(offset));
        return offset < total ? next.href : undefined;
      },
    },
  },
  {
    id: 'limit-too-large',
    does: 'Asks for 200 lots per page, and without a limit if that is rejected.',
    source: 'PAGE-2',
    shows: 'Always: each time the desk reads lots, one request fails.',
    parts: {
      walk: async (desk, query) => {
        try {
          await get(desk, '/inventory?limit=200');
        } catch (error) {
          if (!(error instanceof ApiFailure)) throw error;
        }
        return marketParts.walk(desk, query);
      },
      pageQuery: (_desk, query) => query,
    },
  },
  {
    id: 'polling',
    does: 'Reads its bids every 40 ms, although it receives events.',
    source: 'EVT-18',
    shows: 'Always.',
    parts: {
      walk: async (desk, query) => {
        // The desk reads all lots before it starts to poll, so this takes effect in time.
        Object.assign(desk.settings, { reconcile_ms: 40 });
        return marketParts.walk(desk, query);
      },
    },
  },
  {
    id: 'no-reconcile',
    does: 'Never reads its bids unless an event says so.',
    source: 'RTY-6',
    shows: 'An event is lost, or a bid expires, which sends no event.',
    parts: EVENTS_ONLY,
  },
  {
    id: 'calls-without-scope',
    does: 'Requests its own listings whenever it reads lots or bids, and ignores the 403.',
    source: 'AUTH-2',
    shows: 'Always.',
    parts: {
      reconcile: async (desk) => {
        await desk.wire(new Request(`${desk.settings.base_url}/me/inventory`));
        await followParts.reconcile(desk);
      },
      walk: async (desk, query) => {
        await desk.wire(new Request(`${desk.settings.base_url}/me/inventory`));
        return marketParts.walk(desk, query);
      },
    },
  },
];
