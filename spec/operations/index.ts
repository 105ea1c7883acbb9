import * as bids from './bids.ts';
import * as cashBids from './cash-bids.ts';
import * as deliveryLocations from './delivery-locations.ts';
import * as farms from './farms.ts';
import { getInventory, getInventoryFilters, listInventory } from './inventory.ts';
import * as listings from './listings.ts';
import * as market from './market.ts';
import * as sandbox from './sandbox.ts';
import * as teams from './teams.ts';
import * as trades from './trades.ts';
import * as webhooks from './webhooks.ts';

export { errorCodesOf, scopesOf } from './operation.ts';
export type { AnswerOf, Area, BodyOf, Operation, QueryOf } from './operation.ts';
export type { Parameter } from './parameters.ts';
export { SORTS } from './inventory.ts';

/** The 42 operations of the document, by operationId, in its order. */
export const OPERATIONS = {
  listInventory,
  getInventoryFilters,
  getInventory,
  ...bids,
  ...deliveryLocations,
  ...market,
  ...trades,
  ...teams,
  ...cashBids,
  ...webhooks,
  ...sandbox,
  ...farms,
  ...listings,
} as const;

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS) as readonly OperationId[]; // Object.keys widens to string[]; the keys are exactly these.
