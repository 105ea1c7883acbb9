import type { Check } from '../check/check.ts';
import { ANONYMITY_CHECKS } from './privacy/anonymity.ts';
import { EVERY_QUERY_CHECKS } from './privacy/every-query.ts';
import { FARM_SECRETS_CHECKS } from './privacy/farms.ts';
import { LIMITED_TOKENS_CHECKS } from './privacy/limited-tokens.ts';
import { LONG_AFTER_SETTLEMENT_CHECKS } from './privacy/long-after.ts';
import { MASKS_CHECKS } from './privacy/masks.ts';
import { SMALL_TOWN_CHECKS } from './privacy/small-town.ts';
import { OFFER_CONTACTS_CHECKS } from './privacy/offer-contacts.ts';
import { PRIVATE_NEAR_CHECKS } from './privacy/near.ts';
import { OTHER_OFFERS_CHECKS } from './privacy/other-offers.ts';
import { SETTLEMENT_CHECKS } from './privacy/settlement.ts';
import { SETTLED_COUNTERS_CHECKS } from './privacy/settled-counters.ts';
import { TWINS_CHECKS } from './privacy/twins.ts';

export const PRIVACY_CHECKS: readonly Check[] = [
  ...ANONYMITY_CHECKS,
  ...PRIVATE_NEAR_CHECKS,
  ...SMALL_TOWN_CHECKS,
  ...SETTLEMENT_CHECKS,
  ...LONG_AFTER_SETTLEMENT_CHECKS,
  ...MASKS_CHECKS,
  ...EVERY_QUERY_CHECKS,
  ...OFFER_CONTACTS_CHECKS,
  ...OTHER_OFFERS_CHECKS,
  ...SETTLED_COUNTERS_CHECKS,
  ...FARM_SECRETS_CHECKS,
  ...LIMITED_TOKENS_CHECKS,
  ...TWINS_CHECKS,
];
