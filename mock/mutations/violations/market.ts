import { refuse } from '../../market/rules/refusal.ts';
import { onCaller, onQuery, refusing, violation, warnedOf, withoutQuery, withoutScopes } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const MARKET: readonly Violation[] = [
  violation(
    'MKT-1/people-only',
    'Commodities are not for machines.',
    onCaller('listMarketCommodities', (caller) => (caller.user_id === null ? refuse('insufficient_scope') : caller)),
  ),
  violation(
    'MKT-1/crash',
    'Commodities cannot be read.',
    refusing('listMarketCommodities', () => 'internal_error'),
  ),
  warnedOf(
    violation(
      'MKT-2/commodity-ignored',
      'Prices are of all commodities, whichever is asked for.',
      withoutQuery('listMarketPrices', 'commodity'),
    ),
  ),
  warnedOf(
    violation(
      'MKT-2/first-slug-alone',
      'Of several slugs the first is read.',
      onQuery('listMarketPrices', (query) => {
        const slugs = query.get('commodity');
        if (slugs !== null) query.set('commodity', slugs.split(',')[0] ?? '');
      }),
    ),
  ),
  warnedOf(
    violation('MKT-2/date-ignored', 'Prices are current, whatever date is asked for.', withoutQuery('listMarketPrices', 'date')),
  ),
  warnedOf(
    violation(
      'MKT-3/interval-ignored',
      'History comes by the day, whatever is asked for.',
      withoutQuery('getPriceHistory', 'interval'),
    ),
  ),
  warnedOf(violation('MKT-3/from-ignored', 'History begins where it begins.', withoutQuery('getPriceHistory', 'from'))),
  violation(
    'MKT-3/week-refused',
    'History does not come by the week.',
    refusing('getPriceHistory', ({ incoming }) => (incoming.search.includes('interval=week') ? 'invalid_filter' : undefined)),
  ),
  violation(
    'MKT-6/no-scope-needed',
    'Market data are for everybody who has a token.',
    withoutScopes(['listMarketCommodities', 'listMarketPrices', 'getPriceHistory']),
  ),
  violation(
    'MKT-6/history-without-scope',
    'The history of prices is for everybody who has a token.',
    withoutScopes('getPriceHistory'),
  ),
  violation(
    'MKT-6/units-refused',
    'The history of prices knows no units.',
    refusing('getPriceHistory', ({ incoming }) => (incoming.search.includes('units=') ? 'invalid_filter' : undefined)),
  ),
  violation(
    'MKT-7/weekly-by-default',
    'History comes by the week unless it is asked for by the day.',
    onQuery('getPriceHistory', (query) => {
      if (!query.has('interval')) query.set('interval', 'week');
    }),
  ),
];
