import { marketParts, get, readJson } from '../market.ts';
import { EVENTS_ONLY, followParts } from '../follow.ts';
import { backoffMs, wireParts } from '../wire.ts';
import { variations } from '../variation.ts';
import { ApiFailure, type Lot, type Page } from '../desk.ts';

export const REQUEST_MISTAKES = variations({
  'hot-loop: Retries immediately, up to sixty times.': {
    isWorthRetrying: (desk, last) => last.attempt < 60 && wireParts.isWorthRetrying(desk, { ...last, attempt: 1 }),
    delayMs: () => 0,
  },
  'ignores-retry-after: Waits by its own schedule, whatever Retry-After says.': { delayMs: backoffMs },
  'page-arithmetic: Adds the limit that it asked for to the offset, until the offset reaches the total.': {
    pageQuery: (_desk, query) => ({ ...query, limit: 50, offset: 0 }),
    nextOf: (_desk, url, { total }) => {
      const next = new URL(url);
      const offset = Number(next.searchParams.get('offset')) + 50;
      next.searchParams.set('offset', String(offset));
      return offset < total ? next.href : undefined;
    },
  },
  'partial-list: Stops at a page that cannot be read, and returns the pages before it.': {
    walk: async (desk) => {
      const lots: Lot[] = [];
      let url: string | undefined = `${desk.settings.base_url}/inventory?limit=50`;
      while (url !== undefined) {
        try {
          const page: Page<Lot> = await readJson(await desk.wire(new Request(url)));
          lots.push(...page.items);
          url = page.next === null ? undefined : new URL(page.next, url).href;
        } catch (error) {
          if (lots.length === 0) throw error;
          url = undefined;
        }
      }
      return lots;
    },
  },
  'limit-too-large: Asks for 200 lots per page, and without a limit if that is rejected.': {
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
  'polling: Reads its bids every 40 ms, although it receives events.': {
    walk: async (desk, query) => {
      // The desk reads all lots before it starts to poll, so this takes effect in time.
      Object.assign(desk.settings, { reconcile_ms: 40 });
      return marketParts.walk(desk, query);
    },
  },
  'no-reconcile: Never reads its bids unless an event says so.': EVENTS_ONLY,
  'calls-without-scope: Requests its own listings whenever it reads lots or bids, and ignores the 403.': {
    reconcile: async (desk) => {
      await desk.wire(new Request(`${desk.settings.base_url}/me/inventory`));
      await followParts.reconcile(desk);
    },
    walk: async (desk, query) => {
      await desk.wire(new Request(`${desk.settings.base_url}/me/inventory`));
      return marketParts.walk(desk, query);
    },
  },
});
