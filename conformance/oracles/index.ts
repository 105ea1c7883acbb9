/** All oracles: checks that look at every response and every delivery. */
import { DELIVERIES_ORACLES } from './deliveries.ts';
import { ERRORS_ORACLES } from './errors.ts';
import { INVENTORY_ORACLES } from './inventory.ts';
import { LEARNED_NAMES_ORACLES } from './learned-names.ts';
import { LISTS_OF_OTHERS_ORACLES } from './lists-of-others.ts';
import type { Oracle } from './oracle.ts';
import { ofItems } from './oracle.ts';
import { PLACE_ORACLES, PRIVACY_ORACLES } from './privacy.ts';
import { SHAPES_ORACLES } from './shapes.ts';

export const ORACLES: readonly Oracle[] = [
  ...ofItems(PRIVACY_ORACLES),
  ...PLACE_ORACLES,
  ...ofItems(LEARNED_NAMES_ORACLES),
  ...LISTS_OF_OTHERS_ORACLES,
  ...ofItems(INVENTORY_ORACLES),
  ...SHAPES_ORACLES,
  ...ERRORS_ORACLES,
  ...DELIVERIES_ORACLES,
];
