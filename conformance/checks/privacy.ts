import type { Check } from '../check/check.ts';
import { ANONYMITY } from './privacy/anonymity.ts';
import { FARM_SECRETS } from './privacy/farms.ts';
import { LIMITED_TOKENS } from './privacy/limited-tokens.ts';
import { LONG_AFTER_SETTLEMENT } from './privacy/long-after.ts';
import { MASKS } from './privacy/masks.ts';
import { PRIVATE_NEAR } from './privacy/near.ts';
import { SETTLEMENT } from './privacy/settlement.ts';
import { TWINS } from './privacy/twins.ts';

export const PRIVACY: readonly Check[] = [
  ...ANONYMITY,
  ...PRIVATE_NEAR,
  ...SETTLEMENT,
  ...LONG_AFTER_SETTLEMENT,
  ...MASKS,
  ...FARM_SECRETS,
  ...LIMITED_TOKENS,
  ...TWINS,
];
