/** All oracles: what is judged of every answer and every delivery alike. */
import { DELIVERIES_ORACLES } from './deliveries.ts';
import { ERRORS_ORACLES } from './errors.ts';
import { INVENTORY_ORACLES } from './inventory.ts';
import type { Oracle } from './oracle.ts';
import { PRIVACY_ORACLES } from './privacy.ts';
import { SHAPES_ORACLES } from './shapes.ts';

export const ORACLES: readonly Oracle[] = [
  ...PRIVACY_ORACLES,
  ...INVENTORY_ORACLES,
  ...SHAPES_ORACLES,
  ...ERRORS_ORACLES,
  ...DELIVERIES_ORACLES,
];
