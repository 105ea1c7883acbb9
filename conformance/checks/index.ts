/** All checks, in the order of the clauses. */
import type { Check } from '../check/check.ts';
import { CONVENTIONS_CHECKS } from './conventions.ts';
import { OPERATIONS_CHECKS } from './operations.ts';
import { PAGING_CHECKS } from './paging.ts';
import { FORMATS_CHECKS } from './formats.ts';
import { PRIVACY_CHECKS } from './privacy.ts';
import { INVENTORY_CHECKS } from './inventory.ts';
import { BIDS_CHECKS } from './bids.ts';
import { IDEMPOTENCY_CHECKS } from './idempotency.ts';
import { DELIVERY_LOCATIONS_CHECKS } from './delivery-locations.ts';
import { ANY_SHAPE_CHECKS } from './market/any-shape.ts';
import { MARKET_CHECKS } from './market.ts';
import { TRADES_CHECKS } from './trades.ts';
import { TEAMS_CHECKS } from './teams.ts';
import { CASH_BIDS_CHECKS } from './cash-bids.ts';
import { LISTINGS_CHECKS } from './listings.ts';
import { FARMS_CHECKS } from './farms.ts';
import { AUTH_CHECKS } from './auth.ts';
import { SANDBOX_CHECKS } from './sandbox.ts';
import { WEBHOOKS_CHECKS } from './webhooks.ts';
import { EVENTS_CHECKS } from './events.ts';
import { SIGNATURE_CHECKS } from './signature.ts';
import { DELIVERIES_CHECKS } from './deliveries.ts';
import { COMBINED_LIST_FILTERS_CHECKS } from './combinations/lists.ts';
import { WHOLE_LISTS_CHECKS } from './whole-lists.ts';
import { ERRORS_CHECKS } from './errors.ts';

export const CHECKS: readonly Check[] = [
  ...CONVENTIONS_CHECKS,
  ...OPERATIONS_CHECKS,
  ...PAGING_CHECKS,
  ...FORMATS_CHECKS,
  ...PRIVACY_CHECKS,
  ...INVENTORY_CHECKS,
  ...BIDS_CHECKS,
  ...IDEMPOTENCY_CHECKS,
  ...DELIVERY_LOCATIONS_CHECKS,
  ...MARKET_CHECKS,
  ...ANY_SHAPE_CHECKS,
  ...TRADES_CHECKS,
  ...TEAMS_CHECKS,
  ...CASH_BIDS_CHECKS,
  ...LISTINGS_CHECKS,
  ...FARMS_CHECKS,
  ...AUTH_CHECKS,
  ...SANDBOX_CHECKS,
  ...WEBHOOKS_CHECKS,
  ...EVENTS_CHECKS,
  ...SIGNATURE_CHECKS,
  ...DELIVERIES_CHECKS,
  ...ERRORS_CHECKS,
  ...COMBINED_LIST_FILTERS_CHECKS,
  ...WHOLE_LISTS_CHECKS,
];
