/** All violations except the deep ones. Loaded only when a deviation is turned on. */
import { AUTH } from './auth.ts';
import { BIDS } from './bids.ts';
import { CASH_BIDS } from './cash-bids.ts';
import { CONVENTIONS } from './conventions.ts';
import { DELIVERIES } from './deliveries.ts';
import { FOUND_BY_GATE } from './deep/index.ts';
import { DELIVERY_LOCATIONS } from './delivery-locations.ts';
import { ERRORS_VIOLATED } from './errors.ts';
import { EVENTS_VIOLATED } from './events.ts';
import { FARMS } from './farms.ts';
import { FORMATS } from './formats.ts';
import { IDEMPOTENCY } from './idempotency.ts';
import { INVENTORY } from './inventory.ts';
import { LISTINGS } from './listings.ts';
import { MARKET } from './market.ts';
import { MISTAKES } from './mistakes/index.ts';
import { OPERATIONS_VIOLATED } from './operations.ts';
import { PAGING } from './paging.ts';
import { PRIVACY } from './privacy.ts';
import { SANDBOX } from './sandbox.ts';
import { SIGNATURE } from './signature.ts';
import { TEAMS } from './teams.ts';
import { TRADES } from './trades.ts';
import type { Violation } from './violation.ts';
import { WEBHOOKS } from './webhooks.ts';

export const VIOLATIONS: readonly Violation[] = [
  ...CONVENTIONS,
  ...OPERATIONS_VIOLATED,
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
  ...EVENTS_VIOLATED,
  ...SIGNATURE,
  ...DELIVERIES,
  ...ERRORS_VIOLATED,
  ...MISTAKES,
  ...FOUND_BY_GATE,
];
