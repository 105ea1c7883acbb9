/** One run through the retry schedule with every kind of receiver, shared by many checks. */
import type { Arrival, Behavior, Bid, Inbox, Patience, ReceiverResponse, RejectableBid, Reply, JsonObject } from '#client';
import {
  Blocked,
  Unverifiable,
  encodePath,
  isAboutBid,
  respondForBid,
  readEventId,
  readItems,
  readUntil,
  poll,
  readDeliveryRows,
  placeRejectableBid,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { redeliveryPath } from '../webhooks/failed-delivery.ts';
import { FINAL, RETRIED, ACCEPTED, type ResponseRow } from './responses.ts';
import { checkGap, followSchedule, type Followed, type Gap } from './follow.ts';
import { TargetTime } from './target-time.ts';

/** The delay of the first reply of the receiver that always fails, so that the next attempt is in a later second. */
const ANSWERED_AFTER_MS = 1_100;
/** The real time of the run in seconds: the delays up to the last attempt, and the silence afterwards. */
export const SCHEDULE_SECONDS: Readonly<Record<Patience, number>> = { quick: 22, standard: 82, full: 2_200 };
const ATTEMPTS: Readonly<Record<Patience, number>> = { quick: 2, standard: 3, full: 5 };
export const ATTEMPTS_MAX = 5;
/** How long to wait for a delivery that only disturbs the others. */
const SOON_MS = 2_000;
/** How long a retry may be late, in seconds: with a clock hook, and in ms of real time. */
const LATE_SECONDS = 10;
const LATE_MS = { moved: 1_000, real: 9_000 };
/** How long to watch for an attempt that must not come. With a clock hook, longer than any delay. */
const SILENCE_SECONDS = { moved: 4_000, real: 8 };

/** The deliveries of one receiver. */
export interface Received {
  name: string;
  arrivals: () => readonly Arrival[];
  /** Why the receiver could not be observed. */
  problem: Error | undefined;
}

interface Rows {
  rows: readonly JsonObject[];
  reply: Reply;
}

/** The rows of a delivery, and the events in the list of failed deliveries. */
interface ExhaustedRows extends Rows {
  failed: Reply;
}

export interface ScheduleRun {
  /** The last attempt that the run waited for. */
  last: number;
  /** How long the run watched afterwards, in seconds of the target's clock. */
  silence_seconds: number;
  /** The receiver that always fails, and its first delivery. */
  always_failing: Received;
  gaps: readonly Gap[];
  /** Another delivery to that receiver, which fails only on the first attempt. */
  beside: Received;
  /** Whether that delivery was retried about when the first one was. */
  is_beside_in_time: boolean;
  /** Receivers that fail only on the first attempt. */
  failing_once: readonly Received[];
  accepting: readonly Received[];
  rejecting: readonly Received[];
  /** The rows of the exhausted delivery; undefined if the run ended earlier. */
  exhausted: ExhaustedRows | undefined;
  replay: { reply: Reply; first: Arrival | undefined; gaps: readonly Gap[]; attempts: number } | undefined;
}

/** The schedule of this run, followed once: with the clock hook if there is one, otherwise in real time. */
export async function runScheduleOnce(t: CheckContext): Promise<ScheduleRun> {
  const is_moved = t.check.lane === 'clock';
  return t.run.once(`the retry schedule, ${is_moved ? 'clock moved' : 'in real time'}`, async () => runSchedule(t, is_moved));
}

interface Subscriber extends Received {
  inbox: Inbox | undefined;
  bid_id: string;
}

async function runSchedule(t: CheckContext, is_moved: boolean): Promise<ScheduleRun> {
  const first = await placeRejectableBid(t);
  // Uses two teams if possible, because a limit on subscriptions is legal.
  const other = t.has('rival') ? await placeRejectableBid(t, t.rival, first.lot) : first;
  const second = await placeRejectableBid(t);
  const third = await placeRejectableBid(t);
  const always = await subscribe(
    t,
    first.bid,
    '500',
    joinBehaviors(
      respondForBid(first.bid.id, { status: 500, after_ms: ANSWERED_AFTER_MS }, { status: 500 }),
      respondForBid(second.bid.id, { status: 500 }, { status: 200 }),
      respondForBid(third.bid.id, { status: 400 }, { status: 200 }),
    ),
  );
  const { inbox } = always;
  if (inbox === undefined) throw always.problem ?? new Blocked('POST /webhooks created no subscription');
  const once = await subscribeEach(t, first.bid, RETRIED.slice(1), { status: 200 });
  const accepting = await subscribeEach(t, other.bid, ACCEPTED);
  const rejecting = await subscribeEach(t, other.bid, FINAL);
  // Their outcomes do not affect the deliveries of the same event that are retried.
  const ended = await subscribeEach(t, first.bid, [...ACCEPTED.slice(0, 1), ...FINAL.slice(0, 1)]);
  await first.reject();
  await second.reject();
  if (other !== first) await other.reject();
  await awaitFirst(always);
  if (always.problem !== undefined) throw always.problem;
  await Promise.all([...once, ...ended, ...accepting, ...rejecting].map(awaitFirst));
  await t.wait(ANSWERED_AFTER_MS);
  await disturb(inbox, third, ended);

  const time = new TargetTime(t, is_moved);
  const last = is_moved ? ATTEMPTS_MAX : ATTEMPTS[t.run.settings.patience];
  const followed: Followed = { inbox, bid_id: first.bid.id, before: 0, is_regular: false };
  const second_attempt = await followSchedule(time, followed, 2, ANSWERED_AFTER_MS / 1_000);
  const is_beside_in_time = await awaitBeside(time, inbox, second.bid.id);
  const gaps = [...second_attempt, ...(await followSchedule(time, { ...followed, from: 3 }, last))];
  // The other receivers have the same schedule, within the legal tolerance.
  await Promise.all(
    once.map(async ({ inbox: own, bid_id }) =>
      own?.find({ where: isAboutBid(bid_id), nth: 2, within_ms: is_moved ? 1_000 : 8_000 }),
    ),
  );
  const silence_seconds = is_moved ? SILENCE_SECONDS.moved : SILENCE_SECONDS.real;
  await time.advance(silence_seconds);
  await t.wait(100);
  const run: ScheduleRun = {
    last,
    silence_seconds,
    always_failing: { name: '500', problem: undefined, arrivals: freeze(always) },
    gaps,
    beside: {
      name: 'another delivery',
      problem: undefined,
      arrivals: () => inbox.arrivals.filter(isAboutBid(second.bid.id)),
    },
    is_beside_in_time,
    failing_once: once,
    accepting,
    rejecting,
    exhausted: undefined,
    replay: undefined,
  };
  if (last < ATTEMPTS_MAX) return run;
  const exhausted = await awaitExhausted(t, inbox, readEventId(always.arrivals()[0] ?? failMissingArrival()));
  const is_regular = gaps.every((gap) => checkGap(gap) === undefined);
  return { ...run, exhausted, replay: await replay(t, time, { ...followed, is_regular }, exhausted.rows) };
}

/**
 * Redelivers another event to a receiver, and deletes another subscription to the event that the receiver waits for. The retries to the receiver must not
 * change. Other checks cover redelivery and deletion, so their results do not matter.
 */
async function disturb(inbox: Inbox, { bid, reject }: RejectableBid, ended: readonly Subscriber[]): Promise<void> {
  await reject();
  const rejected = await inbox.find({ where: isAboutBid(bid.id), within_ms: SOON_MS });
  const row =
    rejected === undefined
      ? undefined
      : await inbox.findDeliveryRow(({ event_id, status }) => event_id === readEventId(rejected) && status === 'failed');
  if (row !== undefined) await inbox.actor.post(redeliveryPath({ inbox, row }));
  const deleted = ended[0]?.inbox;
  if (deleted !== undefined) await deleted.actor.delete(encodePath`/webhooks/${deleted.subscription.id}`);
}

/** Whether the other delivery to a receiver is retried about when the first one is. */
async function awaitBeside(time: TargetTime, inbox: Inbox, bid_id: string): Promise<boolean> {
  const find = async (within_ms: number): Promise<boolean> =>
    (await inbox.find({ where: isAboutBid(bid_id), nth: 2, within_ms })) !== undefined;
  if (!time.is_moved) return find(LATE_MS.real);
  if (await find(LATE_MS.moved)) return true;
  await time.advance(LATE_SECONDS);
  return find(LATE_MS.moved);
}

/** Redelivers the exhausted delivery and, with a clock hook, follows its new schedule. */
async function replay(
  t: CheckContext,
  time: TargetTime,
  { inbox, bid_id, is_regular }: Followed,
  rows: readonly JsonObject[],
): Promise<ScheduleRun['replay']> {
  const failed = rows.find(({ status }) => status === 'failed');
  if (failed === undefined) return undefined;
  const before = inbox.arrivals.filter(isAboutBid(bid_id)).length;
  const reply = await inbox.actor.post(redeliveryPath({ inbox, row: failed }));
  if (!reply.is_success) return { reply, first: undefined, gaps: [], attempts: 0 };
  const first = await inbox.findNeeded({
    where: isAboutBid(bid_id),
    nth: before + 1,
    after: 'an exhausted delivery was redelivered',
  });
  if (!time.is_moved) return { reply, first, gaps: [], attempts: 1 };
  const gaps = await followSchedule(time, { inbox, bid_id, before, is_regular }, ATTEMPTS_MAX);
  await time.advance(SILENCE_SECONDS.moved);
  await t.wait(100);
  return { reply, first, gaps, attempts: inbox.arrivals.filter(isAboutBid(bid_id)).length - before };
}

async function awaitExhausted(t: CheckContext, inbox: Inbox, event_id: string): Promise<ExhaustedRows> {
  const found = await poll(
    async () => {
      const read = await readDeliveryRows(inbox, event_id);
      return read.rows.some(({ status }) => status === 'failed') ? read : undefined;
    },
    { within_ms: 4_000, signal: t.signal },
  );
  const path = encodePath`/webhooks/${inbox.subscription.id}/deliveries`;
  const failed = await readUntil(
    async () => inbox.actor.get(path, { status: 'failed', limit: 50 }),
    (reply) => listsEvent(reply, event_id),
    t.signal,
  );
  return { ...(found ?? (await readDeliveryRows(inbox, event_id))), failed };
}

/** Whether a delivery list has a row of an event. */
export function listsEvent(reply: Reply, event_id: string): boolean {
  return readItems(reply).some((row) => row['event_id'] === event_id);
}

/** Subscribes one receiver per response. @param later the response to later attempts, if it differs */
async function subscribeEach(
  t: CheckContext,
  bid: Bid,
  responses: readonly ResponseRow[],
  later?: ReceiverResponse,
): Promise<readonly Subscriber[]> {
  return Promise.all(
    responses.map(async ({ name, response }) =>
      subscribe(t, bid, name, respondForBid(bid.id, ...(later === undefined ? [response] : [response, later]))),
    ),
  );
}

/** Combines behaviors: responds with the first of their responses that is not 200. */
function joinBehaviors(...behaviors: readonly Behavior[]): Behavior {
  return (n, json) => {
    const responses = behaviors.map((behavior) => behavior(n, json));
    return responses.find(({ status = 200 }) => status !== 200) ?? { status: 200 };
  };
}

/** Subscribes a receiver. If that fails, `problem` says why, so that the others still run. */
async function subscribe(t: CheckContext, bid: Bid, name: string, behavior: Behavior): Promise<Subscriber> {
  const { id: bid_id } = bid;
  try {
    const inbox = await t.subscribe(bid.by, ['bid.rejected'], behavior);
    return { name, inbox, bid_id, problem: undefined, arrivals: () => inbox.arrivals.filter(isAboutBid(bid_id)) };
  } catch (error) {
    if (!(error instanceof Blocked || error instanceof Unverifiable)) throw error;
    return { name, inbox: undefined, bid_id, problem: error, arrivals: () => [] };
  }
}

/** @throws Blocked if the first delivery does not arrive, which the event checks cover */
async function awaitFirst(subscriber: Subscriber): Promise<void> {
  const { inbox, bid_id } = subscriber;
  if (inbox === undefined) return;
  try {
    await inbox.requireNext({ where: isAboutBid(bid_id), after: 'a bid was rejected' });
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    subscriber.problem = error;
  }
}

/** Keeps only the arrivals so far, because a redelivery goes to the same URL. */
function freeze({ arrivals }: Received): () => readonly Arrival[] {
  const frozen = [...arrivals()];
  return () => frozen;
}

function failMissingArrival(): never {
  throw new Blocked('no delivery of bid.rejected arrived after a bid was rejected');
}
