/** What can be made to go wrong on purpose: with the answer to a request, or with the delivery of an event. */
import type { EventType, OperationId } from '#spec';

/** What a request can be recognised by. `livemode`, `client_id`, `user_id` and `team_id` are its caller's. */
export interface RequestTraits {
  operation_id?: OperationId | undefined;
  method?: string | undefined;
  client_id?: string | undefined;
  user_id?: string | null | undefined;
  team_id?: string | null | undefined;
  livemode?: boolean | undefined;
}

/** What an attempt of a delivery can be recognised by. */
export interface DeliveryTraits {
  event?: EventType | undefined;
  subscription_id?: string | undefined;
  /** From 1. */
  attempt?: number | undefined;
}

/** When a fault strikes, of all that it matches. */
export interface Aim {
  /** How many matches pass before the fault applies. */
  skip: number;
  /** How often the fault applies. Null for no limit. */
  count: number | null;
  /** Of what is left, with this probability; drawn from the seed of the world, so that a run can be repeated. */
  probability: number;
  /** How long everything else waits first, in ms of the machine's clock. */
  latency_ms: number;
}

export const REQUEST_EFFECTS = ['status', 'drop', 'truncate', 'malform'] as const;
export type RequestEffect = (typeof REQUEST_EFFECTS)[number];

export const DELIVERY_EFFECTS = ['drop', 'lose_answer', 'duplicate', 'stale', 'bad_signature', 'tamper'] as const;
export type DeliveryEffect = (typeof DELIVERY_EFFECTS)[number];

export interface RequestFault extends Aim {
  kind: 'request';
  match: RequestTraits;
  /** Null where all that happens is that it takes its time. */
  effect: RequestEffect | null;
  /** Whether the request is carried out first: the answer is lost then, and not the work. */
  when: 'before' | 'after';
  /** What `status` answers. */
  refusal: { status: number; code: string; message: string; retry_after: number | undefined } | null;
}

export interface DeliveryFault extends Aim {
  kind: 'delivery';
  match: DeliveryTraits;
  effect: DeliveryEffect | null;
}

export type Fault = RequestFault | DeliveryFault;

/** Whether everything that the pattern names is so; an empty one fits all. */
export function isMatch<Traits extends object>(pattern: Traits, traits: Traits): boolean {
  // The keys of a pattern are those of what it is compared with.
  return (Object.keys(pattern) as (keyof Traits)[]).every(
    (name) => pattern[name] === undefined || pattern[name] === traits[name],
  );
}
