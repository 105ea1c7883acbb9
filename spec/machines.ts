/**
 * The document's "States and transitions" as tables. Transitions without a row are not allowed.
 * `events` are the event types that the transition emits (EVT-17, EVT-18, EVT-27, EVT-28).
 */
import type { EventType } from './events.ts';

export type BidState = 'pending' | 'accepted' | 'rejected' | 'countered' | 'expired';
export type BidAction = 'accept' | 'reject' | 'counter' | 'delist' | 'expire';

export interface Transition<State extends string, Action extends string> {
  from: State;
  action: Action;
  to: State;
  events: readonly EventType[];
}

export const BID_MACHINE: readonly Transition<BidState, BidAction>[] = [
  // BID-21, BID-26, BID-27, BID-29
  { from: 'pending', action: 'accept', to: 'accepted', events: ['bid.accepted', 'trade.created'] },
  { from: 'pending', action: 'reject', to: 'rejected', events: ['bid.rejected'] },
  { from: 'pending', action: 'counter', to: 'countered', events: ['bid.countered'] },
  { from: 'pending', action: 'delist', to: 'rejected', events: ['bid.rejected'] },
  // BID-12: no event when a bid expires.
  { from: 'pending', action: 'expire', to: 'expired', events: [] },
];

type TradeState = 'Pending' | 'Completed';
type TradeAction = 'settle';

export const TRADE_MACHINE: readonly Transition<TradeState, TradeAction>[] = [
  // TRD-6
  { from: 'Pending', action: 'settle', to: 'Completed', events: ['trade.settled'] },
];

type ListingState = 'listed' | 'unlisted' | 'archived';
export type ListingAction = 'publish' | 'unlist' | 'archive';

export const LISTING_MACHINE: readonly Transition<ListingState, ListingAction>[] = [
  // LST-6: publishing from any status; LST-7: archiving from any status.
  { from: 'listed', action: 'publish', to: 'listed', events: [] },
  { from: 'unlisted', action: 'publish', to: 'listed', events: [] },
  { from: 'archived', action: 'publish', to: 'listed', events: [] },
  { from: 'listed', action: 'unlist', to: 'unlisted', events: [] },
  { from: 'unlisted', action: 'unlist', to: 'unlisted', events: [] },
  // Unlisting leaves an archived listing archived. Only publishing restores it.
  { from: 'archived', action: 'unlist', to: 'archived', events: [] },
  { from: 'listed', action: 'archive', to: 'archived', events: [] },
  { from: 'unlisted', action: 'archive', to: 'archived', events: [] },
  { from: 'archived', action: 'archive', to: 'archived', events: [] },
];

export type OfferState = 'pending' | 'accepted' | 'rejected' | 'expired';
export type OfferAction = 'accept' | 'reject';

export const OFFER_MACHINE: readonly Transition<OfferState, OfferAction>[] = [
  // TRD-13, CB-5
  { from: 'pending', action: 'accept', to: 'accepted', events: ['trade.created'] },
  { from: 'pending', action: 'reject', to: 'rejected', events: [] },
];

type DeliveryState = 'attempt' | 'retrying' | 'delivered' | 'failed';
export type DeliveryOutcome = 'delivered' | 'permanent_failure' | 'retryable_failure' | 'exhausted';

export const DELIVERY_MACHINE: readonly Transition<DeliveryState, DeliveryOutcome>[] = [
  // RTY-1, RTY-2, RTY-3, RTY-6
  { from: 'attempt', action: 'delivered', to: 'delivered', events: [] },
  { from: 'attempt', action: 'permanent_failure', to: 'failed', events: [] },
  { from: 'attempt', action: 'retryable_failure', to: 'retrying', events: [] },
  { from: 'attempt', action: 'exhausted', to: 'failed', events: [] },
];

/** Returns the transition from a state by an action, or undefined if it is not allowed. */
export function findTransition<State extends string, Action extends string>(
  machine: readonly Transition<State, Action>[],
  from: State,
  action: Action,
): Transition<State, Action> | undefined {
  return machine.find((row) => row.from === from && row.action === action);
}
