import {
  isRefusal,
  onBody,
  onFind,
  queryOf,
  onCaller,
  onQuery,
  onQueryValue,
  refuse,
  refusing,
  refusingUnits,
  violations,
  withDefaultQuery,
  withoutQuery,
  withoutScopes,
} from './kit/index.ts';

export const MARKET = violations({
  'MKT-1/people-only: GET /market/commodities rejects client-credentials tokens.': onCaller('listMarketCommodities', (caller) =>
    caller.user_id === null ? refuse('insufficient_scope') : caller,
  ),
  'MKT-1/crash: GET /market/commodities returns 500.': refusing('listMarketCommodities', () => 'internal_error'),
  'MKT-2/commodity-ignored: GET /market/prices ignores `commodity`.': withoutQuery('listMarketPrices', 'commodity'),
  'MKT-2/first-slug-alone: GET /market/prices filters by the first of several commodities only.': onQueryValue(
    'listMarketPrices',
    'commodity',
    (slugs) => slugs.split(',')[0],
  ),
  'MKT-2/first-slug-by-slug: GET /market/prices returns an object by slug, which has the first of several commodities only.':
    onBody('listMarketPrices', ({ items }, { incoming }) => {
      const [first, ...others] = queryOf(incoming).get('commodity')?.split(',') ?? [];
      const kept = others.length === 0 ? items : items.filter(({ commodity }) => commodity.slug === first);
      return { data: Object.fromEntries(kept.map(({ commodity, price }) => [commodity.slug, price])) };
    }),
  'MKT-2/several-drop-date: GET /market/prices ignores `date` if `commodity` has several slugs.': onQuery(
    'listMarketPrices',
    (query) => {
      if (query.get('commodity')?.includes(',') === true) query.delete('date');
    },
  ),
  'MKT-2/date-ignored: GET /market/prices ignores `date`.': withoutQuery('listMarketPrices', 'date'),
  'MKT-3/interval-ignored: The price history ignores `interval`.': withoutQuery('getPriceHistory', 'interval'),
  'MKT-3/from-ignored: The price history ignores `from`.': withoutQuery('getPriceHistory', 'from'),
  'MKT-3/week-refused: The price history rejects `interval=week`.': refusing('getPriceHistory', ({ incoming }) =>
    incoming.search.includes('interval=week') ? 'invalid_filter' : undefined,
  ),
  'MKT-3/one-for-all: The price history of every commodity is that of barley.': onFind('getPriceHistory', (found) =>
    isRefusal(found) ? found : 'barley',
  ),
  'MKT-6/no-scope-needed: Market data require no scope.': withoutScopes([
    'listMarketCommodities',
    'listMarketPrices',
    'getPriceHistory',
  ]),
  'MKT-6/history-without-scope: The price history requires no scope.': withoutScopes('getPriceHistory'),
  'MKT-6/units-refused: The price history rejects `units`.': refusingUnits('getPriceHistory'),
  'MKT-7/weekly-by-default: The price history is weekly by default.': withDefaultQuery('getPriceHistory', 'interval', 'week'),
});
