/**
 * Objects of the control plane that the driver and the dashboard read, named as on the wire (docs/control-plane.md). The dashboard runs in
 * the browser, so this file imports nothing.
 */

export interface ClockState {
  now: string;
  mode: 'real' | 'frozen';
  next_due: string | null;
}

/** A request in the journal. Secrets are redacted. */
export interface RequestEntry {
  seq: number;
  at: string;
  operation_id: string;
  method: string;
  path: string;
  /** The caller. Null if the request was not authenticated. */
  actor: { client_id: string; user_id: string | null; team_id: string | null; livemode: boolean } | null;
  status: number;
  http_version: string;
  request_headers: Readonly<Record<string, string | readonly string[]>>;
  request_body: string;
  /** The length of the whole body in characters, because counting bytes would double the cost of an entry. */
  request_chars: number;
  /** Without those that Node adds, such as Date. */
  response_headers: Readonly<Record<string, string | readonly string[]>>;
  response_body: string;
  response_chars: number;
  duration_ms: number;
  /** The fault that was applied, if any. A dropped response has status 200 and no body. */
  fault: string | null;
  /** The clause behind a refusal. Null for other responses, and for those that a fault replaced. */
  clause: string | null;
  /** Whether the response repeats that of an earlier request with the same Idempotency-Key, so this request had no effect (IDEM-2). */
  is_replay: boolean;
  /** Whether the client did not get the whole response: a fault cut the connection, or the client disconnected. */
  is_cut: boolean;
  /** Whether the client closed the connection before the response was ready. */
  is_client_gone: boolean;
  /** Why the authorization server refused the request: `invalid_grant: authorization code already consumed`. Null for a request to the API. */
  oauth_error: string | null;
}

/** An event of the marketplace. */
export interface EventEntry {
  seq: number;
  id: string;
  type: string;
  livemode: boolean;
  created_at: string;
  /** The bid, trade, or offer that it is about. Null if `data` never changes. */
  subject_id: string | null;
  /** The payload that a delivery would have now. */
  data: Readonly<Record<string, unknown>>;
}

/** A delivery of an event to one subscription. */
export interface DeliveryEntry {
  seq: number;
  id: string;
  subscription_id: string;
  event_id: string;
  event: string;
  status: 'delivered' | 'retrying' | 'failed';
  /** 0 if no response was received. */
  response_status: number;
  /** The beginning of the response. */
  response_body: string;
  attempts: number;
  delivered_at: string | null;
  created_at: string;
  /** Why it failed. */
  error: string | null;
  /** Whether the attempt belongs to a redelivery of a failed delivery (WHK-8), which counts its attempts from 1. */
  is_redelivery: boolean;
  request_body: string;
  signature: string;
  duration_ms: number;
}

/** What a coach found. */
export interface Finding {
  /** The id of the rule, such as `bids/no-key`. */
  readonly rule: string;
  /** `must`: it fails in production. `should`: it works, at a cost in time, load, or trust. `consider`: the coach cannot be sure. */
  readonly level: 'must' | 'should' | 'consider';
  /** A clause, or a section of an RFC. */
  readonly source: string;
  /** What the client should do. */
  readonly title: string;
  /** What it did the first time. */
  readonly seen: string;
  /** Why that fails in production. */
  readonly why: string;
  readonly fix: string;
  /** How often it was seen. */
  readonly count: number;
  /** The first exchange, or the first delivery. */
  readonly first:
    | { readonly n: number; readonly method: string; readonly path: string; readonly status: number | null }
    | { readonly delivery: string; readonly event: string; readonly status: number };
}

/** A finding, and the client that it is about. */
export interface ClientFinding extends Finding {
  readonly client: { client_id: string; user_id: string | null; team_id: string | null };
}

/** Something that will happen without a request. */
export interface AgendaItem {
  at: string;
  kind: 'bid_expires' | 'lot_expires' | 'congestion_clears' | 'delivery';
  id: string;
  /** Null unless this is a delivery. */
  event_id: string | null;
  event: string | null;
  attempt: number | null;
}

/** A delivery that the inbox of the mock has received. */
export interface InboxMessage {
  seq: number;
  /** By the world's clock. */
  received_at: string;
  /** The status of the response. */
  answer: number;
  event: string;
  signature: string;
  body: string;
}

/** A hint at what would have worked. `seq` is the number of a related request in the journal, `id` that of a related record. */
export interface Hint {
  text: string;
  seq?: number;
  id?: string;
}

/** Why the marketplace refused a request. */
export interface Explanation {
  code: string;
  /** The clause behind the error code. */
  clause: string;
  /** The clauses that the document states about this operation. */
  operation_clauses: readonly string[];
  rule: string;
  message: string;
  fields: readonly { field: string; message: string }[];
  near_misses: readonly Hint[];
}
