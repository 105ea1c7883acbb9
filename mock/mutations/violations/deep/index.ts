/**
 * Violations that need three or more steps to show. The checks of the gate can miss them; the explorer must find them. Turn them on by name
 * like any other. `npm run mutation` skips them, and `npm run mutation:explorer` runs the explorer against them.
 */
import type { Violation } from '../violation.ts';
import { DEEP_BIDS } from './bids.ts';
import { DEEP_DEALS } from './deals.ts';
import { DEEP_DELIVERIES } from './deliveries.ts';
import { DEEP_KEYS } from './keys.ts';
import { DEEP_PRIVACY } from './privacy.ts';

export const DEEP_VIOLATIONS: readonly Violation[] = [
  ...DEEP_PRIVACY,
  ...DEEP_BIDS,
  ...DEEP_DEALS,
  ...DEEP_KEYS,
  ...DEEP_DELIVERIES,
];
