/** All oracles: checks that look at every response and every delivery. */
import { DELIVERIES_ORACLES } from './deliveries.ts';
import { ERRORS_ORACLES } from './errors.ts';
import { INVENTORY_ORACLES } from './inventory.ts';
import { LEARNED_NAMES_ORACLES } from './learned-names.ts';
import { LISTS_OF_OTHERS_ORACLES } from './lists-of-others.ts';
import type { Oracle } from './oracle.ts';
import { PRIVACY_ORACLES } from './privacy.ts';
import { SHAPES_ORACLES } from './shapes.ts';

export const ORACLES: readonly Oracle[] = [
  ...PRIVACY_ORACLES,
  ...LEARNED_NAMES_ORACLES,
  ...LISTS_OF_OTHERS_ORACLES,
  ...INVENTORY_ORACLES,
  ...SHAPES_ORACLES,
  ...ERRORS_ORACLES,
  ...DELIVERIES_ORACLES,
];
