/** What a bidder is allowed: whether its team can bid, and which delivery locations it can use. */
import type { LocationRule } from '../../market/rules/bid-terms.ts';
import type { Side } from '../../market/rules/bids.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { refuse } from '../../market/rules/refusal.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import { findTeam, locationsOf } from '../../market/store/teams.ts';

/** BID-32, BID-39: a team without good credit cannot bid or counter. */
export async function refuseCredit(db: Reader, team_id: string): Promise<Refusal | undefined> {
  const team = await findTeam(db, team_id);
  if (team?.has_good_credit === 1) return undefined;
  return refuse('insufficient_scope', {
    message: 'The team is not eligible to bid: its credit is not in good standing.',
    clause: 'BID-32',
  });
}

/** DLOC-3 */
export async function ownLocationIds(db: Reader, team_id: string): Promise<ReadonlySet<number>> {
  const own = await locationsOf(db, team_id);
  return new Set(own.map(({ id }) => id));
}

/** BID-10, BID-44: a buyer can use its own team's locations. @param inherited the location of the countered bid, the default of a counter */
export async function ownLocations(db: Reader, team_id: string, inherited: number | null = null): Promise<LocationRule> {
  return { allowed: await ownLocationIds(db, team_id), inherited };
}

/** BID-10, BID-59: a buyer can use its own team's locations. A seller can use only the location of the countered bid, which is also the default. */
export async function locationsForCounter(db: Reader, bid: Row<'bids'>, side: Side): Promise<LocationRule> {
  const kept = bid.delivery_location_id;
  if (side === 'buyer') return ownLocations(db, bid.buyer_team_id, kept);
  return { allowed: new Set(kept === null ? [] : [kept]), inherited: kept };
}
