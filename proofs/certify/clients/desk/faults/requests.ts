import { marketParts, get } from '../market.ts';
import { EVENTS_ONLY, followParts } from '../follow.ts';
import { backoffMs, wireParts } from '../wire.ts';
import type { Variation } from '../variation.ts';
import { ApiFailure } from '../desk.ts';

export const REQUEST_MISTAKES: readonly Variation[] = [
  {
    id: 'hot-loop',
    does: 'Retries at once, up to sixty times.',
    parts: {
      isWorthRetrying: (desk, last) => last.attempt < 60 && wireParts.isWorthRetrying(desk, { ...last, attempt: 1 }),
      delayMs: () => 0,
    },
  },
  {
    id: 'ignores-retry-after',
    does: 'Waits by its own schedule, whatever Retry-After says.',
    parts: { delayMs: backoffMs },
  },
  {
    id: 'page-arithmetic',
    does: 'Adds the limit that it asked for to the offset, until the offset reaches the total.',
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
    parts: EVENTS_ONLY,
  },
  {
    id: 'calls-without-scope',
    does: 'Requests its own listings whenever it reads lots or bids, and ignores the 403.',
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
