import type { State } from './state.ts';
import { BID_STATES } from './states/bids.ts';
import { CASH_BID_STATES } from './states/cash-bids.ts';
import { EVENT_STATES } from './states/events.ts';
import { INVENTORY_STATES } from './states/inventory.ts';
import { TRADE_STATES } from './states/trades.ts';
import { WEBHOOK_STATES } from './states/webhooks.ts';

/** All provider states. */
export const STATES: readonly State[] = [
  ...INVENTORY_STATES,
  ...BID_STATES,
  ...TRADE_STATES,
  ...CASH_BID_STATES,
  ...WEBHOOK_STATES,
  ...EVENT_STATES,
];

/** The state that causes the event in a description: `a bid.accepted event`. */
export function findEventState(description: string): State | undefined {
  return STATES.find(({ event }) => event !== undefined && description.includes(event));
}
