/** Repeating requests. */
import type { Exchange } from '#mock/server/journal/traffic';
import type { Rule, Sighting } from '../rule.ts';
import {
  bearerOf,
  requestKeyOf,
  headerOf,
  requestLineOf,
  isOutcomeUnknown,
  groupAdjacent,
  statusOf,
  type TrafficView,
} from '../traffic-view.ts';

const FINAL: ReadonlySet<number> = new Set([400, 403, 404, 405, 409, 410, 413, 415, 422]);
/** This many equal requests, each within `RETRY_GAP_MS` of the previous one, come from a retry loop and not from a person. */
const FINAL_RUN_MIN = 3;
const RETRY_GAP_MS = 30_000;
const HOT_RUN_MIN = 5;
const HOT_GAP_MS = 50;
/** Clocks and timers are not exact. */
const EARLY_FACTOR = 0.9;
const EARLY_MS = 50;

function isTemporary(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === undefined || status >= 500 || status === 429;
}

/** The requests of one token that are the same. */
const repeatsOf = (view: TrafficView): readonly (readonly Exchange[])[] => [
  ...Map.groupBy(view.requests, (one) => `${bearerOf(one)} ${requestKeyOf(one)}`).values(),
];

const gapOf = (before: Exchange, item: Exchange): number => item.began_ms - before.ended_ms;

/** The `Retry-After` of a response, in seconds. Undefined if it is a date. */
function readRetryAfter({ response }: Exchange): number | undefined {
  const text = Object.entries(response?.headers ?? {}).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function findEarly(view: TrafficView): readonly Sighting[] {
  // Other requests can be on their way when the response arrives.
  return repeatsOf(view).flatMap((same) =>
    same.flatMap((limited): Sighting[] => {
      const seconds = readRetryAfter(limited);
      if (seconds === undefined || seconds === 0) return [];
      const next = same.find((one) => one.began_ms > limited.ended_ms);
      if (next === undefined) return [];
      const waited_ms = gapOf(limited, next);
      if (waited_ms >= seconds * 1_000 * EARLY_FACTOR - EARLY_MS) return [];
      const said = `${requestLineOf(limited)} got ${statusOf(limited) ?? ''} with Retry-After: ${seconds}`;
      return [{ at: next, seen: `${said}, and was sent again after ${Math.round(waited_ms)} ms.` }];
    }),
  );
}

export const RETRY_RULES: readonly Rule[] = [
  {
    id: 'retries/hot-loop',
    level: 'must',
    source: 'RFC 9110 section 15.6.4',
    title: 'A client waits before it retries, and longer each time',
    why: 'Retries without a pause keep an overloaded service overloaded, and a gateway can block the client.',
    fix: 'Wait about 100 ms before the first retry, double that each time, add a random part, and stop after a few attempts.',
    find: (view) =>
      repeatsOf(view).flatMap((same) =>
        groupAdjacent(same, (before, item) => isTemporary(before) && gapOf(before, item) >= 0 && gapOf(before, item) < HOT_GAP_MS)
          .filter((run) => run.length >= HOT_RUN_MIN)
          .map((run) => {
            const [at] = run;
            const took_ms = Math.round((run.at(-1) ?? at).began_ms - at.began_ms);
            return { at, seen: `${requestLineOf(at)} failed, and was sent ${run.length} times within ${took_ms} ms.` };
          }),
      ),
  },
  {
    id: 'retries/retry-after',
    level: 'must',
    source: 'RFC 9110 section 10.2.3',
    title: 'A client waits as long as Retry-After says',
    why: 'Retry-After says when the marketplace can serve the client again. Earlier requests are refused, and can extend the pause.',
    fix: 'Read Retry-After of 429 and 503, in seconds or as a date, and do not send that request earlier. Your own backoff is for responses without it.',
    find: findEarly,
  },
  {
    id: 'retries/final-status',
    level: 'must',
    source: 'ERR-2',
    title: 'A client does not repeat a request that got a final error',
    why: 'The same request gets the same refusal. The retries hide the reason from the person who could correct it.',
    fix: 'Retry only lost responses, 408, 429, and 5xx. Show the `errors` of a 422 to a person.',
    find: (view) =>
      repeatsOf(view).flatMap((same) =>
        groupAdjacent(same, (before, item) => isRepeat(before, item))
          .filter((run) => run.length >= FINAL_RUN_MIN)
          .flatMap((run): Sighting[] => {
            const [at] = run;
            // A 409 can mean that the first request with the same key is still being processed: the document does not say.
            if (statusOf(at) === 409 && same.some((one) => isUnfinished(one, at))) return [];
            // Forbidden reads have a separate rule, and a read that finds nothing may find something later.
            if (!isFinal(at)) return [];
            return [{ at, seen: `${requestLineOf(at)} got ${statusOf(at) ?? ''}, and was sent ${run.length} times.` }];
          }),
      ),
  },
];

/** Whether a request was sent soon after an equal one got the same status. */
function isRepeat(before: Exchange, item: Exchange): boolean {
  const gap_ms = gapOf(before, item);
  return statusOf(before) === statusOf(item) && gap_ms >= 0 && gap_ms < RETRY_GAP_MS;
}

/** Whether a request can still have been in progress when another one began. Without a response, it is unknown when it ended. */
function isUnfinished(exchange: Exchange, at: Exchange): boolean {
  if (exchange === at || exchange.began_ms > at.began_ms) return false;
  return isOutcomeUnknown(exchange) || exchange.ended_ms > at.began_ms;
}

function isFinal(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  if (exchange.method === 'GET') return status === 400 || status === 422;
  return FINAL.has(status) && headerOf(exchange, 'authorization') !== undefined;
}
