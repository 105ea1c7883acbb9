/** The reusable buyer of POST /sandbox/simulate-event (SBX-6). It places bids but never responds to counters. */
import { findCommodity } from '#spec/reference/index';
import type { SimulateEvent } from '#spec';
import { LIMITS } from '#spec';
import { later } from '../../ports/clock.ts';
import type { BidTerms } from '../../market/rules/bid-terms.ts';
import type { Row, Tx } from '../../market/records/tables.ts';

export const SIMULATOR = {
  id: 'usr_51ab000000000001',
  team_id: 'tm_51ab000000000001',
  email: 'simulator@sandbox.example',
} as const;

/** SBX-4: the price if neither the request nor the lot has one. */
const PRICE_DEFAULT = 250;
/** How many lines the simulator bids on an ungraded lot. */
const LINES = 2;

/** Creates the simulator when it is first needed. */
export async function ensureSimulator(tx: Tx, now: string): Promise<void> {
  const known = await tx.selectFrom('users').select('id').where('id', '=', SIMULATOR.id).executeTakeFirst();
  if (known !== undefined) return;
  const { id, team_id, email } = SIMULATOR;
  await tx.insertInto('users').values({ id, name: 'Simulator', email, created_by_client_id: null, created_at: now }).execute();
  await insertBuyingTeam(tx, { id: team_id, name: 'Simulator', owner_id: id }, now);
}

/** Creates a team that can bid, with its owner. */
export async function insertBuyingTeam(
  tx: Tx,
  { id, name, owner_id }: { id: string; name: string; owner_id: string },
  now: string,
): Promise<void> {
  const team = { id, name, type: 'buyer', is_verified_elevator: 0, has_good_credit: 1, created_at: now } as const;
  await tx.insertInto('teams').values(team).execute();
  await tx.insertInto('memberships').values({ team_id: id, user_id: owner_id, role: 'owner' }).execute();
}

/** SBX-4: the terms of a simulated bid. Price and quantity default to those of the lot. The quantity is limited to the lot's. */
export function draftBidTerms(lot: Row<'lots'>, body: SimulateEvent, now: string): BidTerms {
  const price_amount = body.price ?? lot.price_amount ?? PRICE_DEFAULT;
  const is_graded = lot.grade !== null;
  const grades = is_graded ? [] : (findCommodity(lot.commodity)?.grades.slice(0, LINES) ?? []);
  const delivery_from = now.slice(0, 10);
  return {
    type: is_graded ? 'single_grade' : 'multi_grade',
    price_amount: is_graded ? price_amount : null,
    price_unit: is_graded ? 'MT' : null,
    quantity_mt: Math.min(body.quantity ?? lot.quantity_mt, lot.quantity_mt),
    delivery_from,
    delivery_to: later(now, 30 * 86_400).slice(0, 10),
    fob_farm: 1,
    delivery_location_id: null,
    subject_to_sample_approval: 0,
    additional_terms: null,
    expires_at: later(now, LIMITS.bid_expiry_days * 86_400),
    lines: grades.map((grade) => ({ grade, price_amount, price_unit: 'MT', subject_to_sample_approval: 0 })),
  };
}
