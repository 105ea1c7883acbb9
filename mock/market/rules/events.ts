import type { EventType } from '#spec';
import type { Flag } from '../records/tables.ts';

/** An event and its recipients. It is stored in the transaction of the change that caused it (EVT-16). */
export interface EventDraft {
  type: EventType;
  livemode: Flag;
  /** The bid, trade, or offer that the payload is made from when it is sent (EVT-21). Null if `data` is the whole payload. */
  subject_id: string | null;
  data?: Readonly<Record<string, unknown>>;
  /** Teams on the buyer side, or the partner or elevator team (EVT-5, EVT-31). */
  team_ids?: readonly string[];
  /** The user who owns the listing or made the offer. All teams of this user get the event (EVT-25). */
  seller_user_id?: string;
}
