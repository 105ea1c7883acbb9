import { FARM_LEAKS } from './privacy/farms.ts';
import { INVENTORY_LEAKS } from './privacy/inventory.ts';
import { MASKS_LIFTED } from './privacy/masks.ts';
import { PARTY_LEAKS } from './privacy/parties.ts';
import type { Violation } from './violation.ts';

export const PRIVACY: readonly Violation[] = [...INVENTORY_LEAKS, ...PARTY_LEAKS, ...MASKS_LIFTED, ...FARM_LEAKS];
