/** Writes the steps of a reproduction as sentences. */
import { OPERATIONS } from '#spec';
import { idempotencyKeyOf, isObject, parseJson, type Exchange, type RunAction } from '#client';
import { describeHook } from './describe-hook.ts';
import { describeSetUp, groupSteps } from './group-steps.ts';
import type { Capture, Selected } from './select-steps.ts';
import { pathBelow } from './write-action.ts';

const KEY_MAX = 40;

/**
 * One sentence or more per step of `groupSteps`: `As buyer: Place a bid on a listing (POST /inventory/{listing 1}/bids). Response: 201. It returns bid 1.`
 * @param base_url is left out of the addresses
 */
export function describeSteps({ actions, captures }: Selected, base_url: string): readonly string[] {
  const groups = groupSteps(actions);
  const numbers = new Map(groups.flatMap((group, i) => group.map((action) => [action, i + 1])));
  const steps = groups.map((group) => {
    const [action] = group;
    if (group.length > 1) return describeSetUp(group, captures);
    return describeAction(action, { base_url, captures, repeats: describeRepeatedParts(actions, action, numbers) });
  });
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
  if (action.type === 'hook') return `Hook ${action.hook}: ${name(describeHook(action.hook, action.params))}.${returns}`;
  const { actor, operation, method, url, status } = action.exchange;
  const what = operation === undefined ? 'Send' : OPERATIONS[operation].summary;
  return `As ${actor}: ${what} (${method} ${name(pathBelow(base_url, url))})${repeats}. Response: ${status}.${returns}`;
}

/** Describes what a write has in common with earlier steps. Two writes to one address can differ only in their key and body. */
function describeRepeatedParts(
  actions: readonly RunAction[],
  action: RunAction,
  numbers: ReadonlyMap<RunAction, number>,
): string {
  const i = actions.indexOf(action);
  const exchanges = actions.map((one) => (one.type === 'exchange' ? one.exchange : undefined));
  const exchange = exchanges[i];
  if (exchange === undefined || exchange.method === 'GET') return '';
  const key = idempotencyKeyOf(exchange);
  const earlier = exchanges.slice(0, i);
  /** The last earlier request that matches, and the number of its step. */
  const findEarlier = (matches: (other: Exchange) => boolean): { body: string | undefined; step: number } | undefined => {
    const at = earlier.findLastIndex((other) => other !== undefined && matches(other));
    const found = actions[at];
    return found === undefined ? undefined : { body: earlier[at]?.request_body, step: numbers.get(found) ?? 0 };
  };
  const with_key = key === undefined ? undefined : findEarlier((other) => idempotencyKeyOf(other) === key);
  if (with_key !== undefined) {
    return with_key.body === exchange.request_body
      ? ` with the Idempotency-Key and body of step ${with_key.step}`
      : ` with the Idempotency-Key of step ${with_key.step} and a different body`;
  }
  const is_used_again = exchanges.slice(i + 1).some((other) => other !== undefined && idempotencyKeyOf(other) === key);
  const own_key = key !== undefined && is_used_again ? ` with Idempotency-Key ${JSON.stringify(shortenKey(key))}` : '';
  const with_url = findEarlier(
    ({ method, url, actor }) => method === exchange.method && url === exchange.url && actor === exchange.actor,
  );
  if (with_url === undefined || exchange.request_body === undefined) return own_key;
  const body = with_url.body === exchange.request_body ? 'the same body as in' : 'a different body than in';
  return `${own_key}${own_key === '' ? ' with' : ' and'} ${body} step ${with_url.step}`;
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
