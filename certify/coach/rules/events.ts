/** Rules for receivers of webhooks, and for polling that webhooks make unnecessary. */
import type { Delivery, Exchange } from '#mock/server/journal/traffic';
import type { Rule, Sighting } from '../rule.ts';
import {
  asObject,
  bearerOf,
  idOf,
  isDelivered,
  isForged,
  isOutcomeUnknown,
  isSuccess,
  requestLineOf,
  parseObject,
  groupAdjacent,
  statusOf,
  textOf,
  type Run,
  type TrafficView,
} from '../traffic-view.ts';
import type { JsonObject } from '#client/json';

/** Operations that read what the events of bids and trades report. */
const STATE_READS = ['listBids', 'getBid', 'listTrades', 'getTrade'] as const;
/** Fewer reads that return the same are not called polling. */
const POLLS_MIN = 10;
/** A client with webhooks polls if it reads more often than this. */
const POLL_GAP_MS = 1_000;
/** A client without webhooks polls too often if it reads more often than this. */
const BUSY_POLL_GAP_MS = 250;
const EARLY_READS_MIN = 4;
const EARLY_READ_GAP_MS = 2_000;
const UNREAD_MIN = 2;
const SLOW_MS = 5_000;

const dataOf = ({ body }: Delivery): JsonObject => asObject(parseObject(body)['data']);
/** The trade or bid that an event is about. Empty for bid.received, because sellers read those bids below /me. */
function subjectOf(delivery: Delivery): string {
  if (delivery.event === 'bid.received') return '';
  return textOf(dataOf(delivery)['trade_id']) || textOf(dataOf(delivery)['bid_id']);
}

/** Runs of reads of one address with one token that returned the same. */
function unchangedReads(view: TrafficView, gap_max_ms: number): readonly Run<Exchange>[] {
  const reads = view.of(...STATE_READS).filter(isSuccess);
  return [...Map.groupBy(reads, (one) => `${bearerOf(one)} ${one.path}`).values()].flatMap((same) =>
    groupAdjacent(
      same,
      (before, item) => before.response?.body === item.response?.body && item.began_ms - before.began_ms < gap_max_ms,
    ),
  );
}

function describePolling(run: Run<Exchange>): string {
  const [first] = run;
  const last = run.at(-1) ?? first;
  const every_ms = Math.round((last.began_ms - first.began_ms) / (run.length - 1));
  return `${requestLineOf(first)} was read ${run.length} times, every ${every_ms} ms, and did not change.`;
}

function findPolling(view: TrafficView, gap_max_ms: number): readonly Sighting[] {
  return unchangedReads(view, gap_max_ms)
    .filter((run) => run.length >= POLLS_MIN)
    .map((run) => ({ at: run[0], seen: describePolling(run) }));
}

/** Completes a sentence about an event. */
function describeResponse({ began_ms, ended_ms, response_status }: Delivery): string {
  const seconds = Math.round((ended_ms - began_ms) / 1_000);
  return response_status === 0 ? `got no response within ${seconds} s` : `got a response after ${seconds} s`;
}

const hasEvents = (view: TrafficView): boolean =>
  view.deliveries.some((one) => isDelivered(one) && /^(?:bid|trade)\./.test(one.event));

/**
 * Live events whose bid or trade was not requested after they arrived, if there are at least two, and more than half of all. Any request for that id
 * counts.
 */
function findUnread(view: TrafficView): readonly Sighting[] {
  if (!view.is_final) return [];
  const reported = view.deliveries.filter((one) => isDelivered(one) && !isForged(one) && subjectOf(one) !== '' && one.livemode);
  const unread = reported.filter((one) => {
    const lists = one.event.startsWith('trade.') ? 'listTrades' : 'listBids';
    // A client that read the bid or trade after an earlier attempt, or after another subscription got the event, need not read it again.
    const { began_ms } = view.deliveries.find(({ event_id }) => event_id === one.event_id) ?? one;
    return !view.requests.some(
      (request) => request.ended_ms >= began_ms && (request.purpose === lists || idOf(request) === subjectOf(one)),
    );
  });
  if (unread.length < UNREAD_MIN || unread.length * 2 <= reported.length) return [];
  return unread.map((at) => ({ at, seen: `${at.event} arrived for ${subjectOf(at)}, which was not read afterward.` }));
}

/** Events that were processed twice: a subscription got an event again, and the client read the bid or trade again before it answered. */
function findRepeatedWork(view: TrafficView): readonly Sighting[] {
  const arrivals = view.deliveries.filter((one) => isDelivered(one) && !isForged(one) && subjectOf(one) !== '');
  return arrivals.flatMap((at, index): Sighting[] => {
    const id = subjectOf(at);
    const before = arrivals.slice(0, index);
    const is_again = before.some((one) => isSameDelivery(one, at));
    if (!is_again && at.disturbed_by !== 'duplicate') return [];
    // A read could belong to another event about the same bid or trade, or to the same event for another subscription.
    if (view.deliveries.some((one) => !isSameDelivery(one, at) && subjectOf(one) === id && overlaps(one, at))) return [];
    const reads = view
      .of('getBid', 'getTrade')
      .filter((one) => isSuccess(one) && idOf(one) === id && one.began_ms >= at.began_ms && one.ended_ms <= at.ended_ms);
    // The fault `duplicate` delivers twice within one attempt, so one read is expected.
    if (reads.length < (is_again ? 1 : 2)) return [];
    return [{ at, seen: `${at.event} arrived again, and ${id} was read again before the response.` }];
  });
}

function isSameDelivery(one: Delivery, other: Delivery): boolean {
  return one.event_id === other.event_id && one.subscription_id === other.subscription_id;
}

/** Whether two subscriptions are for the same type of events. */
function shareType(one: Exchange, other: Exchange): boolean {
  const [types, others] = [one, other].map(({ body }) => parseObject(body)['events']);
  if (!Array.isArray(types) || !Array.isArray(others)) return true;
  return types.some((type) => others.includes(type));
}

function overlaps(one: Delivery, other: Delivery): boolean {
  return one.began_ms <= other.ended_ms && other.began_ms <= one.ended_ms;
}

export const EVENT_RULES: readonly Rule[] = [
  {
    id: 'events/refused',
    level: 'must',
    source: 'RTY-2',
    title: 'A receiver does not return a 4xx to a genuine delivery',
    why: 'A 4xx is final: the event is not sent again. Unknown types must be ignored, and still get 2xx (SIG-6).',
    fix: 'Verify the raw bytes with the secret of this subscription. Return 2xx for types that you do not know.',
    find: (view) =>
      view.deliveries
        .filter((one) => one.disturbed_by !== 'drop' && !isForged(one))
        .filter(({ response_status: status }) => status >= 400 && status < 500 && status !== 408 && status !== 429)
        .map((at) => ({ at, seen: `${at.event} got ${at.response_status}.` })),
  },
  {
    id: 'events/forgery-accepted',
    level: 'must',
    source: 'SIG-4',
    title: 'A receiver rejects a delivery whose signature does not match',
    why: 'Anyone who knows the address can send a false bid.accepted.',
    fix: 'Compute the HMAC over `<t>.<raw body>`, compare it with `v1` in constant time, and return 400 if it differs.',
    find: (view) =>
      view.deliveries
        .filter((one) => isDelivered(one) && (one.disturbed_by === 'bad_signature' || one.disturbed_by === 'tamper'))
        .map((at) => ({ at, seen: `${at.event} with a wrong signature got ${at.response_status}.` })),
  },
  {
    id: 'events/replay-accepted',
    level: 'must',
    source: 'SIG-3',
    title: 'A receiver rejects a delivery that is more than 300 seconds old',
    why: 'An attacker who has recorded a delivery can send it again.',
    fix: 'Compare `t` with your clock before you verify, and return 400 if they differ by more than 300 seconds.',
    find: (view) =>
      view.deliveries
        .filter((one) => isDelivered(one) && one.disturbed_by === 'stale')
        .map((at) => ({ at, seen: `${at.event}, signed ten minutes ago, got ${at.response_status}.` })),
  },
  {
    id: 'events/slow-receiver',
    level: 'should',
    source: 'RTY-5',
    title: 'A receiver responds within a few seconds',
    why: 'After 10 seconds the attempt has failed, and the event is sent again while the first copy is still being processed.',
    fix: 'Store the event, respond, and then do the work.',
    find: (view) =>
      view.deliveries
        .filter((one) => one.disturbed_by === null && one.ended_ms - one.began_ms > SLOW_MS)
        .map((at) => ({ at, seen: `${at.event} ${describeResponse(at)}.` })),
  },
  {
    id: 'events/polling',
    level: 'should',
    source: 'EVT-18',
    title: 'A client with webhooks does not poll for what they report',
    why: 'Nearly all of these requests return what the client knows. They run into rate limits, and they hide missing events.',
    fix: 'Read a bid or trade when an event names it, and all of them occasionally, such as once a minute.',
    find: (view) => (hasEvents(view) ? findPolling(view, POLL_GAP_MS) : []),
  },
  {
    id: 'events/busy-polling',
    level: 'consider',
    source: 'EVT-18',
    title: 'A client that polls waits between two reads, or subscribes to webhooks',
    why: 'Nearly all of these requests return what the client knows, and they run into rate limits.',
    fix: 'Subscribe with POST /webhooks, or read less often.',
    find: (view) => (hasEvents(view) ? [] : findPolling(view, BUSY_POLL_GAP_MS)),
  },
  {
    id: 'events/never-read',
    level: 'should',
    source: 'EVT-14',
    title: 'After an event, a client reads the bid or trade',
    why: 'Events are thin, and can come late or out of order. The status in one can be older than what the client knows.',
    fix: 'Take the id from the event, and read GET /bids/{id} or GET /trades/{id}. Take the status from there.',
    find: findUnread,
  },
  {
    id: 'events/worked-twice',
    level: 'consider',
    source: 'SIG-7',
    title: 'A receiver processes each event once',
    why: 'Events are delivered at least once. Processing an event twice can cause a second confirmation, shipment, or payment.',
    fix: 'Keep the envelope `id` with the result of the work, in one transaction. If it is already there, return 2xx and do nothing else.',
    find: findRepeatedWork,
  },
  {
    id: 'events/subscribed-again',
    level: 'should',
    source: 'WHK-1',
    title: 'A client creates one subscription per address',
    why: 'Each subscription sends its own copy of an event. After ten restarts, each event arrives ten times, with ten secrets.',
    fix: 'Read GET /webhooks first, or delete the old subscription, and keep the secret of the new one.',
    find: (view) => {
      const made = view.of('createWebhook').filter(isSuccess);
      const gone = new Set(
        view
          .of('deleteWebhook')
          // A deletion whose response was lost can have taken effect.
          .filter((one) => isSuccess(one) || isOutcomeUnknown(one))
          .map((one) => idOf(one)),
      );
      const kept = made.filter((one) => !gone.has(textOf(view.dataOf(one)['id'])));
      // A subscription is for live events or for those of the sandbox (WHK-6).
      const addressOf = ({ body, livemode }: Exchange): string => `${textOf(parseObject(body)['url'])} ${livemode ?? ''}`;
      return [...Map.groupBy(kept, addressOf).values()].flatMap((same) =>
        same
          .filter((one, index) => same.slice(0, index).some((before) => shareType(before, one)))
          .map((at) => ({ at, seen: 'The same address already had a subscription to one of these event types.' })),
      );
    },
  },
  {
    id: 'events/counterparty-early',
    level: 'consider',
    source: 'PRIV-4',
    title: 'A client does not poll a trade for the name of the counterparty',
    why: '`counterparty` is null until both invoices are paid, which can take weeks.',
    fix: 'Treat null as normal, and read the trade again after trade.settled.',
    find: (view) =>
      [...Map.groupBy(view.of('getTrade').filter(isSuccess), idOf).values()].flatMap((same) =>
        groupAdjacent(same, (before, item) => item.began_ms - before.began_ms < EARLY_READ_GAP_MS)
          .map((run) => run.filter((one) => statusOf(one) === 200 && view.dataOf(one)['counterparty'] === null))
          .filter((run) => run.length >= EARLY_READS_MIN)
          .flatMap((run): Sighting[] =>
            run[0] === undefined
              ? []
              : [{ at: run[0], seen: `${requestLineOf(run[0])} was read ${run.length} times before the trade was settled.` }],
          ),
      ),
  },
];
