import { onQuery, violation, withoutScopes } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const MARKET: readonly Violation[] = [
  violation(
    'MKT-6/no-scope-needed',
    'Market data are for everybody who has a token.',
    withoutScopes(['listMarketCommodities', 'listMarketPrices', 'getPriceHistory']),
  ),
  violation(
    'MKT-7/weekly-by-default',
    'History comes by the week unless it is asked for by the day.',
    onQuery('getPriceHistory', (query) => {
      if (!query.has('interval')) query.set('interval', 'week');
    }),
  ),
];
