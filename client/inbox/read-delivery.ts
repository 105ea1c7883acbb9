import { JsonNode } from '../replies/json-node.ts';
import type { Exchange } from '../replies/exchange.ts';
import { Reply } from '../replies/reply.ts';
import type { Arrival } from './arrival.ts';
import { readPath } from '../json.ts';

/** Replaces the command in the evidence. */
export const DELIVERY_SCRIPT = '# A delivery from the target. No request can reproduce it.';

/** Converts a delivery to an exchange, for evidence. The target is the sender. */
export function toExchange(arrival: Arrival): Exchange {
  return {
    // Sort after the requests that caused it.
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

export function isDelivery({ script }: Exchange): boolean {
  return script === DELIVERY_SCRIPT;
}

/** A cause of Blocked (EVT-1). */
export const DATA_NOT_OBJECT = 'the data of a delivery is not an object';

export function readEnvelope(arrival: Arrival): JsonNode {
  return new JsonNode(arrival.json, '', new Reply(toExchange(arrival)));
}

/** The envelope id of a delivery; empty if it has none. */
export function readEventId({ json }: Arrival): string {
  const id = readPath(json, 'id');
  return typeof id === 'string' ? id : '';
}
