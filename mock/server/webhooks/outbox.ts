import { EVENTS } from '#spec';
import type { EventDraft } from '../../market/rules/events.ts';
import type { Listener } from '../../mutations/seams.ts';
import { enqueue } from '../../market/store/queue.ts';
import { prepareQuery, queryCompiler } from '../../market/store/engine/compiled-query.ts';
import type { Flag, Row, Tx } from '../../market/records/tables.ts';
import { findAudience } from '../../market/store/webhooks.ts';
import type { WorldPorts } from '../ports.ts';
import { peekPayload } from './payload.ts';

/**
 * Records events and queues them for the subscriptions to their types, in the transaction of the change (EVT-16). Events that no subscription
 * lists are recorded too.
 * @returns how many deliveries were queued
 */
export async function emit(world: WorldPorts, tx: Tx, drafts: readonly EventDraft[], now: string): Promise<number> {
  const context = { world, db: tx, now };
  let queued = 0;
  for (const draft of await world.seams.events(drafts, context)) {
    const event = await record(world, tx, draft, now);
    const listeners = await world.seams.listeners(await findListeners(tx, draft), draft, context);
    const ids = listeners.map(({ id }) => id);
    await enqueue(tx, event.id, ids, { is_first: true, due_at: now, trace: world.options.tracing.current() });
    queued += listeners.length;
  }
  return queued;
}

const insertEvent = prepareQuery(
  (id: string, type: string, livemode: Flag, created_at: string, subject_id: string | null, data: string) =>
    queryCompiler.insertInto('events').values({ id, type, livemode, created_at, subject_id, data }).returningAll().compile(),
);

async function record(world: WorldPorts, tx: Tx, draft: EventDraft, now: string): Promise<Row<'events'>> {
  // WHK-4
  if (EVENTS[draft.type].audience === 'reserved') throw new Error(`${draft.type} is never emitted`);
  const { type, livemode, subject_id, data = {} } = draft;
  const id = await world.ids.next(tx, 'evt');
  const [event] = await insertEvent(tx, id, type, livemode, now, subject_id, JSON.stringify(data));
  if (event === undefined) throw new Error(`the event ${id} was not recorded`);
  world.publishAfterCommit(tx, { kind: 'event', event, data: await peekPayload(tx, event) });
  return event;
}

/** EVT-24: the audience's subscriptions to this event type. */
async function findListeners(tx: Tx, { type, livemode, team_ids = [], seller_user_id }: EventDraft): Promise<Listener[]> {
  const audience = await findAudience(tx, { livemode, team_ids, seller_user_id });
  // The store wrote `events` from an array of strings.
  return audience.filter((subscription) => (JSON.parse(subscription.events) as string[]).includes(type));
}
