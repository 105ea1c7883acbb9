/** What an answer must hold to show the same again: ids, names and instants differ from one time to the next. */
import { isObject } from '#client';
import type { Shown } from '../findings/counterexample.ts';
import { isIdKey, parseAnswer, readPointer } from './json.ts';
import { findEvidence, actionAt } from './select-actions.ts';

/** How a script tells whether it was shown again. */
export type Symptom =
  /** The status alone. */
  | { readonly by: 'status'; readonly status: number }
  /** A text that must stand nowhere in the answer. */
  | { readonly by: 'text'; readonly status: number; readonly text: string }
  /** What stands at a pointer; undefined where nothing does. */
  | { readonly by: 'value'; readonly status: number; readonly pointer: string; readonly value: unknown }
  /** How many events were sent to a subscription about one of these, all by the names of the story: no more than should, or more. */
  | {
      readonly by: 'delivery';
      readonly event: string;
      readonly to: string;
      readonly about: readonly string[];
      /** So many others of the kind have come. */
      readonly come: number;
      readonly is_missing: boolean;
    }
  /** No one answer shows it, and the events that were sent do not either. */
  | { readonly by: 'nothing' };

export const ANY_TEXT = '<any text>';
export const ANOTHER_ID = '<another id>';

/** Keys whose texts are made anew each time. */
const LOOSE = /^(?:reference|name|company|message|href|next|previous|.*_url|secret)$/;
/** What two answers tell together: the last one alone may be as it should be. */
const RELATIONS: ReadonlySet<string> = new Set(['lists/total', 'lists/same-as-detail', 'machines']);
const INSTANT = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** @param isOwn whether an id was made in the story, and so has a name there */
export function symptomOf(shown: Shown, isOwn: (id: string) => boolean): Symptom {
  const at = findEvidence(shown);
  const action = at === undefined ? undefined : actionAt(shown, at);
  if (action?.type !== 'exchange') return symptomOfDeliveries(shown);
  const { exchange } = action;
  const { status } = exchange;
  const { expected = '', observed = '', pointer = '', invariant } = shown.finding;
  if (RELATIONS.has(invariant)) return { by: 'nothing' };
  if (/^status |^a [24]xx status$/.test(expected)) return { by: 'status', status };
  // The sweep tells the very text, and where it stood.
  const secret = /^"(.+?)" .*, in /s.exec(observed)?.[1];
  if (secret !== undefined) return { by: 'text', status, text: secret };
  const body = parseAnswer(exchange);
  if (body === undefined) return { by: 'status', status };
  const where = pointer.startsWith('/') ? pointer : '';
  const there = readPointer(body, where);
  // A pointer that leads astray would let every answer be like that.
  const is_astray = there === undefined && observed !== '' && observed !== 'undefined';
  if (is_astray) return { by: 'value', status, pointer: '', value: loosen(body, isOwn) };
  const value = there;
  const told_ms = Date.parse(exchange.response_headers['date'] ?? '');
  if (typeof value === 'string' && INSTANT.test(value) && value.includes('T') && !Number.isNaN(told_ms)) {
    const seconds = Math.round((Date.parse(value) - told_ms) / 1_000);
    return { by: 'value', status, pointer: where, value: `<in ${seconds} s>` };
  }
  return { by: 'value', status, pointer: where, value: isObject(value) || Array.isArray(value) ? loosen(value, isOwn) : value };
}

const MISSING = /^No (?<event>[a-z_]+\.[a-z_]+) came to (?<to>subscription \d+) of \w+, which is due it about (?<about>.+)\.$/;
const UNASKED =
  /^A (?<event>[a-z_]+\.[a-z_]+) about (?<about>.+) came to (?<to>subscription \d+) of \w+, which is not to get it\.$/;
const BESIDE = /, beside the (\d+) that came$/;

/** The words of `invariants/events.ts` are all that is kept of a delivery. Attempts depend on a receiver, which a script has not. */
function symptomOfDeliveries({ finding: { message, expected = '' } }: Shown): Symptom {
  const is_missing = MISSING.test(message);
  const { event, to, about } = (MISSING.exec(message) ?? UNASKED.exec(message))?.groups ?? {};
  if (event === undefined || to === undefined || about === undefined) return { by: 'nothing' };
  const come = Number(BESIDE.exec(expected)?.[1] ?? 0);
  return { by: 'delivery', event, to, about: about.split(' or '), come, is_missing };
}

function loosen(value: unknown, isOwn: (id: string) => boolean, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => loosen(item, isOwn, key));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, loosen(one, isOwn, name)]));
  if (typeof value !== 'string' || isOwn(value)) return value;
  if (isIdKey(key)) return ANOTHER_ID;
  return LOOSE.test(key) || INSTANT.test(value) ? ANY_TEXT : value;
}
