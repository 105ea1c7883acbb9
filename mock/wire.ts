/**
 * Objects of the control plane that the driver and the dashboard read, named as on the wire (docs/control-plane.md). The dashboard runs in
 * the browser, so this file imports nothing.
 */

export interface ClockState {
  now: string;
  mode: 'real' | 'frozen';
  next_due: string | null;
}

/** A request in the journal, without secrets. */
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
  /** The length of the whole body in characters. Counting bytes would take as long as the rest of an entry. */
  request_chars: number;
  /** Without those that Node adds, such as Date. */
  response_headers: Readonly<Record<string, string | readonly string[]>>;
  response_body: string;
  response_chars: number;
  duration_ms: number;
  /** The fault that was applied, if any. A dropped response has status 200 and no body. */
  fault: string | null;
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
  /** What a delivery would carry now. */
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
  request_body: string;
  signature: string;
  duration_ms: number;
}
