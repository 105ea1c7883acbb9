import type { Check } from '../check/check.ts';
import { FILTER_TOTALS_CHECKS } from './paging/filter-totals.ts';
import { FILTERED_LINKS_CHECKS } from './paging/filters.ts';
import { LINKS_CHECKS } from './paging/links.ts';
import { SIZES_CHECKS } from './paging/sizes.ts';
import { TOTALS_CHECKS } from './paging/totals.ts';
import { WALKS_CHECKS } from './paging/walks.ts';

export const PAGING_CHECKS: readonly Check[] = [
  ...SIZES_CHECKS,
  ...TOTALS_CHECKS,
  ...FILTER_TOTALS_CHECKS,
  ...LINKS_CHECKS,
  ...FILTERED_LINKS_CHECKS,
  ...WALKS_CHECKS,
];
