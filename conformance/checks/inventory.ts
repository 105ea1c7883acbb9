import type { Check } from '../check/check.ts';
import { COMBINATIONS_CHECKS } from './inventory/combinations.ts';
import { COMBINED_FILTERS_CHECKS } from './inventory/combined-filters.ts';
import { FILTERS_CHECKS } from './inventory/filters.ts';
import { NEAR_CHECKS } from './inventory/near.ts';
import { EXISTING_LISTINGS_CHECKS } from './inventory/existing-listings.ts';
import { UNLISTED_CHECKS } from './inventory/unlisted.ts';
import { READING_CHECKS } from './inventory/reading.ts';
import { SORTING_CHECKS } from './inventory/sorting.ts';
import { BETWEEN_MODES_CHECKS, VISIBILITY_CHECKS } from './inventory/visibility.ts';

export const INVENTORY_CHECKS: readonly Check[] = [
  ...READING_CHECKS,
  ...EXISTING_LISTINGS_CHECKS,
  ...FILTERS_CHECKS,
  ...COMBINED_FILTERS_CHECKS,
  ...COMBINATIONS_CHECKS,
  ...NEAR_CHECKS,
  ...SORTING_CHECKS,
  ...VISIBILITY_CHECKS,
  ...UNLISTED_CHECKS,
  ...BETWEEN_MODES_CHECKS,
];
