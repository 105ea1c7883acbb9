/** All checks, in the order of the clauses. */
import type { Check } from '../check/check.ts';
import { CONVENTIONS } from './conventions.ts';
import { OPERATIONS } from './operations.ts';
import { PAGING } from './paging.ts';
import { FORMATS } from './formats.ts';
import { PRIVACY } from './privacy.ts';
import { INVENTORY } from './inventory.ts';
import { BIDS } from './bids.ts';
import { IDEMPOTENCY } from './idempotency.ts';
import { DELIVERY_LOCATIONS } from './delivery-locations.ts';
import { MARKET } from './market.ts';
import { TRADES } from './trades.ts';
import { TEAMS } from './teams.ts';
import { CASH_BIDS } from './cash-bids.ts';
import { LISTINGS } from './listings.ts';
import { FARMS } from './farms.ts';
import { AUTH } from './auth.ts';
import { SANDBOX } from './sandbox.ts';
import { WEBHOOKS } from './webhooks.ts';
import { EVENTS } from './events.ts';
import { SIGNATURE } from './signature.ts';
import { DELIVERIES } from './deliveries.ts';
import { COMBINED_LIST_FILTERS } from './combinations/lists.ts';
import { ERRORS } from './errors.ts';

export const CHECKS: readonly Check[] = [
  ...CONVENTIONS,
  ...OPERATIONS,
  ...PAGING,
  ...FORMATS,
  ...PRIVACY,
  ...INVENTORY,
  ...BIDS,
  ...IDEMPOTENCY,
  ...DELIVERY_LOCATIONS,
  ...MARKET,
  ...TRADES,
  ...TEAMS,
  ...CASH_BIDS,
  ...LISTINGS,
  ...FARMS,
  ...AUTH,
  ...SANDBOX,
  ...WEBHOOKS,
  ...EVENTS,
  ...SIGNATURE,
  ...DELIVERIES,
  ...ERRORS,
  ...COMBINED_LIST_FILTERS,
];
