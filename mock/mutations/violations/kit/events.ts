/** Changes to events and their audiences. */
import type { EventType, OperationId } from '#spec';
import type { EventDraft } from '../../../market/rules/events.ts';
import type { Awaitable, EventContext, Listener, Seams } from '../../seams.ts';
import type { Reader, Row } from '../../../market/records/tables.ts';
import type { SubjectOf } from './acts.ts';
import { insteadOfAct } from './acts.ts';
import { all } from './violation.ts';
import type { Where } from './where.ts';

/** One type of event, several, or all. */
export type Types = EventType | readonly EventType[] | 'all';

export function isOfType(types: Types, type: string): boolean {
  return types === 'all' || (typeof types === 'string' ? types === type : types.some((one) => one === type));
}

/** Changes events before they are recorded. @param change returns no, one, or several events */
export function onEvent(
  types: Types,
  change: (draft: EventDraft, context: EventContext) => Awaitable<EventDraft | readonly EventDraft[]>,
): Partial<Seams> {
  return {
    events: async (drafts, context) => {
      const made = [];
      for (const draft of drafts) made.push(isOfType(types, draft.type) ? await change(draft, context) : draft);
      return made.flat();
    },
  };
}

/** Records no event. */
export function dropEvent(types: Types): Partial<Seams> {
  return onEvent(types, () => []);
}

/** Records an event twice, with two ids. */
export function repeatEvent(types: Types): Partial<Seams> {
  return onEvent(types, (draft) => [draft, draft]);
}

/**
 * Changes the events that an operation records.
 * @param change returns the events to record; `subject` is what the operation acts on
 */
export function onEventsOf<Id extends OperationId>(
  where: Where<Id>,
  change: (drafts: readonly EventDraft[], context: EventContext, subject: SubjectOf<Id>) => Awaitable<readonly EventDraft[]>,
): () => Partial<Seams> {
  return () => {
    // Safe, because write transactions run one after the other.
    let in_progress: { readonly subject: SubjectOf<Id> } | undefined;
    return all(
      insteadOfAct<Id>(where, async (_call, subject, act) => {
        in_progress = { subject };
        return act().finally(() => {
          in_progress = undefined;
        });
      }),
      { events: (drafts, context) => (in_progress === undefined ? drafts : change(drafts, context, in_progress.subject)) },
    );
  };
}

/** Changes the subscriptions that an event is queued for. */
export function onListeners(
  types: Types,
  change: (listeners: readonly Listener[], draft: EventDraft, context: EventContext) => Awaitable<readonly Listener[]>,
): Partial<Seams> {
  return {
    listeners: (listeners, draft, context) => (isOfType(types, draft.type) ? change(listeners, draft, context) : listeners),
  };
}

/** Queues an event for more active subscriptions, of any team and mode. */
export function alsoNotify(
  types: Types,
  isNotified: (subscription: Row<'subscriptions'>, draft: EventDraft) => boolean,
): Partial<Seams> {
  return onListeners(types, async (listeners, draft, { db }) => {
    const active = await activeSubscriptions(db);
    const known = new Set(listeners.map(({ id }) => id));
    return [...listeners, ...active.filter((subscription) => !known.has(subscription.id) && isNotified(subscription, draft))];
  });
}

/** The active subscriptions of all teams and modes, the oldest first. */
export async function activeSubscriptions(db: Reader): Promise<readonly Row<'subscriptions'>[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** For `alsoNotify`: whether a subscription of any team lists the type and has the mode of the event. */
export function isSubscribed({ events, livemode }: Row<'subscriptions'>, draft: EventDraft): boolean {
  return events.includes(`"${draft.type}"`) && livemode === draft.livemode;
}

/** For `alsoNotify`: whether the event concerns the team of a subscription, whatever types the subscription lists. */
export function isConcerned({ team_id, livemode }: Row<'subscriptions'>, draft: EventDraft): boolean {
  return draft.team_ids?.includes(team_id) === true && livemode === draft.livemode;
}
