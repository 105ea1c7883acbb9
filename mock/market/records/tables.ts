import type * as records from '#fixtures/records';
import type { Generated, Kysely, Selectable, Transaction } from 'kysely';

/** Booleans are stored as 0 and 1 in every database. */
export type Flag = 0 | 1;

type Stored<Record> = {
  [Field in keyof Record]: Exclude<Record[Field], boolean> | (Extract<Record[Field], boolean> extends never ? never : Flag);
};

export interface LotTable extends Stored<records.LotRecord> {
  /** 1 where there is no price: unpriced lots sort last both ways (INV-10). */
  is_unpriced: Flag;
}

export interface ClientTable extends Stored<records.ClientRecord> {
  /** Since when its tokens are void and it gets no new ones. */
  revoked_at: string | null;
}

export interface TokenTable extends Stored<records.TokenRecord> {
  /** The consent that it came from; null for one that was minted, or is a machine's. */
  grant_id: string | null;
  /** What the authorization server knows of it, as JSON; null for one that did not come from there. */
  payload: string | null;
}

/** How a client signs in at the token endpoint; a client without such a row cannot. */
export interface OauthClientTable {
  client_id: string;
  kind: 'native' | 'web' | 'machine';
  /** A JSON array. */
  redirect_uris: string;
  /** SHA-256 in base64url; null for a native client, and for one that was given no secret yet. */
  secret_hash: string | null;
}

/** A code, a refresh token, a session, a sign-in under way or a consent. */
export interface OauthRecordTable {
  model: string;
  id: string;
  /** As oidc-provider has it, as JSON. */
  payload: string;
  uid: string | null;
  grant_id: string | null;
  client_id: string | null;
  /** AUTH-10: the team that was chosen at consent. */
  team_id: string | null;
  consumed_at: string | null;
  expires_at: string | null;
}

export interface OauthKeyTable {
  name: string;
  value: string;
}

export interface SubscriptionTable {
  id: string;
  team_id: string;
  /** The client whose token made it: sandbox test users' events go by it (SBX-10). */
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

export interface EventTable {
  seq: Generated<number>;
  id: string;
  type: string;
  livemode: Flag;
  created_at: string;
  /** The bid, trade, or offer that the payload is made from when it is sent (EVT-21); null if `data` has the whole payload. */
  subject_id: string | null;
  /** A JSON object: the parts of the payload that never change. */
  data: string;
}

/** One event on its way to one subscription: the attempt that comes next. */
export interface QueueTable {
  /** Never used again, not even when the row is gone. */
  seq: Generated<number>;
  subscription_id: string;
  event_id: string;
  attempt: number;
  /** 1 until the event was first sent to the subscription: such attempts keep their order (RTY-9); retries and replays go by themselves. */
  is_first: Flag;
  due_at: string;
}

export interface DeliveryTable {
  seq: Generated<number>;
  id: string;
  subscription_id: string;
  event_id: string;
  event: string;
  status: 'delivered' | 'retrying' | 'failed';
  /** RTY-8: 0 if no response was received. */
  response_status: number;
  attempts: number;
  delivered_at: string | null;
  created_at: string;
  /** For people who look into the control plane: why it failed, and what was sent. */
  error: string | null;
  request_body: string;
  signature: string;
  duration_ms: number;
}

export interface IdempotencyTable {
  team_id: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  response: string;
  created_at: string;
}

export interface CounterTable {
  kind: string;
  next: number;
}

/** A delivery location over its threshold: from `started_at` on, until it has stayed under it for long enough (EVT-12, EVT-15). */
export interface CongestionTable {
  location_id: number;
  started_at: string;
  /** When the episode clears; null while the location is at or over its threshold. */
  clears_at: string | null;
}

/** One row: what the world was generated from. */
export interface OriginTable {
  seed: string;
  lots: number;
}

/** One row: where a world in a file is in time, and how many secrets it has given out. One in memory has none. */
export interface RuntimeTable {
  id: 1;
  /** How the clock began: `real`, `frozen` or an instant. A reset begins so again. */
  clock_start: string;
  mode: 'real' | 'frozen';
  frozen_at_ms: number;
  offset_ms: number;
  secrets_used: number;
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
  prices: Stored<records.PriceRecord>;
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
