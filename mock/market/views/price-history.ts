import type { HistoryPoint, Page, PriceHistory } from '#spec';
import type { Seen } from './seen.ts';
import { show } from './seen.ts';
import { commodityOf } from './values.ts';

/** MKT-4: a page of points that says of which commodity they are and how far apart. */
export function viewPriceHistory(
  page: Seen<Page<HistoryPoint>>,
  slug: string,
  interval: PriceHistory['interval'],
): Seen<PriceHistory> {
  return show({ ...page, commodity: commodityOf(slug), interval });
}
