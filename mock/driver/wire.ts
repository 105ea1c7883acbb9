/** Objects of the control plane, named as on the wire (docs/control-plane.md). */
import type { EventType, OperationId } from '#spec';
import type { personas } from '#fixtures/personas';
import type { DeliveryEntry, EventEntry, RequestEntry } from '../wire.ts';

export type { ClockState, DeliveryEntry, EventEntry, RequestEntry } from '../wire.ts';

/** Every operation that changes the marketplace returns this. */
export interface MarketChange {
  previous_state: unknown;
  new_state: unknown;
  events_emitted: { id: string; type: string }[];
  deliveries_queued: number;
}

/** What became due while the clock moved. */
export interface ClockAdvance extends MarketChange {
  now: string;
  /** In order of time; at most 1,000 entries. */
  fired: { at: string; kind: string; id: string }[];
  fired_total: number;
  /** The number of delivery attempts, all of them finished. */
  deliveries: number;
}

/** A webhook subscription, without its secret. */
export interface Subscription {
  id: string;
  team_id: string;
  client_id: string;
  livemode: boolean;
  url: string;
  events: string[];
  is_active: boolean;
  created_at: string;
}

/** The entries that a world reports as they happen, by kind. */
export interface EntryOf {
  request: RequestEntry;
  event: EventEntry;
  delivery: DeliveryEntry;
}
export type EntryKind = keyof EntryOf;

export interface EntryList<Entry> {
  /** Oldest first. */
  items: Entry[];
  total: number;
  last_seq: number;
}

interface EntryFilter {
  /** Returns only entries after this `seq`. */
  since?: number;
  /** Default: 100. */
  limit?: number;
}

export interface RequestFilter extends EntryFilter {
  /** `oauth`: requests that the authorization server refused. `unknown`: those with an unknown path or method. */
  operation_id?: OperationId | 'oauth' | 'unknown';
  status?: number;
  method?: string;
  user_id?: string;
}

export interface EventFilter extends EntryFilter {
  type?: EventType;
  subject_id?: string;
  livemode?: boolean;
}

export interface DeliveryFilter extends EntryFilter {
  subscription_id?: string;
  event_id?: string;
  event?: EventType;
  status?: 'delivered' | 'retrying' | 'failed';
}

/** Fields and the values that they must have; `data.<name>` for the data of an event. */
export type Pattern = Readonly<Record<string, string | number | boolean | null>>;

interface FaultTiming {
  latency_ms?: number;
  /** Let this many matches pass first. */
  skip?: number;
  /** Apply this many times; no limit by default. */
  count?: number | null;
  probability?: number;
}

export interface RequestFault extends FaultTiming {
  request: {
    operation_id?: OperationId;
    method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    /** Below the base URL, such as `/bids/bid_1`; `*` matches any text. */
    path?: string;
    persona?: keyof typeof personas;
    client_id?: string;
    user_id?: string | null;
    team_id?: string | null;
    livemode?: boolean;
  };
  effect?: 'drop' | 'truncate' | 'malform';
  /** Respond with this error, 400 to 599. */
  status?: number;
  code?: string;
  message?: string;
  /** Seconds. */
  retry_after?: number;
  when?: 'before' | 'after';
}

export interface DeliveryFault extends FaultTiming {
  delivery: { event?: EventType; subscription_id?: string; attempt?: number };
  effect?: 'drop' | 'lose_answer' | 'duplicate' | 'stale' | 'bad_signature' | 'tamper';
}

/** An active fault. */
export interface Fault {
  id: string;
  request?: object;
  delivery?: object;
  /** The error response; null if the fault has another effect. */
  refusal?: { status: number; code: string; message: string; retry_after?: number } | null;
  /** The number of requests or delivery attempts that matched. */
  matched: number;
  /** How many of them the fault was applied to. */
  struck: number;
}

export interface WorldRequest {
  seed?: string;
  lots?: number;
  clock?: string;
  sellers?: string;
  lenient?: boolean;
  test_secrets?: boolean;
  violations?: readonly string[];
  variants?: readonly string[];
  ttl?: string;
  /** Start from this snapshot. Only `ttl` can be given as well. */
  snapshot?: string;
}

export interface OfferTerms {
  /** In the unit of the cash bid. Default: its own price. */
  price?: number;
  /** Default: the whole quantity. */
  quantity_mt?: number;
  /** Default: the developer seller. */
  seller_user_id?: string;
}

export interface Snapshot {
  id: string;
  name: string | null;
  taken_at: string;
}
