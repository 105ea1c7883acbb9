/** All variants. Loaded only when a deviation is turned on. */
import { ALLOWED } from './allowed.ts';
import { BIDS_VARIED } from './bids.ts';
import { CONVENTIONS_VARIED } from './conventions.ts';
import { DEALS_VARIED } from './deals.ts';
import { DELISTING_VARIED } from './delisting.ts';
import { ENVELOPES } from './envelopes.ts';
import { INFRASTRUCTURE } from './infrastructure.ts';
import { LINES_VARIED } from './lines.ts';
import { TECHNOLOGY } from './technology.ts';
import { UNSTATED } from './unstated.ts';
import { LOTS_VARIED } from './lots.ts';
import { PRIVACY_VARIED } from './privacy.ts';
import { PAGES_VARIED } from './pages.ts';
import { READINGS } from './readings.ts';
import { SELLERS_VARIED } from './sellers.ts';
import { SHAPES } from './shapes.ts';
import type { Variant } from './kit/variant.ts';
import { WEBHOOKS_VARIED } from './webhooks.ts';

/** Variants of one group give the same lists another shape, so only one of them can be on. */
export const EXCLUSIVE: readonly (readonly string[])[] = [
  ['lists-as-arrays', 'lists-as-data', 'market-by-slug', 'market-by-name'],
  ['lists-as-arrays', 'lists-as-data', 'grade-names-alone'],
  ['lists-as-arrays', 'lists-as-data', 'subscriptions-bare'],
];

/** In the order in which they apply to a response. */
export const VARIANTS: readonly Variant[] = [
  ...PAGES_VARIED,
  ...CONVENTIONS_VARIED,
  ...PRIVACY_VARIED,
  ...LOTS_VARIED,
  ...SELLERS_VARIED,
  ...DEALS_VARIED,
  ...SHAPES,
  ...WEBHOOKS_VARIED,
  ...BIDS_VARIED,
  ...DELISTING_VARIED,
  ...LINES_VARIED,
  ...READINGS,
  ...ALLOWED,
  ...UNSTATED,
  ...TECHNOLOGY,
  ...INFRASTRUCTURE,
  ...ENVELOPES,
];
