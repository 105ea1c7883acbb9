import type { HistoryPoint, Page, PriceHistory } from '#spec';
import type { Visible } from './visible.ts';
import { show } from './visible.ts';
import { commodityOf } from './values.ts';

/** MKT-4: a page of points, with their commodity and interval. */
export function viewPriceHistory(
  page: Visible<Page<HistoryPoint>>,
  slug: string,
  interval: PriceHistory['interval'],
): Visible<PriceHistory> {
  return show({ ...page, commodity: commodityOf(slug), interval });
}
