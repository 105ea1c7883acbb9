/** How a replay script recognizes that the finding was reproduced. Ids, names, and times differ between runs. */
import { isObject } from '#client';
import type { Shown } from '../findings/counterexample.ts';
import { generalize, parseResponse, readPointer } from '#conformance';
import { findEvidence, actionAt } from './select-actions.ts';

/** The condition that a replay script evaluates. */
export type Symptom =
  | { readonly by: 'status'; readonly status: number }
  /** A text that must not occur in the response. */
  | { readonly by: 'text'; readonly status: number; readonly text: string }
  /** The value at a pointer; undefined if there is none. */
  | { readonly by: 'value'; readonly status: number; readonly pointer: string; readonly value: unknown }
  /** The number of events sent to a subscription about one of these resources, all by name. */
  | {
      readonly by: 'delivery';
      readonly event: string;
      readonly to: string;
      readonly about: readonly string[];
      /** The number of such events before the finding. */
      readonly delivered: number;
      readonly is_missing: boolean;
    }
  /** Neither a single response nor the number of events shows the finding. */
  | { readonly by: 'nothing' };

/** Invariants that compare several responses. */
const RELATIONS: ReadonlySet<string> = new Set(['lists/total', 'lists/same-as-detail', 'machines']);

/** @param isOwn whether the script created the id */
export function symptomOf(shown: Shown, isOwn: (id: string) => boolean): Symptom {
  const at = findEvidence(shown);
  const action = at === undefined ? undefined : actionAt(shown, at);
  if (action?.type !== 'exchange') return symptomOfDeliveries(shown);
  const { exchange } = action;
  const { status } = exchange;
  const { expected = '', observed = '', pointer = '', invariant } = shown.finding;
  if (RELATIONS.has(invariant)) return { by: 'nothing' };
  if (/^status |^a [24]xx status$/.test(expected)) return { by: 'status', status };
  // The sweep reports the secret text and its location.
  const secret = /^"(.+?)", .* at /s.exec(observed)?.[1];
  if (secret !== undefined) return { by: 'text', status, text: secret };
  const body = parseResponse(exchange);
  if (body === undefined) return { by: 'status', status };
  const where = pointer.startsWith('/') ? pointer : '';
  const value = readPointer(body, where);
  // If the pointer does not resolve although a value was observed, compare the whole body.
  if (value === undefined && observed !== '' && observed !== 'undefined')
    return { by: 'value', status, pointer: '', value: generalize(body, isOwn) };
  const sent_at_ms = Date.parse(exchange.response_headers['date'] ?? '');
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(sent_at_ms)) {
    const seconds = Math.round((Date.parse(value) - sent_at_ms) / 1_000);
    return { by: 'value', status, pointer: where, value: `<in ${seconds} s>` };
  }
  return {
    by: 'value',
    status,
    pointer: where,
    value: isObject(value) || Array.isArray(value) ? generalize(value, isOwn) : value,
  };
}

const DELIVERY =
  /^(?<start>No|An unexpected) (?<event>[a-z_]+\.[a-z_]+) about (?<about>.+) was delivered to (?<to>subscription \d+) of \w+\.$/;
const IN_ADDITION = /, in addition to (\d+) delivered$/;

/** Parses the messages of `invariants/events.ts`. Findings about attempts are not supported, because a script has no receiver. */
function symptomOfDeliveries({ finding: { message, expected = '' } }: Shown): Symptom {
  const { start, event, to, about } = DELIVERY.exec(message)?.groups ?? {};
  if (event === undefined || to === undefined || about === undefined) return { by: 'nothing' };
  const delivered = Number(IN_ADDITION.exec(expected)?.[1] ?? 0);
  return { by: 'delivery', event, to, about: about.split(' or '), delivered, is_missing: start === 'No' };
}
