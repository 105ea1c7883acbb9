/** Injected faults in responses and deliveries. */
import type { EventType, OperationId } from '#spec';

/** The traits of a request that a fault can match. `livemode` and the ids are those of the caller. */
export interface RequestTraits {
  operation_id?: OperationId | undefined;
  method?: string | undefined;
  /** Below the base URL, without the query. In a pattern, `*` stands for any text, and `/v1` can come first. */
  path?: string | undefined;
  client_id?: string | undefined;
  user_id?: string | null | undefined;
  team_id?: string | null | undefined;
  livemode?: boolean | undefined;
}

/** The traits of a delivery attempt that a fault can match. */
export interface DeliveryTraits {
  event?: EventType | undefined;
  subscription_id?: string | undefined;
  /** From 1. */
  attempt?: number | undefined;
}

/** When a fault applies: to which of the matching requests or deliveries, and after what delay. */
interface FaultTiming {
  /** How many matches pass before the fault applies. */
  skip: number;
  /** How often the fault applies. Null for no limit. */
  count: number | null;
  /** The probability for each remaining match. It is drawn from the seed of the world, so that runs repeat. */
  probability: number;
  /** How long to wait before the effect, in ms of the machine's clock. */
  latency_ms: number;
}

export const REQUEST_EFFECTS = ['status', 'drop', 'truncate', 'malform'] as const;
export type RequestEffect = (typeof REQUEST_EFFECTS)[number];

export const DELIVERY_EFFECTS = ['drop', 'lose_answer', 'duplicate', 'stale', 'bad_signature', 'tamper'] as const;
export type DeliveryEffect = (typeof DELIVERY_EFFECTS)[number];

export interface RequestFault extends FaultTiming {
  kind: 'request';
  match: RequestTraits;
  /** Null for latency only. */
  effect: RequestEffect | null;
  /** `before`: the fault replaces the request. `after`: the request takes effect, and only its response is lost. */
  when: 'before' | 'after';
  /** The response of the effect `status`. */
  refusal: { status: number; code: string; message: string; retry_after: number | undefined } | null;
}

export interface DeliveryFault extends FaultTiming {
  kind: 'delivery';
  match: DeliveryTraits;
  effect: DeliveryEffect | null;
}

export type Fault = RequestFault | DeliveryFault;

/** Whether a request has these traits. */
export function isRequestMatch({ path: pattern, ...others }: RequestTraits, { path = '', ...traits }: RequestTraits): boolean {
  return isMatch(others, traits) && (pattern === undefined || isPathMatch(pattern, path));
}

/** Not a regular expression, because one with many `*` takes too long. */
function isPathMatch(pattern: string, path: string): boolean {
  const [first = '', ...others] = pattern.replace(/^\/v1(?=\/)/, '').split('*');
  const last = others.pop();
  if (last === undefined) return path === first;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.startsWith(first) && path.endsWith(last) && path.length - last.length >= at;
}

/** Whether all traits of the pattern are equal. An empty pattern matches everything. */
export function isMatch<Traits extends object>(pattern: Traits, traits: Traits): boolean {
  // Object.keys widens the names of the traits to string.
  return (Object.keys(pattern) as (keyof Traits)[]).every(
    (name) => pattern[name] === undefined || pattern[name] === traits[name],
  );
}
