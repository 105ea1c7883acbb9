import type * as records from '#fixtures/records';
import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { ClockState } from '../../ports/clock.ts';

/** Booleans are stored as 0 and 1 in every database. */
export type Flag = 0 | 1;

type Stored<Record> = {
  [Field in keyof Record]: Exclude<Record[Field], boolean> | (Extract<Record[Field], boolean> extends never ? never : Flag);
};

interface LotTable extends Stored<records.LotRecord> {
  /** 1 if there is no price. Unpriced lots come last in both directions (INV-10). */
  is_unpriced: Flag;
}

interface ClientTable extends Stored<records.ClientRecord> {
  /** When the client was revoked. Its tokens are invalid since then, and it gets no new ones. */
  revoked_at: string | null;
}

interface TokenTable extends Stored<records.TokenRecord> {
  /** The consent behind the token. Null for minted and client-credentials tokens. */
  grant_id: string | null;
  /** Its data in the authorization server, as JSON. Null for other tokens. */
  payload: string | null;
}

/** How a client authenticates at the token endpoint. Clients without a row cannot. */
interface OauthClientTable {
  client_id: string;
  kind: 'native' | 'web' | 'machine';
  /** A JSON array. */
  redirect_uris: string;
  /** SHA-256 in base64url. Null for a native client and for a client without a secret. */
  secret_hash: string | null;
}

/** A code, refresh token, session, pending sign-in, or consent. */
interface OauthRecordTable {
  model: string;
  id: string;
  /** The payload of oidc-provider, as JSON. */
  payload: string;
  uid: string | null;
  grant_id: string | null;
  client_id: string | null;
  /** AUTH-10: the team chosen at consent. */
  team_id: string | null;
  consumed_at: string | null;
  expires_at: string | null;
}

interface OauthKeyTable {
  name: string;
  value: string;
}

interface SubscriptionTable {
  id: string;
  team_id: string;
  /** The client whose token created the subscription, which also gets events of the sandbox test users it created (SBX-10). */
  client_id: string;
  livemode: Flag;
  url: string;
  /** A JSON array of event types. */
  events: string;
  secret: string;
  is_active: Flag;
  created_at: string;
  deleted_at: string | null;
}

interface EventTable {
  seq: Generated<number>;
  id: string;
  type: string;
  livemode: Flag;
  created_at: string;
  /** The bid, trade, or offer that the payload is made from when it is sent (EVT-21). Null if `data` has the whole payload. */
  subject_id: string | null;
  /** The parts of the payload that never change, as JSON. */
  data: string;
}

/** The next attempt to deliver one event to one subscription. */
interface QueueTable {
  /** Never reused, even after the row is deleted. */
  seq: Generated<number>;
  subscription_id: string;
  event_id: string;
  attempt: number;
  /** 1 for the first attempt of an event, which keeps the order of events (RTY-9). 0 for retries and replays. */
  is_first: Flag;
  due_at: string;
  /** The span that queued it, as a W3C traceparent. Null without tracing. */
  trace: Generated<string | null>;
}

interface DeliveryTable {
  seq: Generated<number>;
  id: string;
  subscription_id: string;
  event_id: string;
  event: string;
  status: 'delivered' | 'retrying' | 'failed';
  /** RTY-8: 0 if no response was received. */
  response_status: number;
  /** The beginning of the receiver's response, for the control plane. */
  response_body: Generated<string>;
  attempts: number;
  delivered_at: string | null;
  created_at: string;
  /** Why it failed, for the control plane. */
  error: string | null;
  /** Whether the attempt belongs to a replay of the event, for the control plane. */
  is_redelivery: Generated<Flag>;
  request_body: string;
  signature: string;
  duration_ms: number;
}

interface IdempotencyTable {
  team_id: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  response: string;
  created_at: string;
}

interface CounterTable {
  kind: string;
  next: number;
}

/** A current congestion of a delivery location (EVT-12, EVT-15). */
interface CongestionTable {
  location_id: number;
  started_at: string;
  /** When it clears. Null while the location is at or above its threshold. */
  clears_at: string | null;
}

/** One row: what the world was generated from. */
interface OriginTable {
  seed: string;
  lots: number;
  /** The last day that can have prices, `YYYY-MM-DD`. */
  priced_until: string | null;
}

/** One row: the clock of a world in a file, and how many secrets it has drawn. A world in memory has none. */
interface RuntimeTable extends ClockState {
  id: 1;
  /** The initial clock, restored by a reset: `real`, `frozen`, or an instant. */
  clock_start: string;
  secrets_used: number;
  /** JSON, like `faults`. No reset or restored snapshot changes this column and the next two. */
  deviations: string | null;
  faults: string | null;
  inbox_key: string | null;
}

export interface Tables {
  teams: Stored<records.TeamRecord>;
  users: Stored<records.UserRecord>;
  memberships: Stored<records.MembershipRecord>;
  clients: ClientTable;
  tokens: TokenTable;
  oauth_clients: OauthClientTable;
  oauth_records: OauthRecordTable;
  oauth_keys: OauthKeyTable;
  farms: Stored<records.FarmRecord>;
  lots: LotTable;
  bids: Stored<records.BidRecord>;
  bid_lines: Stored<records.BidLineRecord>;
  trades: Stored<records.TradeRecord>;
  cash_bids: Stored<records.CashBidRecord>;
  offers: Stored<records.OfferRecord>;
  delivery_locations: Stored<records.DeliveryLocationRecord>;
  subscriptions: SubscriptionTable;
  events: EventTable;
  queue: QueueTable;
  deliveries: DeliveryTable;
  idempotency_keys: IdempotencyTable;
  counters: CounterTable;
  congestions: CongestionTable;
  origins: OriginTable;
  runtime: RuntimeTable;
}

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

/** What a read needs: a transaction, or the reader of a store. It has no methods that write. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'executeQuery' | 'getExecutor'>;

declare const transaction: unique symbol;
/** The open transaction of a store. Every function that writes takes one, and only `store.write` and `store.restore` make one. */
export type Tx = Transaction<Tables> & { readonly [transaction]: true };

export function flag(value: boolean): Flag {
  return value ? 1 : 0;
}
