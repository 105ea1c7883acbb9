import { pageOf } from '../resources/envelopes.ts';
import { CommodityCoverage, INTERVALS, MarketPrice, PriceHistory } from '../resources/market.ts';
import { operation } from './operation.ts';
import { dateFilter, oneOf, paging, textFilter, units } from './parameters.ts';

const common = { method: 'get', area: 'market', scopes: { all: ['market.read'] }, needs_team: false, assumed: 'MKT-4' } as const;

export const MARKET = {
  listMarketCommodities: operation({
    ...common,
    path: '/market/commodities',
    summary: 'List commodities with their price coverage',
    query: { ...paging, units },
    success: { status: 200, description: 'Commodities.', schema: pageOf(CommodityCoverage) },
    listed_errors: [401, 403],
    clauses: ['MKT-1', 'MKT-6'],
  }),

  listMarketPrices: operation({
    ...common,
    path: '/market/prices',
    summary: 'Read current or as-of prices',
    query: {
      commodity: textFilter('Commodity slugs, comma-separated.', 'canola,durum'),
      date: dateFilter('Return prices as of this date. Default: current prices.'),
      ...paging,
      units,
    },
    success: { status: 200, description: 'One price per commodity.', schema: pageOf(MarketPrice) },
    listed_errors: [401, 403],
    clauses: ['MKT-2', 'MKT-6'],
  }),

  getPriceHistory: operation({
    ...common,
    path: '/market/prices/{commodity}/history',
    summary: 'Read the price history of a commodity',
    path_parameters: { commodity: 'Commodity slug.' },
    query: {
      from: dateFilter('First day.'),
      to: dateFilter('Last day.'),
      interval: oneOf(INTERVALS, 'One point per day or per week. Default: day.'),
      ...paging,
      units,
    },
    success: { status: 200, description: 'A time series, oldest first.', schema: PriceHistory },
    listed_errors: [401, 403],
    errors: ['not_found'],
    clauses: ['MKT-3', 'MKT-6', 'MKT-7'],
  }),
};
