import { isRefusal } from '../market/rules/refusal.ts';
import type { Awaitable, Seams } from './seams.ts';
import { CLEAN_SEAMS } from './seams.ts';

type SeamsList = readonly Partial<Seams>[];

/**
 * Joins several sets of seams.
 * @param list from the innermost to the outermost: requests pass through the last one first, responses through the first one
 */
export function joinSeams(list: SeamsList): Seams {
  const inward = list.toReversed();
  return {
    request: joinRequests(pick(inward, 'request')),
    caller: pipe(pick(list, 'caller')),
    key: pipe(pick(list, 'key')),
    find: pick(list, 'find').reduce(
      (inner, outer) => (entry, find, context) => outer(entry, (it) => inner(it, find, context), context),
      CLEAN_SEAMS.find,
    ),
    act: pick(list, 'act').reduce(
      (inner, outer) => (call, subject, act, context) =>
        outer(call, subject, (one, other) => inner(one, other, act, context), context),
      CLEAN_SEAMS.act,
    ),
    response: pipe(pick(list, 'response')),
    events: pipe(pick(list, 'events')),
    listeners: pipe(pick(list, 'listeners')),
    outgoing: pipe(pick(list, 'outgoing')),
    timeout_ms: pipe(pick(list, 'timeout_ms')),
    verdict: pipe(pick(list, 'verdict')),
    record: pipe(pick(list, 'record')),
    oauth_request: pipe(pick(inward, 'oauth_request')),
    // Wrapped in reverse order, because the outermost wrapper is written to first.
    oauth_response: (response, context) => pick(inward, 'oauth_response').reduce((inner, wrap) => wrap(inner, context), response),
    control_request: pipe(pick(inward, 'control_request')),
    control_response: pipe(pick(list, 'control_response')),
  };
}

function pick<Name extends keyof Seams>(list: SeamsList, name: Name): NonNullable<Partial<Seams>[Name]>[] {
  return list.flatMap(({ [name]: seam }) => (seam === undefined ? [] : [seam]));
}

/** Runs the steps in order, each with the result of the previous one. */
function pipe<Value, Rest extends readonly unknown[]>(
  steps: readonly ((value: Value, ...rest: Rest) => Awaitable<Value>)[],
): (value: Value, ...rest: Rest) => Promise<Value> {
  return async (value, ...rest) => {
    let current = value;
    for (const step of steps) current = await step(current, ...rest);
    return current;
  };
}

function joinRequests(steps: readonly Seams['request'][]): Seams['request'] {
  return async (incoming, context) => {
    let current = incoming;
    for (const step of steps) {
      const next = await step(current, context);
      if (isRefusal(next)) return next;
      current = next;
    }
    return current;
  };
}
