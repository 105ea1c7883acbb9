import type { EventType } from '#spec';
import type { Flag } from '../records/tables.ts';

/** What happened and whom it concerns: recorded with the change that caused it, in one transaction (EVT-16). */
export interface EventDraft {
  type: EventType;
  livemode: Flag;
  /** The bid, trade or offer that the payload is made from when it is sent (EVT-21); null where `data` says it all. */
  subject_id: string | null;
  data?: Readonly<Record<string, unknown>>;
  /** Teams on the buyer side, or the partner or elevator team meant (EVT-5, EVT-31). */
  team_ids?: readonly string[];
  /** The user who owns the listing, or made the offer: told through its teams (EVT-25). */
  seller_user_id?: string;
}
