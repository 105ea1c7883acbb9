/** What depends on who bids: its credit, and the delivery locations that it may name. */
import type { LocationRule } from '../../market/rules/bid-terms.ts';
import type { Side } from '../../market/rules/bids.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import { findTeam, locationsOf } from '../../market/store/teams.ts';

/** BID-32, BID-39: a team whose credit is not good places no bid, as a counter or otherwise. */
export async function refuseCredit(db: Reader, team_id: string): Promise<Refusal | undefined> {
  const team = await findTeam(db, team_id);
  if (team?.has_good_credit === 1) return undefined;
  return refuse('insufficient_scope', { message: 'The team is not eligible to bid: its credit is not in good standing.' });
}

/** BID-10, BID-44: a buyer names its own locations. */
export async function ownLocations(db: Reader, team_id: string, inherited: number | null = null): Promise<LocationRule> {
  const own = await locationsOf(db, team_id);
  return { allowed: new Set(own.map((location) => location.id)), inherited };
}

/** BID-10, BID-59: a buyer can use its own locations, a seller only that of the countered bid, which is also the default. */
export async function locationsForCounter(db: Reader, bid: Row<'bids'>, side: Side): Promise<LocationRule> {
  const kept = bid.delivery_location_id;
  if (side === 'buyer') return ownLocations(db, bid.buyer_team_id, kept);
  return { allowed: new Set(kept === null ? [] : [kept]), inherited: kept };
}
