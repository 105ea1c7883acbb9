import { commodities, findCommodity } from '#spec/reference/index';
import type { OPERATIONS } from '#spec';
import type { PricePoint } from '../../market/rules/market.ts';
import { changeSince, gatherWeeks, weeksFrom } from '../../market/rules/market.ts';
import { refuse } from '../../market/rules/refusal.ts';
import type { Handler } from '../http/call.ts';
import { findNothing } from '../http/call.ts';
import type { Stretch } from '../../market/store/market.ts';
import { pageHistory, pricesAsOf, readCoverage, readHistory } from '../../market/store/market.ts';
import type { Reader } from '../../market/records/tables.ts';
import { viewPage } from '../../market/views/envelopes.ts';
import { viewPriceHistory } from '../../market/views/price-history.ts';
import { viewCoverage, viewHistoryPoint, viewMarketPrice } from '../../market/views/records.ts';
import { readCommodities } from './query-values.ts';

// `units` is accepted everywhere here (MKT-6) and changes nothing: prices stay per tonne (FMT-9), and there is no quantity.

/** The world's date. No market endpoint shows a price of a later day: a clock that was set back knows no tomorrow. */
function todayOf({ now }: { now: string }): string {
  return now.slice(0, 10);
}

function earlierOf(date: string | undefined, today: string): string {
  return date === undefined || date > today ? today : date;
}

/** What GET /market/prices is about without a filter. */
const ALL: readonly string[] = commodities.map(({ slug }) => slug);

/** MKT-1 */
export const listMarketCommodities: Handler<typeof OPERATIONS.listMarketCommodities, undefined> = {
  find: findNothing,
  act: async (call) => {
    const { limit, offset } = call.query;
    const slugs = commodities.slice(offset, offset + limit).map(({ slug }) => slug);
    const covered = await readCoverage(call.db, slugs, todayOf(call));
    const items = covered.map((coverage) => viewCoverage(coverage.slug, coverage));
    return viewPage(items, { limit, offset, total: commodities.length }, call.linkTo);
  },
};

/** MKT-2 */
export const listMarketPrices: Handler<typeof OPERATIONS.listMarketPrices, undefined> = {
  find: findNothing,
  act: async (call) => {
    const { commodity, date, limit, offset } = call.query;
    const prices = await pricesAsOf(call.db, readCommodities(commodity) ?? ALL, earlierOf(date, todayOf(call)));
    const items = prices
      .slice(offset, offset + limit)
      .map(({ price, before }) => viewMarketPrice(price, changeSince(before, price.price_amount)));
    return viewPage(items, { limit, offset, total: prices.length }, call.linkTo);
  },
};

export const getPriceHistory: Handler<typeof OPERATIONS.getPriceHistory, string> = {
  // MKT-5
  find: ({ path }) => findCommodity(path['commodity'] ?? '')?.slug ?? refuse('not_found'),
  act: async (call, commodity) => {
    const { from, to, interval = 'day', limit, offset } = call.query; // MKT-7
    // MKT-5
    if (from !== undefined && to !== undefined && to < from) {
      return refuse('invalid_filter', {
        message: 'to must not be before from.',
        errors: [{ field: 'to', message: 'must not be before from' }],
      });
    }

    const stretch = { commodity, from, to: earlierOf(to, todayOf(call)) };
    const { points, total } = await (interval === 'day' ? pageDays : pageWeeks)(call.db, stretch, limit, offset);
    const page = viewPage(points.map(viewHistoryPoint), { limit, offset, total }, call.linkTo);
    return viewPriceHistory(page, commodity, interval);
  },
};

type Points = Promise<{ points: PricePoint[]; total: number }>;

async function pageDays(db: Reader, stretch: Stretch, limit: number, offset: number): Points {
  const { days, total } = await pageHistory(db, stretch, limit, offset);
  return { points: days, total };
}

/** Only whole weeks can be counted and cut, so that the days of the stretch are all read: at most a few years of them. */
async function pageWeeks(db: Reader, stretch: Stretch, limit: number, offset: number): Points {
  const weeks = weeksFrom(stretch.from, gatherWeeks(await readHistory(db, stretch)));
  return { points: weeks.slice(offset, offset + limit), total: weeks.length };
}
