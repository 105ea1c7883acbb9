import type { Check } from '../check/check.ts';
import { COMBINATIONS } from './inventory/combinations.ts';
import { COMBINED_FILTERS } from './inventory/combined-filters.ts';
import { FILTERS } from './inventory/filters.ts';
import { NEAR } from './inventory/near.ts';
import { OFFERED } from './inventory/offered.ts';
import { OFF_OFFER } from './inventory/off-offer.ts';
import { READING } from './inventory/reading.ts';
import { SORTING } from './inventory/sorting.ts';
import { BETWEEN_MODES, VISIBILITY } from './inventory/visibility.ts';

export const INVENTORY: readonly Check[] = [
  ...READING,
  ...OFFERED,
  ...FILTERS,
  ...COMBINED_FILTERS,
  ...COMBINATIONS,
  ...NEAR,
  ...SORTING,
  ...VISIBILITY,
  ...OFF_OFFER,
  ...BETWEEN_MODES,
];
