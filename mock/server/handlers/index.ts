import type { OPERATIONS } from '#spec';
import type { Handler } from '../http/call.ts';
import * as answerBids from './answer-bids.ts';
import * as bids from './bids.ts';
import * as cashBids from './cash-bids.ts';
import * as deliveryLocations from './delivery-locations.ts';
import * as farms from './farms.ts';
import * as inventory from './inventory.ts';
import * as listings from './listings.ts';
import * as market from './market.ts';
import * as sandbox from './sandbox.ts';
import * as teams from './teams.ts';
import * as trades from './trades.ts';
import * as webhooks from './webhooks.ts';

type Handlers = { [Id in keyof typeof OPERATIONS]: { act: Handler<(typeof OPERATIONS)[Id], never>['act'] } };

/** One handler per operation. If one is missing, the compiler names it. */
export const HANDLERS = {
  ...inventory,
  ...bids,
  ...answerBids,
  ...deliveryLocations,
  ...trades,
  ...teams,
  ...market,
  ...cashBids,
  ...webhooks,
  ...sandbox,
  ...farms,
  ...listings,
} as const satisfies Handlers;
