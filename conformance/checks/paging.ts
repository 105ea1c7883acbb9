import type { Check } from '../check/check.ts';
import { FILTERED_LINKS } from './paging/filters.ts';
import { LINKS } from './paging/links.ts';
import { SIZES } from './paging/sizes.ts';
import { TOTALS } from './paging/totals.ts';
import { WALKS } from './paging/walks.ts';

export const PAGING: readonly Check[] = [...SIZES, ...TOTALS, ...LINKS, ...FILTERED_LINKS, ...WALKS];
