/** Commands for subscriptions, receiver behavior, and redelivery. */
import { awaitListed, expectStatus, readItems, encodePath, type JsonObject } from '#client';
import * as fc from 'fast-check';
import { param, pick } from '../model/command-data.ts';
import { assertHolds, asFinding } from '../session/finding.ts';
import { closeSubscription, replay, setBehavior } from '../model/events.ts';
import type { DueEvent, Model, ReceiverBehavior, Party, Subscription } from '../model/model.ts';
import type { Session } from '../session/session.ts';
import { newest, onItem, oneOf, type Command } from './command.ts';
import { ALL_EVENTS, subscribeTo } from './subscribe.ts';

/** Parties that subscribe, those with the most events first. */
const SUBSCRIBERS: readonly [Party, ...Party[]] = [
  'buyer',
  'partner',
  'buyer',
  'partner',
  'rival',
  'elevator',
  'partner_sandbox',
];
/** Receiver behaviors. A hanging receiver costs ten seconds of real time, so it is rare. */
const BEHAVIORS: readonly [ReceiverBehavior, ...ReceiverBehavior[]] = ['takes', 'fails', 'refuses', 'resets'];
const PATIENT_BEHAVIORS: readonly [ReceiverBehavior, ...ReceiverBehavior[]] = [...BEHAVIORS, 'hangs'];
const WORDS: Readonly<Record<ReceiverBehavior, string>> = {
  takes: 'returns 200',
  fails: 'returns 500',
  refuses: 'returns 400',
  resets: 'closes the connection',
  hangs: 'does not respond',
};
/** A team can have a quota of subscriptions. */
const OPEN_MAX = 3;

const EVENT_SETS: readonly [readonly string[], ...(readonly string[])[]] = [
  ALL_EVENTS,
  ['trade.created', 'trade.settled'],
  ['bid.accepted', 'bid.rejected'],
];

function openSubscriptions(model: Model): readonly Subscription[] {
  return model.subscriptions.filter(({ is_open }) => is_open);
}

/** Deliveries that failed permanently, if their subscription is still open. */
function failedDeliveries(model: Model): readonly DueEvent[] {
  const ids = new Set(openSubscriptions(model).map(({ id }) => id));
  return model.due_events.filter(
    ({ state, subscription_id, event_id }) => state === 'failed' && event_id !== undefined && ids.has(subscription_id),
  );
}

function behaviorsOf({ run }: Session): readonly [ReceiverBehavior, ...ReceiverBehavior[]] {
  return run.settings.patience === 'full' ? PATIENT_BEHAVIORS : BEHAVIORS;
}

/** The most rows that a list of deliveries shows at once. */
const ROWS_MAX = 50;

/** The newest deliveries of a subscription, read again for a moment if some that must be there are not, since lists can be a little old. */
async function readRows(
  session: Session,
  { id, owner }: Subscription,
  isComplete: (rows: readonly JsonObject[]) => boolean,
): Promise<readonly JsonObject[]> {
  let rows: readonly JsonObject[] = [];
  await awaitListed(async () => {
    const reply = await session.actor(owner).get(encodePath`/webhooks/${id}/deliveries`, { limit: ROWS_MAX });
    session.expect('WHK-7', reply, 200);
    rows = readItems(reply);
    return rows.length >= ROWS_MAX || isComplete(rows) ? rows : undefined;
  }, session.context.signal);
  return rows;
}

async function redeliver(session: Session, due: DueEvent): Promise<void> {
  const subscription = openSubscriptions(session.model).find(({ id }) => id === due.subscription_id);
  if (subscription === undefined) return;
  session.describe(`${subscription.owner} requests redelivery of the failed ${due.type}`);
  const isFailed = ({ event_id, status }: JsonObject): boolean => event_id === due.event_id && status === 'failed';
  const rows = await readRows(session, subscription, (listed) => listed.some(isFailed));
  const row = rows.find(isFailed);
  assertHolds(
    row !== undefined || rows.length >= ROWS_MAX,
    { invariant: 'answer/redeliver', clause: 'RTY-6' },
    { message: 'A delivery that failed permanently is not listed as failed.', observed: `${rows.length} rows` },
  );
  if (row === undefined) return;
  const reply = await session
    .actor(subscription.owner)
    .post(encodePath`/webhooks/${subscription.id}/deliveries/${String(row['id'])}/redeliver`);
  asFinding({ invariant: 'answer/redeliver', clause: 'WHK-8' }, () => {
    expectStatus(reply, 200);
    reply.data.get('queued').is(true);
    reply.data.get('event_id').is(due.event_id);
  });
  session.model = replay(session.model, due.n);
}

/** RTY-7: a delivered event has a row with status delivered, an exhausted one a row with status failed. */
async function inspect(session: Session, subscription: Subscription): Promise<void> {
  session.describe(`${subscription.owner} lists the deliveries of ${session.name(subscription.id)}`);
  const ended = session.model.due_events.filter(
    ({ event_id, state, subscription_id }) =>
      subscription_id === subscription.id && event_id !== undefined && (state === 'delivered' || state === 'failed'),
  );
  const isListed = (rows: readonly JsonObject[], { event_id, state, type }: DueEvent): boolean =>
    rows.some((row) => row['event_id'] === event_id && row['status'] === state && row['event'] === type);
  const rows = await readRows(session, subscription, (listed) => ended.every((event) => isListed(listed, event)));
  if (rows.length >= ROWS_MAX) return;
  for (const event of ended) {
    const { event_id, state, type } = event;
    assertHolds(
      isListed(rows, event),
      { invariant: 'answer/inspect', clause: 'RTY-7' },
      {
        message: `The delivery list has no row with status ${state} for the ${type} ${event_id}.`,
        expected: `a row with status ${state}`,
        observed: JSON.stringify(rows.filter((row) => row['event_id'] === event_id)),
      },
    );
  }
}

export const WEBHOOKS_COMMANDS: readonly Command[] = [
  {
    kind: 'subscribe',
    title: 'a subscription is created',
    weight: 4,
    needs: ['webhooks'],
    params: {
      who: fc.oneof(oneOf(2), oneOf(SUBSCRIBERS.length)),
      events: fc.oneof(fc.constant(0), oneOf(EVENT_SETS.length)),
      behavior: oneOf(5),
    },
    isPossible: (model) => openSubscriptions(model).length < OPEN_MAX * 2,
    run: async (session, params) => {
      const wanted = pick(SUBSCRIBERS, param(params, 'who'));
      const owner = session.has(wanted) ? wanted : 'buyer';
      if (openSubscriptions(session.model).filter((one) => one.owner === owner).length >= OPEN_MAX) return;
      const events = pick(EVENT_SETS, param(params, 'events'));
      const behavior = pick(behaviorsOf(session), param(params, 'behavior'));
      session.describe(`${owner} subscribes to ${events.join(', ')} with a receiver that ${WORDS[behavior]}`);
      await subscribeTo(session, owner, events, behavior);
    },
  },
  onItem({
    kind: 'unsubscribe',
    title: 'a subscription is deleted',
    weight: 3,
    needs: ['webhooks'],
    params: { subscription: oneOf(4) },
    items: openSubscriptions,
    pick: 'subscription',
    run: async (session, subscription) => {
      session.describe(`${subscription.owner} deletes ${session.name(subscription.id)}`);
      const path = encodePath`/webhooks/${subscription.id}`;
      session.expect('WHK-5', await session.actor(subscription.owner).delete(path), 200);
      session.model = closeSubscription(session.model, subscription.id);
      session.expectRefusal('WHK-13', await session.actor(subscription.owner).get(`${path}/deliveries`), 404);
    },
  }),
  onItem({
    kind: 'change_receiver',
    title: 'a receiver starts to respond differently, such as with 500 or not at all',
    weight: 6,
    needs: ['webhooks'],
    params: { subscription: oneOf(3), behavior: oneOf(5) },
    items: openSubscriptions,
    pick: 'subscription',
    run: (session, subscription, params) => {
      const behavior = pick(behaviorsOf(session), param(params, 'behavior'));
      session.describe(`the receiver of ${session.name(subscription.id)} now ${WORDS[behavior]}`);
      session.setBehavior(subscription.id, behavior);
      session.model = setBehavior(session.model, subscription.id, behavior);
      return Promise.resolve();
    },
  }),
  onItem({
    kind: 'redeliver',
    title: 'a failed delivery is sent again on request',
    weight: 14,
    needs: ['webhooks'],
    params: { event: newest },
    items: failedDeliveries,
    pick: 'event',
    run: redeliver,
  }),
  onItem({
    kind: 'inspect',
    title: 'the deliveries of a subscription are listed',
    weight: 1,
    needs: ['webhooks'],
    params: { subscription: newest },
    items: openSubscriptions,
    pick: 'subscription',
    run: inspect,
  }),
];
