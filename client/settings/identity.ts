import type { ActorName } from './schema.ts';
import type { JsonObject } from '../json.ts';

/** What the target says about one actor. */
export interface Identity {
  /** False if it returns 401 for everything, undefined if it does not respond. */
  is_valid: boolean | undefined;
  /** The response that decided `is_valid`, as a sentence. */
  outcome: string;
  /** The scopes that it needs and lacks. */
  lacks: readonly string[];
  /** Whether the target says that its token is bound to no team. */
  has_no_team: boolean;
  /** What else kept it from reading, one sentence each. */
  trouble: readonly string[];
  /** The teams of its user; undefined if they cannot be read. */
  teams: readonly JsonObject[] | undefined;
  /** The team of its token, as far as it is known. */
  team_id: string | undefined;
  user_id: string | undefined;
  mode: 'live' | 'sandbox' | undefined;
  /** If its token and that of this other actor are of different modes: how the simulator responds to each of them, as sentences. */
  other_mode?: { other: ActorName; own: string; its: string };
  /** Ids of listings on the market that it sees, of its own listings on the market, of its farms, and of its team's bids. */
  sees: readonly string[];
  offers: readonly string[];
  farms: readonly string[];
  bids: readonly string[];
}

export type Identities = ReadonlyMap<ActorName, Identity>;
