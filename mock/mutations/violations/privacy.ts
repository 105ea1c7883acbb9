import { FARM_LEAKS } from './privacy/farms.ts';
import { INVENTORY_LEAKS } from './privacy/inventory.ts';
import { LEARNED_CORRELATIONS } from './privacy/learned-correlations.ts';
import { LEARNED_NAMES } from './privacy/learned-names.ts';
import { LEARNED_SCOPES } from './privacy/learned-scopes.ts';
import { MASKS_LIFTED } from './privacy/masks.ts';
import { PARTY_LEAKS } from './privacy/parties.ts';

export const PRIVACY = [
  ...INVENTORY_LEAKS,
  ...PARTY_LEAKS,
  ...MASKS_LIFTED,
  ...FARM_LEAKS,
  ...LEARNED_NAMES,
  ...LEARNED_SCOPES,
  ...LEARNED_CORRELATIONS,
];
