/** The ground of every scenario: farms that may publish, listed lots, and who is told of what. */
import { isObject, tolerantItems } from '#client';
import { publish } from '../commands/publish.ts';
import { ALL_EVENTS, subscribeTo } from '../commands/subscribe.ts';
import type { Party } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** How much grain the first lots hold. */
const FIRST_LOT_MT = 60;

/** Lays the ground. @throws Blocked, Unverifiable where a scenario cannot begin here */
export async function setUp(session: Session): Promise<void> {
  for (const seller of ['seller', 'partner'] as const) {
    if (!session.has(seller)) continue;
    await publish(session, { seller, grade: session.knowledge.crop.grade ?? null, quantity_mt: FIRST_LOT_MT, price: 310 });
  }
  if (session.knowledge.grades.length > 0) {
    await publish(session, { seller: 'seller', grade: null, quantity_mt: FIRST_LOT_MT, price: 310 });
  }
  if (session.knowledge.takes_receiver) {
    for (const party of ['buyer', 'partner'] as const) {
      if (session.has(party)) await subscribeTo(session, party, ALL_EVENTS, 'takes');
    }
  }
  if (session.place.is_own) await countWhatIsThere(session);
}

const COUNTED: readonly (readonly [Party, string])[] = [
  ['buyer', '/bids'],
  ['rival', '/bids'],
  ['elevator', '/bids'],
  ['buyer', '/trades'],
  ['seller', '/trades'],
];

/** PAGE-4: totals are those of before, and what is made from now on. */
async function countWhatIsThere(session: Session): Promise<void> {
  const totals: Record<string, number> = {};
  for (const [party, path] of COUNTED) {
    if (!session.has(party)) continue;
    const reply = await session.actor(party).get(path, { limit: 1 });
    const total = isObject(reply.json) ? reply.json['total'] : undefined;
    if (reply.status === 200 && typeof total === 'number' && tolerantItems(reply).length <= 1) totals[`${party} ${path}`] = total;
  }
  session.model = { ...session.model, totals_before: totals };
}
