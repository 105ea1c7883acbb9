/** The events that each subscription is due, and their delivery state: EVT-4, EVT-5, EVT-24, RTY-1 to RTY-6. */
import type { ClauseId } from '#spec/clauses/index';
import {
  updateById,
  type Bidder,
  type DueEvent,
  type Model,
  type ReceiverBehavior,
  type Party,
  type Subscription,
} from './model.ts';

interface ExpectedEvent {
  /** The parties that get it. Those without a team get none. */
  to: readonly (Party | Bidder)[];
  type: string;
  /** The clause that requires the event. */
  clause: ClauseId;
  subject_ids: readonly string[];
  is_owed: boolean;
}

/** Adds a due event for each open subscription of the parties to this type. */
export function expectEvent(model: Model, { to, type, clause, subject_ids, is_owed }: ExpectedEvent): Model {
  const subscriptions = to.flatMap((party) =>
    model.subscriptions.filter(({ owner, events, is_open }) => is_open && owner === party && events.includes(type)),
  );
  const due_events = subscriptions.map(({ id }, i): DueEvent => ({
    n: model.due_events.length + i,
    subscription_id: id,
    type,
    clause,
    subject_ids,
    is_owed,
    event_id: undefined,
    named_id: undefined,
    attempts: 0,
    last_s: [model.now_s, model.now_s],
    state: 'awaited',
  }));
  return due_events.length === 0 ? model : { ...model, due_events: [...model.due_events, ...due_events] };
}

export function addSubscription(model: Model, subscription: Subscription): Model {
  return { ...model, subscriptions: [...model.subscriptions, subscription] };
}

/** WHK-13: a deleted subscription gets no new events. Whether pending retries continue is open. */
export function closeSubscription(model: Model, id: string): Model {
  const due_events = model.due_events.map((due): DueEvent => {
    const is_over = due.subscription_id !== id || due.state === 'delivered' || due.state === 'failed';
    return is_over ? due : { ...due, state: 'lapsed' };
  });
  return { ...model, due_events, subscriptions: updateById(model.subscriptions, id, { is_open: false }) };
}

export function setBehavior(model: Model, id: string, behavior: ReceiverBehavior): Model {
  return { ...model, subscriptions: updateById(model.subscriptions, id, { behavior }) };
}

/** WHK-8: the event is due again, with a new retry schedule (RTY-11). */
export function replay(model: Model, n: number): Model {
  return changeDue(model, n, { state: 'replayed', attempts: 0, last_s: [model.now_s, model.now_s] });
}

/**
 * RTY-4: shortest and longest delay before attempts 2 to 5, in seconds. The shortest apply to a schedule that counts
 * from the first attempt, which is only a warning.
 */
export const RETRY_DELAYS_S = [10, 60, 300, 1_800] as const;
const SHORTEST_GAPS_S = [10, 50, 240, 1_500] as const;
const EARLY_S = 1;
export const ATTEMPTS_MAX = 5;

/** The earliest and latest time of the next attempt, in seconds of the model's clock. The document does not bound jitter upward: the bound is that of the deliveries checks. */
export function windowOf({ attempts, last_s: [from, to] }: DueEvent): readonly [number, number] {
  const gap = RETRY_DELAYS_S[attempts - 1] ?? 0;
  const shortest = SHORTEST_GAPS_S[attempts - 1] ?? 0;
  return [from + shortest - EARLY_S, to + gap * 1.25 + 5];
}

/** What an attempt delivered. */
interface Delivered {
  event_id: string;
  /** The id in its data, one of the subjects of the due event. */
  named_id: string | undefined;
}

/** Records an attempt. @param status the receiver's; 0 for no response */
export function recordAttempt(
  model: Model,
  n: number,
  { event_id, named_id }: Delivered,
  status: number,
  began_s: number,
): Model {
  const due = model.due_events.find((one) => one.n === n);
  if (due === undefined) return model;
  const attempts = due.attempts + 1;
  const [from, to] = due.attempts === 0 ? [began_s, model.now_s] : windowOf(due);
  return changeDue(model, n, {
    event_id,
    named_id,
    attempts,
    last_s: [Math.max(began_s, from), Math.min(model.now_s, Math.max(began_s, to))],
    state: outcomeOf(status, attempts),
  });
}

/** Takes the delivered event of one due event as that of another that it fits too. The first one is awaited again. */
export function reassign(model: Model, from: DueEvent, to: DueEvent): Model {
  const { event_id, named_id, attempts, last_s, state } = from;
  const awaited = { event_id: undefined, named_id: undefined, attempts: to.attempts, last_s: to.last_s, state: to.state };
  return changeDue(changeDue(model, to.n, { event_id, named_id, attempts, last_s, state }), from.n, awaited);
}

function outcomeOf(status: number, attempts: number): DueEvent['state'] {
  if (status >= 200 && status < 300) return 'delivered';
  const is_final = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return is_final || attempts >= ATTEMPTS_MAX ? 'failed' : 'retrying';
}

function changeDue(model: Model, n: number, fields: Partial<DueEvent>): Model {
  return { ...model, due_events: model.due_events.map((due) => (due.n === n ? { ...due, ...fields } : due)) };
}
