import type { Check } from '../check/check.ts';
import { INVENTORY_UNITS } from './formats/inventory-units.ts';
import { UNITS } from './formats/units.ts';
import { VALUES } from './formats/values.ts';

export const FORMATS: readonly Check[] = [...VALUES, ...UNITS, ...INVENTORY_UNITS];
