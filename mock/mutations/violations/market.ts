import {
  onCaller,
  onQuery,
  refuse,
  refusing,
  refusingQuery,
  violations,
  withDefaultQuery,
  withoutQuery,
  withoutScopes,
} from './kit/index.ts';

export const MARKET = [
  ...violations({
    'MKT-1/people-only: Commodities are not for machines.': onCaller('listMarketCommodities', (caller) =>
      caller.user_id === null ? refuse('insufficient_scope') : caller,
    ),
    'MKT-1/crash: Commodities cannot be read.': refusing('listMarketCommodities', () => 'internal_error'),
  }),
  ...violations(
    {
      'MKT-2/commodity-ignored: GET /market/prices ignores `commodity`.': withoutQuery('listMarketPrices', 'commodity'),
      'MKT-2/first-slug-alone: GET /market/prices filters by the first of several commodities only.': onQuery(
        'listMarketPrices',
        (query) => {
          const slugs = query.get('commodity');
          if (slugs !== null) query.set('commodity', slugs.split(',')[0] ?? '');
        },
      ),
      'MKT-2/date-ignored: GET /market/prices ignores `date`.': withoutQuery('listMarketPrices', 'date'),
      'MKT-3/interval-ignored: The price history ignores `interval`.': withoutQuery('getPriceHistory', 'interval'),
      'MKT-3/from-ignored: The price history ignores `from`.': withoutQuery('getPriceHistory', 'from'),
    },
    { only_warns: true },
  ),
  ...violations({
    'MKT-3/week-refused: History does not come by the week.': refusing('getPriceHistory', ({ incoming }) =>
      incoming.search.includes('interval=week') ? 'invalid_filter' : undefined,
    ),
    'MKT-6/no-scope-needed: Market data are for everybody who has a token.': withoutScopes([
      'listMarketCommodities',
      'listMarketPrices',
      'getPriceHistory',
    ]),
    'MKT-6/history-without-scope: The history of prices is for everybody who has a token.': withoutScopes('getPriceHistory'),
    'MKT-6/units-refused: The history of prices knows no units.': refusingQuery('getPriceHistory', 'units'),
    'MKT-7/weekly-by-default: History comes by the week unless it is asked for by the day.': withDefaultQuery(
      'getPriceHistory',
      'interval',
      'week',
    ),
  }),
];
