import { Unverifiable } from '#client';
import { addSubscription } from '../model/events.ts';
import { SELLERS, type ReceiverBehavior, type Party } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** The event types that scenarios can cause. */
export const ALL_EVENTS: readonly string[] = [
  'bid.accepted',
  'bid.rejected',
  'bid.countered',
  'bid.received',
  'trade.created',
  'trade.settled',
  'cashbid.offer_received',
];
const OF_SELLERS: readonly string[] = ['bid.received', 'trade.created', 'trade.settled'];

/** The event types that the party can subscribe to: those of another audience can be rejected (WHK-3). */
function allowed({ knowledge }: Session, owner: Party, events: readonly string[]): readonly string[] {
  if (knowledge.takes_any_event) return events;
  const is_seller = SELLERS.some((seller) => seller === owner);
  return events.filter((type) => type.startsWith('trade.') || OF_SELLERS.includes(type) === is_seller);
}

/** Subscribes and adds the subscription to the model (WHK-2). @returns false if no event type is left, or a quota is used up */
export async function subscribeTo(
  session: Session,
  owner: Party,
  wanted: readonly string[],
  behavior: ReceiverBehavior,
): Promise<boolean> {
  const events = allowed(session, owner, wanted);
  if (events.length === 0) return false;
  try {
    const inbox = await session.subscribe(owner, events, behavior);
    const { id } = inbox.subscription;
    session.model = addSubscription(session.model, { id, owner, events, behavior, is_open: true });
    return true;
  } catch (error) {
    if (error instanceof Unverifiable) return false;
    throw error;
  }
}
