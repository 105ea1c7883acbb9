import { JsonNode } from '../replies/json-node.ts';
import type { Exchange } from '../replies/exchange.ts';
import { Reply } from '../replies/reply.ts';
import type { Arrival } from './arrival.ts';

/** Stands where other evidence has a line to paste. */
export const DELIVERY_SCRIPT = '# A delivery of the target: it cannot be asked for.';

/** A delivery as evidence: the request is the target's, the answer ours. */
export function toExchange(arrival: Arrival): Exchange {
  return {
    // After whatever led to it.
    number: Number.MAX_SAFE_INTEGER,
    check: '',
    actor: 'the target',
    operation: undefined,
    method: arrival.method,
    url: 'https://receiver.invalid/',
    request_headers: arrival.headers,
    request_body: arrival.text,
    status: arrival.answered,
    headers: {},
    text: '',
    json: undefined,
    sent_at_ms: arrival.at_ms,
    duration_ms: 0,
    script: DELIVERY_SCRIPT,
  };
}

/** Whether this is a delivery, and not an answer. */
export function isDelivery({ script }: Exchange): boolean {
  return script === DELIVERY_SCRIPT;
}

/** The cause of what is blocked by that (EVT-1). */
export const DATA_NOT_OBJECT = 'the data of a delivery is no object';

/** The envelope of a delivery, to be looked at as answers are. */
export function readEnvelope(arrival: Arrival): JsonNode {
  return new JsonNode(arrival.json, '', new Reply(toExchange(arrival)));
}

/** What stands at a path of the envelope; undefined where nothing does. */
export function readPath(json: unknown, ...path: readonly string[]): unknown {
  let found: unknown = json;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    // An object that has this key.
    found = (found as Record<string, unknown>)[key];
  }
  return found;
}
