/** The test data of every scenario: farms that can publish, listed lots, and subscriptions. */
import { readItems, readPath } from '#client';
import { submitListing } from '../commands/submit-listing.ts';
import { ALL_EVENTS, subscribeTo } from '../commands/subscribe.ts';
import type { Party } from '../model/model.ts';
import type { Session } from '../session/session.ts';

/** The quantity of each initial lot. */
const FIRST_LOT_MT = 60;

/** Creates the test data. A subscription beyond the target's quota is left out. @throws Finding, Blocked, or Unverifiable if a listing cannot be created */
export async function setUp(session: Session): Promise<void> {
  for (const seller of ['seller', 'partner'] as const) {
    if (!session.has(seller)) continue;
    await submitListing(session, { seller, grade: session.knowledge.crop.grade ?? null, quantity_mt: FIRST_LOT_MT, price: 310 });
  }
  if (session.knowledge.grades.length > 0 && session.has('seller')) {
    await submitListing(session, { seller: 'seller', grade: null, quantity_mt: FIRST_LOT_MT, price: 310 });
  }
  if (session.knowledge.takes_receiver) {
    for (const party of ['buyer', 'partner'] as const) {
      if (session.has(party)) await subscribeTo(session, party, ALL_EVENTS, 'takes');
    }
  }
  if (session.marketplace.is_isolated) await countInitialItems(session);
}

const COUNTED: readonly (readonly [Party, string])[] = [
  ['buyer', '/bids'],
  ['rival', '/bids'],
  ['elevator', '/bids'],
  ['buyer', '/trades'],
  ['seller', '/trades'],
];

/** PAGE-4: records the initial totals, so that later totals can be checked. */
async function countInitialItems(session: Session): Promise<void> {
  const totals: Record<string, number> = {};
  for (const [party, path] of COUNTED) {
    if (!session.has(party)) continue;
    const reply = await session.actor(party).get(path, { limit: 1 });
    const total = readPath(reply.json, 'total');
    if (reply.status === 200 && typeof total === 'number' && readItems(reply).length <= 1) totals[`${party} ${path}`] = total;
  }
  session.model = { ...session.model, totals_before: totals };
}
