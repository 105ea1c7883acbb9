/** What is around resources and lists. These variants apply after all others, which see the documented envelope. */
import { onBody, unwrapped } from '../violations/kit/index.ts';
import { variants } from './kit/variant.ts';

/** The lists whose shape the document does not state. */
const OF_NO_SHAPE = [
  'listTeams',
  'listWebhooks',
  'listFarms',
  'listGrades',
  'listMarketCommodities',
  'listMarketPrices',
] as const;

export const ENVELOPES = variants({
  'bare-filters (INV-12, CONV-9): GET /inventory/filters omits the `data` envelope.': unwrapped('getInventoryFilters'),
  'bare-farms (CONV-9): Responses with one farm omit the `data` envelope.': unwrapped(['createFarm', 'getFarm', 'updateFarm']),
  'lists-as-arrays (PAGE-16, TEAM-3, MKT-4, SBX-12): Lists without a documented shape are arrays.': onBody(
    OF_NO_SHAPE,
    ({ items }) => items,
  ),
  'lists-as-data (PAGE-16, TEAM-3, MKT-4, SBX-12): Lists without a documented shape are in `data`.': onBody(
    OF_NO_SHAPE,
    ({ items }) => ({ data: items }),
  ),
  'grade-names-alone (SBX-11): GET /grades returns the names in an array, without their commodities.': onBody(
    ['listGrades'],
    ({ items }) => items.map(({ name }) => name),
  ),
  'subscriptions-bare (PAGE-16): GET /webhooks returns an array.': onBody('listWebhooks', ({ items }) => items),
});
