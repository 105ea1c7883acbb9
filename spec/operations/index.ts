import { BIDS } from './bids.ts';
import { CASH_BIDS } from './cash-bids.ts';
import { DELIVERY_LOCATIONS } from './delivery-locations.ts';
import { FARMS } from './farms.ts';
import { INVENTORY } from './inventory.ts';
import { LISTINGS } from './listings.ts';
import { MARKET } from './market.ts';
import { SANDBOX } from './sandbox.ts';
import { TEAMS } from './teams.ts';
import { TRADES } from './trades.ts';
import { WEBHOOKS } from './webhooks.ts';

export { errorCodesOf, scopesOf } from './operation.ts';
export type { ResponseBodyOf, Area, BodyOf, Operation, QueryOf } from './operation.ts';
export type { Parameter } from './parameters.ts';
export { SORTS } from './inventory.ts';

/** All operations of the document by operationId, in the order of the document. */
export const OPERATIONS = {
  ...INVENTORY,
  ...BIDS,
  ...DELIVERY_LOCATIONS,
  ...MARKET,
  ...TRADES,
  ...TEAMS,
  ...CASH_BIDS,
  ...WEBHOOKS,
  ...SANDBOX,
  ...FARMS,
  ...LISTINGS,
} as const;

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS) as readonly OperationId[]; // Object.keys widens to string[]; the keys are exactly these.
