/**
 * Violations that take three steps or more to be seen: what the checks of the gate, which look at one thing each, may pass by and the explorer
 * has to find. They are turned on by name like any other; `npm run mutation` does not ask the gate for them, `npm run mutation:explorer` asks the explorer.
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
