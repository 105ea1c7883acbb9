/** Writes the steps of a reproduction as sentences. */
import { OPERATIONS } from '#spec';
import { idempotencyKeyOf, isObject, parseJson, type Exchange, type RunAction } from '#client';
import type { Capture, Selected } from './select-steps.ts';
import { pathBelow } from './write-action.ts';

const KEY_MAX = 40;

/**
 * One sentence or more per step: `As buyer: Place a bid on a listing (POST /inventory/{listing 1}/bids). Response: 201. It returns bid 1.`
 * @param base_url is left out of the addresses
 */
export function describeSteps({ actions, captures }: Selected, base_url: string): readonly string[] {
  const steps = actions.map((action, i) =>
    describeAction(action, { base_url, captures, repeats: describeRepeatedParts(actions, i) }),
  );
  return isListAlone(actions) ? steps.map((step) => `${step} The steps that created its items are omitted.`) : steps;
}

interface StepContext {
  readonly base_url: string;
  readonly captures: readonly Capture[];
  /** What the request has in common with earlier ones, such as its Idempotency-Key. */
  readonly repeats: string;
}

function describeAction(action: RunAction, { base_url, captures, repeats }: StepContext): string {
  // The longest value first: bid_61 can begin with another one's bid_6.
  const earlier = captures.filter(({ at }) => at !== action).toSorted((a, b) => b.value.length - a.value.length);
  const name = (text: string): string =>
    earlier.reduce((named, { value, name: own }) => named.replaceAll(value, `{${own}}`), text);
  const captured = captures.filter(({ at }) => at === action).map((capture) => capture.name);
  const returns = captured.length === 0 ? '' : ` It returns ${captured.join(', ')}.`;
  if (action.type === 'hook')
    return `Call the hook ${action.hook} with ${name(JSON.stringify(action.params, roundNumber))}.${returns}`;
  const { actor, operation, method, url, status } = action.exchange;
  const what = operation === undefined ? 'Send' : OPERATIONS[operation].summary;
  return `As ${actor}: ${what} (${method} ${name(pathBelow(base_url, url))})${repeats}. Response: ${status}.${returns}`;
}

/** Moves of the clock are differences of times, such as 7.673000000000001 s. */
function roundNumber(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value;
}

/** Describes what a write has in common with earlier steps. Two writes to one address can differ only in their key and body. */
function describeRepeatedParts(actions: readonly RunAction[], i: number): string {
  const exchanges = actions.map((action) => (action.type === 'exchange' ? action.exchange : undefined));
  const exchange = exchanges[i];
  if (exchange === undefined || exchange.method === 'GET') return '';
  const key = idempotencyKeyOf(exchange);
  const earlier = exchanges.slice(0, i);
  /** The number of the last earlier step that matches, counted from 1; 0 if none does. */
  const findStep = (matches: (other: Exchange) => boolean): number =>
    earlier.findLastIndex((other) => other !== undefined && matches(other)) + 1;
  const step_of_key = key === undefined ? 0 : findStep((other) => idempotencyKeyOf(other) === key);
  if (step_of_key > 0) {
    const has_same_body = earlier[step_of_key - 1]?.request_body === exchange.request_body;
    return has_same_body
      ? ` with the Idempotency-Key and body of step ${step_of_key}`
      : ` with the Idempotency-Key of step ${step_of_key} and a different body`;
  }
  const is_used_again = exchanges.slice(i + 1).some((other) => other !== undefined && idempotencyKeyOf(other) === key);
  const own_key = key !== undefined && is_used_again ? ` with Idempotency-Key ${JSON.stringify(shortenKey(key))}` : '';
  const step_of_url = findStep(
    ({ method, url, actor }) => method === exchange.method && url === exchange.url && actor === exchange.actor,
  );
  if (step_of_url === 0 || exchange.request_body === undefined) return own_key;
  const body =
    earlier[step_of_url - 1]?.request_body === exchange.request_body ? 'the same body as in' : 'a different body than in';
  return `${own_key}${own_key === '' ? ' with' : ' and'} ${body} step ${step_of_url}`;
}

function shortenKey(key: string): string {
  return key.length > KEY_MAX ? `${key.slice(0, KEY_MAX)}…` : key;
}

/** Whether the only step reads a list that has items. */
function isListAlone(actions: readonly RunAction[]): boolean {
  const [only, second] = actions;
  if (only?.type !== 'exchange' || second !== undefined || only.exchange.method !== 'GET') return false;
  const json = parseJson(only.exchange.text);
  return isObject(json) && Array.isArray(json['items']) && json['items'].length > 0;
}
