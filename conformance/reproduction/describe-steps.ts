/** Writes the steps of a reproduction as sentences. */
import { OPERATIONS } from '#spec';
import type { Exchange, RunAction } from '#client';
import { idempotencyKeyOf, isObject } from '#client';
import { parseAnswer } from './json.ts';
import type { Capture, Selected } from './select-steps.ts';
import { pathBelow } from './write-action.ts';

const KEY_MAX = 40;

/** `As buyer: Place a bid on a listing (POST /inventory/{listing 1}/bids). Response: 201. It returns bid 1.` */
export function describeSteps({ actions, captures }: Selected, base_url: string): readonly string[] {
  return actions.map((action, i) => {
    const step = describeAction(action, { base_url, captures, likeness: likenessOf(actions, i) });
    return i === actions.length - 1 && isListOfOthers(actions) ? `${step} The steps that created its items are left out.` : step;
  });
}

interface Surroundings {
  readonly base_url: string;
  readonly captures: readonly Capture[];
  /** What the request has in common with others, such as its Idempotency-Key. */
  readonly likeness: string;
}

function describeAction(action: RunAction, { base_url, captures, likeness }: Surroundings): string {
  const name = (text: string): string =>
    captures.reduce((named, { value, name: own, at }) => (at === action ? named : named.replaceAll(value, `{${own}}`)), text);
  const made = captures.filter(({ at }) => at === action).map((one) => one.name);
  const gives = made.length === 0 ? '' : ` It returns ${made.join(', ')}.`;
  if (action.type === 'hook') return `Call the hook ${action.hook} with ${name(JSON.stringify(action.params))}.${gives}`;
  const { actor, operation, method, url, status } = action.exchange;
  const what = operation === undefined ? 'Send' : OPERATIONS[operation].summary;
  return `As ${actor}: ${what} (${method} ${name(pathBelow(base_url, url))})${likeness}. Response: ${status}.${gives}`;
}

/** How a write repeats an earlier one: only the key and the body tell such steps apart. */
function likenessOf(actions: readonly RunAction[], i: number): string {
  const exchanges = actions.map((action) => (action.type === 'exchange' ? action.exchange : undefined));
  const one = exchanges[i];
  if (one === undefined || one.method === 'GET') return '';
  const key = idempotencyKeyOf(one);
  const earlier = exchanges.slice(0, i);
  const sameAs = (is: (other: Exchange) => boolean): number =>
    earlier.findLastIndex((other) => other !== undefined && is(other)) + 1;
  const step_of_key = key === undefined ? 0 : sameAs((other) => idempotencyKeyOf(other) === key);
  if (step_of_key > 0) {
    const has_same_body = earlier[step_of_key - 1]?.request_body === one.request_body;
    return has_same_body
      ? ` with the Idempotency-Key and body of step ${step_of_key}`
      : ` with the Idempotency-Key of step ${step_of_key} and another body`;
  }
  const is_used_again = exchanges.slice(i + 1).some((other) => other !== undefined && idempotencyKeyOf(other) === key);
  const own_key = key !== undefined && is_used_again ? ` with Idempotency-Key ${JSON.stringify(shortenKey(key))}` : '';
  const step_of_url = sameAs(({ method, url, actor }) => method === one.method && url === one.url && actor === one.actor);
  if (step_of_url === 0 || one.request_body === undefined) return own_key;
  const body = earlier[step_of_url - 1]?.request_body === one.request_body ? 'the same body as in' : 'another body than in';
  return `${own_key}${own_key === '' ? ' with' : ' and'} ${body} step ${step_of_url}`;
}

function shortenKey(key: string): string {
  return key.length > KEY_MAX ? `${key.slice(0, KEY_MAX)}…` : key;
}

/** Whether the last response is a list, and no step creates an item of it. */
function isListOfOthers(actions: readonly RunAction[]): boolean {
  const last = actions.at(-1);
  if (last?.type !== 'exchange' || last.exchange.method !== 'GET') return false;
  const json = parseAnswer({ response_body: last.exchange.text });
  return isObject(json) && Array.isArray(json['items']) && actions.length === 1;
}
