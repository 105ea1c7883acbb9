/** All violations except those that only the explorer finds. Loaded only when a deviation is turned on. */
import { OAUTH_VIOLATED } from './auth/oauth.ts';
import { SCOPES_VIOLATED } from './auth/scopes.ts';
import { TOKENS_VIOLATED } from './auth/tokens.ts';
import { ANSWERING } from './bids/answering.ts';
import { COUNTERING_AND_RACES } from './bids/countering.ts';
import { LINES_AND_LOTS } from './bids/lines-and-lots.ts';
import { PLACING } from './bids/placing.ts';
import { READING } from './bids/reading.ts';
import { TERMS_OF_BIDS } from './bids/terms.ts';
import { CASH_BIDS } from './cash-bids.ts';
import { CONVENTIONS } from './conventions.ts';
import { DELIVERIES } from './deliveries.ts';
import { FOUND_BY_GATE } from './deep/index.ts';
import { DELIVERY_LOCATIONS } from './delivery-locations.ts';
import { ERRORS_VIOLATED } from './errors.ts';
import { EVENT_AUDIENCES } from './events/audiences.ts';
import { EVENT_ENVELOPES } from './events/envelopes.ts';
import { EVENT_PAYLOADS } from './events/payloads.ts';
import { FARMS } from './farms.ts';
import { FORMATS } from './formats.ts';
import { IDEMPOTENCY } from './idempotency.ts';
import { INVENTORY_QUERIES } from './inventory/queries.ts';
import { INVENTORY_VIEWS } from './inventory/views.ts';
import { LETTERS_VIOLATED } from './letters.ts';
import { CHANGES_VIOLATED } from './listings/changes.ts';
import { RECEIVED_VIOLATED } from './listings/received.ts';
import { SUBMISSIONS_VIOLATED } from './listings/submissions.ts';
import { VIEWS_VIOLATED } from './listings/views.ts';
import { MARKET } from './market.ts';
import { MISTAKES } from './mistakes/index.ts';
import { OPERATIONS_VIOLATED } from './operations.ts';
import { PAGING } from './paging.ts';
import { FARM_LEAKS } from './privacy/farms.ts';
import { INVENTORY_LEAKS } from './privacy/inventory.ts';
import { LEARNED_CORRELATIONS } from './privacy/learned-correlations.ts';
import { LEARNED_NAMES } from './privacy/learned-names.ts';
import { LEARNED_OTHER_PARTIES } from './privacy/learned-other-parties.ts';
import { MASKS_LIFTED } from './privacy/masks.ts';
import { PARTY_LEAKS } from './privacy/parties.ts';
import { SANDBOX } from './sandbox.ts';
import { SIGNATURE } from './signature.ts';
import { TEAMS } from './teams.ts';
import { TRADES } from './trades.ts';
import type { Violation } from './violation.ts';
import { WEBHOOK_DELIVERIES } from './webhooks/deliveries.ts';
import { WEBHOOK_SUBSCRIPTIONS } from './webhooks/subscriptions.ts';

export const VIOLATIONS: readonly Violation[] = [
  ...CONVENTIONS,
  ...OPERATIONS_VIOLATED,
  ...PAGING,
  ...FORMATS,
  ...INVENTORY_LEAKS,
  ...PARTY_LEAKS,
  ...MASKS_LIFTED,
  ...FARM_LEAKS,
  ...LEARNED_NAMES,
  ...LEARNED_OTHER_PARTIES,
  ...LEARNED_CORRELATIONS,
  ...INVENTORY_QUERIES,
  ...INVENTORY_VIEWS,
  ...PLACING,
  ...TERMS_OF_BIDS,
  ...READING,
  ...ANSWERING,
  ...COUNTERING_AND_RACES,
  ...LINES_AND_LOTS,
  ...IDEMPOTENCY,
  ...DELIVERY_LOCATIONS,
  ...LETTERS_VIOLATED,
  ...MARKET,
  ...TRADES,
  ...TEAMS,
  ...CASH_BIDS,
  ...VIEWS_VIOLATED,
  ...SUBMISSIONS_VIOLATED,
  ...CHANGES_VIOLATED,
  ...RECEIVED_VIOLATED,
  ...FARMS,
  ...TOKENS_VIOLATED,
  ...SCOPES_VIOLATED,
  ...OAUTH_VIOLATED,
  ...SANDBOX,
  ...WEBHOOK_SUBSCRIPTIONS,
  ...WEBHOOK_DELIVERIES,
  ...EVENT_ENVELOPES,
  ...EVENT_PAYLOADS,
  ...EVENT_AUDIENCES,
  ...SIGNATURE,
  ...DELIVERIES,
  ...ERRORS_VIOLATED,
  ...MISTAKES,
  ...FOUND_BY_GATE,
];
