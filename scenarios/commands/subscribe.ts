import { Unverifiable } from '#client';
import { addSubscription } from '../model/events.ts';
import type { Mood, Party } from '../model/model.ts';
import { SELLERS } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** What scenarios bring about, to whichever side. */
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

/** Of these types those that the party may ask for: another audience's may be refused (WHK-3). */
function allowed({ knowledge }: Session, owner: Party, events: readonly string[]): readonly string[] {
  if (knowledge.takes_any_event) return events;
  const is_seller = SELLERS.some((seller) => seller === owner);
  return events.filter((type) => type.startsWith('trade.') || OF_SELLERS.includes(type) === is_seller);
}

/** Subscribes, and believes in it (WHK-2). @returns false where there is nothing to ask for, or a quota is used up */
export async function subscribeTo(session: Session, owner: Party, wanted: readonly string[], mood: Mood): Promise<boolean> {
  const events = allowed(session, owner, wanted);
  if (events.length === 0) return false;
  try {
    const inbox = await session.subscribe(owner, events, mood);
    const { id } = inbox.subscription;
    session.model = addSubscription(session.model, { id, owner, events, mood, is_open: true });
    return true;
  } catch (error) {
    if (error instanceof Unverifiable) return false;
    throw error;
  }
}
