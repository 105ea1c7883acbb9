import type { Check } from '../check/check.ts';
import { INVENTORY_UNITS_CHECKS } from './formats/inventory-units.ts';
import { QUANTITY_CHANGES_CHECKS } from './formats/quantity-changes.ts';
import { UNITS_CHECKS } from './formats/units.ts';
import { VALUES_CHECKS } from './formats/values.ts';

export const FORMATS_CHECKS: readonly Check[] = [
  ...VALUES_CHECKS,
  ...UNITS_CHECKS,
  ...INVENTORY_UNITS_CHECKS,
  ...QUANTITY_CHANGES_CHECKS,
];
