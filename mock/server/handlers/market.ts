import { commodities, findCommodity } from '#spec/reference/index';
import type { OPERATIONS } from '#spec';
import { changeSince, groupByWeek, weeksFrom } from '../../market/rules/market.ts';
import { refuse } from '../../market/rules/refusal.ts';
import type { Handler } from '../http/call.ts';
import { readHistories } from '../../market/store/market.ts';
import { viewPage } from '../../market/views/envelopes.ts';
import { viewCoverage, viewHistoryPoint, viewMarketPrice, viewPriceHistory } from '../../market/views/records.ts';
import { readCommodities, refuseReversed } from './query-values.ts';

// All market endpoints accept `units` (MKT-6). It changes nothing: prices stay per tonne (FMT-9), and there are no quantities.

/** The world's date. No market endpoint shows a price of a later day, also after the clock was set back. */
function todayOf({ now }: { now: string }): string {
  return now.slice(0, 10);
}

function earlierOf(date: string | undefined, today: string): string {
  return date === undefined || date > today ? today : date;
}

/** The commodities of GET /market/prices without a filter. */
const ALL: readonly string[] = commodities.map(({ slug }) => slug);

/** MKT-1 */
export const listMarketCommodities: Handler<typeof OPERATIONS.listMarketCommodities> = {
  act: async (call) => {
    const { limit, offset } = call.query;
    const slugs = commodities.slice(offset, offset + limit).map(({ slug }) => slug);
    const histories = await readHistories(call.db, slugs, todayOf(call));
    const items = histories.map(({ slug, days }) =>
      viewCoverage(slug, { from: days[0]?.date ?? null, to: days.at(-1)?.date ?? null, count: days.length }),
    );
    return viewPage(items, { limit, offset, total: commodities.length }, call.linkTo);
  },
};

/** MKT-2 */
export const listMarketPrices: Handler<typeof OPERATIONS.listMarketPrices> = {
  act: async (call) => {
    const { commodity, date, limit, offset } = call.query;
    const histories = await readHistories(call.db, readCommodities(commodity) ?? ALL, earlierOf(date, todayOf(call)));
    // MKT-5: a commodity without a price by then is left out.
    const items = histories.flatMap(({ days }) => {
      const [price, before] = [days.at(-1), days.at(-2)];
      return price === undefined ? [] : [viewMarketPrice(price, changeSince(before?.price_amount ?? null, price.price_amount))];
    });
    return viewPage(items.slice(offset, offset + limit), { limit, offset, total: items.length }, call.linkTo);
  },
};

export const getPriceHistory: Handler<typeof OPERATIONS.getPriceHistory, string> = {
  // MKT-5
  find: ({ path }) => findCommodity(path['commodity'] ?? '')?.slug ?? refuse('not_found'),
  act: async (call, commodity) => {
    const { from, to, interval = 'day', limit, offset } = call.query; // MKT-7
    const reversed = refuseReversed(from, to); // MKT-5
    if (reversed !== undefined) return reversed;

    const [history] = await readHistories(call.db, [commodity], earlierOf(to, todayOf(call)));
    const days = (history?.days ?? []).filter(({ date }) => from === undefined || date >= from);
    const points = interval === 'day' ? days : weeksFrom(from, groupByWeek(days));
    const items = points.slice(offset, offset + limit).map(viewHistoryPoint);
    const page = viewPage(items, { limit, offset, total: points.length }, call.linkTo);
    return viewPriceHistory(page, commodity, interval);
  },
};
