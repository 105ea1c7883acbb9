/** EVT-4, EVT-5, EVT-13, EVT-17, EVT-18, EVT-21, EVT-24, EVT-27, RTY-1 to RTY-4, WHK-8, WHK-13: exactly the expected events are delivered. */
import { ARRIVAL_MS, isObject, poll, shorten, type Arrival, type JsonObject } from '#client';
import { Finding, assertHolds } from '../session/finding.ts';
import { statusesOf } from '../model/bids.ts';
import { ATTEMPTS_MAX, recordAttempt, reassign, windowOf } from '../model/events.ts';
import type { DueEvent, Model, Subscription } from '../model/model.ts';
import { isStatusOfTrade } from '../model/trades.ts';
import type { Session } from '../session/session.ts';
import type { Invariant, Observation } from './invariant.ts';

interface Envelope {
  id: string;
  type: string;
  data: JsonObject;
}

function readEnvelope({ json }: Arrival): Envelope | undefined {
  if (!isObject(json) || typeof json['id'] !== 'string' || typeof json['type'] !== 'string' || !isObject(json['data']))
    return undefined;
  return { id: json['id'], type: json['type'], data: json['data'] };
}

const SUBJECTS = ['bid_id', 'trade_id', 'offer_id'] as const;

function subjectKeyOf(type: string): (typeof SUBJECTS)[number] {
  return type.startsWith('bid.') ? 'bid_id' : type.startsWith('trade.') ? 'trade_id' : 'offer_id';
}

/** The id of what the event is about. */
function namedIn({ type, data }: Envelope): string | undefined {
  const id = data[subjectKeyOf(type)];
  return typeof id === 'string' ? id : undefined;
}

function isAbout({ type, subject_ids }: DueEvent, envelope: Envelope): boolean {
  const id = namedIn(envelope);
  return type === envelope.type && id !== undefined && subject_ids.includes(id);
}

/** The due event that a first attempt delivers. @param due_events of the subscription */
export function findAwaited(due_events: readonly DueEvent[], envelope: Envelope): DueEvent | undefined {
  // WHK-13: an event from before the deletion of its subscription is not new, and its delivery can cross the deletion.
  const isOpen = ({ state }: DueEvent): boolean => state === 'awaited' || state === 'lapsed';
  const awaited = due_events.filter((one) => one.event_id === undefined && isOpen(one) && isAbout(one, envelope));
  // A counter event can name the old bid or the new one (EVT-6). If two expected events match, prefer the mandatory one.
  return awaited.find(({ is_owed }) => is_owed) ?? awaited[0];
}

/**
 * Lets an arrival take a due event that an earlier delivery was matched with, if that delivery also fits another due event. With counters of counters,
 * the id of an event can fit two due events (EVT-6). @returns the same model if no due event can be reassigned
 */
export function freeDue(model: Model, due_events: readonly DueEvent[], envelope: Envelope): Model {
  for (const due of due_events.filter((one) => one.named_id !== undefined && isAbout(one, envelope))) {
    const received = { ...envelope, data: { [subjectKeyOf(envelope.type)]: due.named_id } };
    const other = findAwaited(due_events, received);
    if (other !== undefined) return reassign(model, due, other);
  }
  return model;
}

/** Matches one arrival with a due event. @throws Finding if the subscription was not due this event */
function checkArrival(session: Session, subscription: Subscription, arrival: Arrival, before: Model): void {
  const envelope = readEnvelope(arrival);
  // An oracle checks invalid envelopes.
  if (envelope === undefined) return;
  const dueEventsOf = ({ due_events }: Model): readonly DueEvent[] =>
    due_events.filter(({ subscription_id }) => subscription_id === subscription.id);
  let own = dueEventsOf(session.model);
  const known = own.find(({ event_id }) => event_id === envelope.id);
  if (known === undefined && findAwaited(own, envelope) === undefined) {
    session.model = freeDue(session.model, own, envelope);
    own = dueEventsOf(session.model);
  }
  const due = known ?? findAwaited(own, envelope);
  const { model } = session;
  const observed = shorten(arrival.json);
  const to = `${session.name(subscription.id)} of ${subscription.owner}`;
  if (due === undefined) {
    if (isExpiryNotice(model, subscription, envelope)) return;
    const clause = !subscription.is_open ? 'WHK-13' : subscription.events.includes(envelope.type) ? 'EVT-4' : 'EVT-24';
    const subject = SUBJECTS.map((key) => envelope.data[key]).find((id) => typeof id === 'string');
    const about = typeof subject === 'string' ? ` about ${session.name(subject)}` : '';
    const message = `An unexpected ${envelope.type}${about} was delivered to ${to}.`;
    const delivered = own.filter((one) => one.event_id !== undefined && isAbout(one, envelope)).length;
    throw new Finding(
      { invariant: 'events/none-else', clause },
      { message, expected: `no such event${inAdditionTo(delivered)}`, observed },
    );
  }
  if (known !== undefined) checkRepeat(session, due, to, observed);
  else checkStatus(due, envelope, before, model, observed);
  // A receiver that hangs counts as not responding.
  const answered = subscription.behavior === 'hangs' ? 0 : arrival.answered;
  session.model = recordAttempt(
    session.model,
    due.n,
    { event_id: envelope.id, named_id: namedIn(envelope) },
    answered,
    before.now_s,
  );
}

/** The number of such events already delivered. A replay script needs it to compare counts. */
function inAdditionTo(delivered: number): string {
  return delivered === 0 ? '' : `, in addition to ${delivered} delivered`;
}

/** BID-12 is an assumption: a deployment can notify the bidder of an expired bid, with type bid.rejected. */
export function isExpiryNotice(model: Model, { is_open, owner, events }: Subscription, { type, data }: Envelope): boolean {
  const bid = model.bids.find(({ id }) => id === data['bid_id']);
  if (bid === undefined || !is_open || type !== 'bid.rejected' || !events.includes(type) || bid.buyer !== owner) return false;
  const legal_statuses = statusesOf(model, bid);
  return legal_statuses.includes('expired') && legal_statuses.some((status) => status === data['status']);
}

/** RTY-1, RTY-2, RTY-4: an event is sent again only as a retry, on schedule, or after it was redelivered. */
function checkRepeat({ model }: Session, due: DueEvent, to: string, observed: string): void {
  if (due.state === 'replayed' || due.state === 'lapsed') return;
  const clause = due.state === 'delivered' ? 'RTY-1' : due.attempts >= ATTEMPTS_MAX ? 'RTY-4' : 'RTY-2';
  assertHolds(
    due.state === 'retrying',
    { invariant: 'events/no-more-attempts', clause },
    {
      message: `The ${due.type} was sent to ${to} again after its delivery ${due.state === 'delivered' ? 'succeeded' : 'failed permanently'}.`,
      expected: `${due.attempts} attempts`,
      observed,
    },
  );
  const [earliest] = windowOf(due);
  assertHolds(
    model.now_s >= earliest,
    { invariant: 'events/not-too-early', clause: 'RTY-4' },
    {
      message: `Attempt ${due.attempts + 1} of the ${due.type} was sent to ${to} too early.`,
      expected: `not before second ${earliest} of the scenario`,
      observed: `second ${model.now_s} at the latest`,
    },
  );
}

/** The status of a trade when the event occurs (EVT-21). */
const STATUS_AT_EVENT: Readonly<Record<string, string>> = { 'trade.created': 'Pending', 'trade.settled': 'Completed' };

/** EVT-21: the bid's status at the time of sending; for a trade, at the time of sending or of the event. */
function checkStatus(due: DueEvent, { data }: Envelope, before: Model, after: Model, observed: string): void {
  const { status } = data;
  const legal_statuses = [before, after].flatMap((model): readonly string[] => {
    const subject = due.subject_ids.find((id) => SUBJECTS.some((key) => data[key] === id));
    const bid = model.bids.find(({ id }) => id === subject);
    const trade = model.trades.find(({ id }) => id === subject);
    if (bid !== undefined) return statusesOf(model, bid);
    if (trade === undefined) return [];
    const at_the_event = STATUS_AT_EVENT[due.type] ?? 'Pending';
    return typeof status === 'string' && isStatusOfTrade(trade, status) ? [status, at_the_event] : [at_the_event];
  });
  if (legal_statuses.length === 0 || typeof status !== 'string') return;
  assertHolds(
    legal_statuses.includes(status),
    { invariant: 'events/status', clause: 'EVT-21' },
    {
      message: `The data of a ${due.type} has status ${status}.`,
      expected: [...new Set(legal_statuses)].join(' or '),
      observed,
    },
  );
}

/** Checks the new arrivals. @returns their number */
function checkArrivals(session: Session, before: Model): number {
  let taken = 0;
  for (const { id } of session.model.subscriptions) {
    const { arrivals } = session.inbox(id);
    for (let at = session.checked_arrivals.get(id) ?? 0; at < arrivals.length; at += 1) {
      session.checked_arrivals.set(id, at + 1);
      const arrival = arrivals[at];
      // The subscription can have changed in the loop.
      const subscription = session.model.subscriptions.find((one) => one.id === id);
      if (arrival !== undefined && subscription !== undefined) checkArrival(session, subscription, arrival, before);
      taken += 1;
    }
  }
  return taken;
}

/** The first mandatory event that has not arrived, or whose retry is late. */
function findMissing({ due_events, now_s, subscriptions }: Model): DueEvent | undefined {
  const open = new Set(subscriptions.filter(({ is_open }) => is_open).map(({ id }) => id));
  return due_events.find((due) => {
    if (!open.has(due.subscription_id)) return false;
    if (due.state === 'replayed') return true;
    if (due.state === 'awaited') return due.is_owed;
    return due.state === 'retrying' && windowOf(due)[1] < now_s;
  });
}

/** Checks arrivals until all mandatory events have arrived, or time is up. */
async function checkEvents({ session, before }: Observation): Promise<number> {
  const { marketplace } = session;
  if (session.model.subscriptions.length === 0) return 0;
  if (marketplace.is_isolated) await marketplace.awaitDeliveries();
  let taken = checkArrivals(session, before);
  if (findMissing(session.model) === undefined) return taken;
  await poll(
    () => {
      taken += checkArrivals(session, before);
      return Promise.resolve(findMissing(session.model) === undefined ? true : undefined);
    },
    { within_ms: marketplace.is_isolated ? EVENT_LOOP_MS : ARRIVAL_MS, every_ms: 5 },
  );
  const missing = findMissing(session.model);
  if (missing === undefined) return taken;
  const { type, clause, subscription_id, state, attempts } = missing;
  const owner = session.model.subscriptions.find(({ id }) => id === subscription_id)?.owner ?? '';
  const what = state === 'awaited' ? type : state === 'replayed' ? `redelivery of ${type}` : `attempt ${attempts + 1} of ${type}`;
  throw new Finding(
    {
      invariant: 'events/all-due',
      clause: state === 'awaited' ? clause : state === 'replayed' ? 'WHK-8' : 'RTY-4',
    },
    {
      message: `No ${what} about ${missing.subject_ids.map((id) => session.name(id)).join(' or ')} was delivered to ${session.name(subscription_id)} of ${owner}.`,
      exchange: session.exchanges.at(-1),
      expected: `a delivery of ${type}${inAdditionTo(countDelivered(session.model, missing))}`,
      observed: session.inbox(subscription_id).describeArrivals(),
    },
  );
}

/** The number of events of the same type and subject that the subscription received. */
function countDelivered({ due_events }: Model, { subscription_id, type, subject_ids }: DueEvent): number {
  return due_events.filter(
    (one) =>
      one.event_id !== undefined &&
      one.subscription_id === subscription_id &&
      one.type === type &&
      one.subject_ids.some((id) => subject_ids.includes(id)),
  ).length;
}

/** After all due deliveries were attempted, an arrival can still be in this process's event loop. */
const EVENT_LOOP_MS = 250;

export const EVENTS: Invariant = {
  id: 'events',
  title: 'Each subscription receives exactly the events that are due, on schedule',
  check: checkEvents,
};
