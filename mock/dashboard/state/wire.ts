/** The responses of the control plane, as far as the dashboard reads them. docs/control-plane.md describes them. */

export interface Clock {
  now: string;
  mode: 'real' | 'frozen';
  next_due: string | null;
}

export interface Persona {
  name: string;
  about: string;
  token: string;
  user_id: string | null;
  team_id: string | null;
  client_id: string;
}

export interface Overview {
  version: string;
  world: {
    id: string;
    seed: string;
    lots: number;
    is_lenient: boolean;
    is_shared: boolean;
    violations: readonly string[];
    variants: readonly string[];
  };
  clock: Clock;
  addresses: { base_url: string; auth_url: string; control_url: string; dashboard_url: string; tokens: Record<string, string> };
  personas: readonly Persona[];
  examples: { about: string; commands: readonly string[] };
}

/** A finding of the coach. */
export interface CoachFinding {
  rule: string;
  level: 'must' | 'should' | 'consider';
  source: string;
  title: string;
  seen: string;
  why: string;
  fix: string;
  count: number;
  first: { n: number } | { delivery: string };
  client: { client_id: string; user_id: string | null; team_id: string | null };
}

export interface Actor {
  client_id: string;
  user_id: string | null;
  team_id: string | null;
  livemode: boolean;
}

export type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface RequestEntry {
  seq: number;
  at: string;
  operation_id: string;
  method: string;
  path: string;
  actor: Actor | null;
  status: number;
  http_version: string;
  request_headers: Headers;
  request_body: string;
  request_chars: number;
  response_headers: Headers;
  response_body: string;
  response_chars: number;
  duration_ms: number;
  fault: string | null;
}

export interface FieldError {
  field: string;
  message: string;
}

export interface Explanation {
  code: string;
  clause: string;
  operation_clauses: readonly string[];
  rule: string;
  message: string;
  fields: readonly FieldError[];
  near_misses: readonly { text: string; seq?: number; id?: string }[];
}

export interface EventEntry {
  seq: number;
  id: string;
  type: string;
  livemode: boolean;
  created_at: string;
  subject_id: string | null;
  data: Record<string, unknown>;
}

export interface Delivery {
  seq: number;
  id: string;
  subscription_id: string;
  event_id: string;
  event: string;
  status: 'delivered' | 'retrying' | 'failed';
  response_status: number;
  attempts: number;
  delivered_at: string | null;
  created_at: string;
  error: string | null;
  request_body: string;
  signature: string;
  duration_ms: number;
}

export interface Due {
  at: string;
  kind: 'bid_expires' | 'lot_expires' | 'congestion_clears' | 'delivery';
  id: string;
  event_id: string | null;
  event: string | null;
  attempt: number | null;
}

export interface Subscription {
  id: string;
  url: string;
  /** A JSON array. */
  events: string;
  team_id: string;
  team: string | null;
  client_id: string;
  livemode: 0 | 1;
  status: 'active' | 'inactive';
  attempts: number;
  failed: number;
  queued: number;
  created_at: string;
}

export interface InboxMessage {
  seq: number;
  received_at: string;
  answer: number;
  event: string;
  signature: string;
  body: string;
}

export interface Paged<Item> {
  items: readonly Item[];
  total: number;
  counts: Readonly<Record<string, number>>;
}

/** A row of a table of the market: which columns it has depends on its kind. */
export interface MarketRecord extends Readonly<Record<string, unknown>> {
  id: string;
  status: string;
}

export interface Truth {
  id: string;
  kind: string;
  record: Readonly<Record<string, unknown>>;
  relations: Readonly<Record<string, unknown>>;
}

export interface Clause {
  id: string;
  level: string;
  statement: string;
  section: string;
}

/** A field of a record as text; empty if it is null or no plain value. */
export function textOf({ record }: Truth, field: string): string {
  const value = record[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
