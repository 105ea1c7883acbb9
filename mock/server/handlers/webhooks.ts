import type { OPERATIONS } from '#spec';
import { isRefusal, refuse } from '../../market/rules/refusal.ts';
import type { Refusal } from '../../market/rules/refusal.ts';
import { findSubscriptionErrors, checkReplay, checkSubscription } from '../../market/rules/webhooks.ts';
import type { Entry, Handler } from '../http/call.ts';
import { teamOf } from '../http/call.ts';
import { findDelivery, pageDeliveries } from '../../market/store/deliveries.ts';
import { dropQueued, enqueue } from '../../market/store/queue.ts';
import type { Reader, Row } from '../../market/records/tables.ts';
import type { Owner } from '../../market/store/webhooks.ts';
import {
  countSubscriptions,
  deleteSubscription,
  findSubscription,
  insertSubscription,
  pageSubscriptions,
} from '../../market/store/webhooks.ts';
import { viewData, viewPage } from '../../market/views/envelopes.ts';
import {
  viewCreatedSubscription,
  viewDeleted,
  viewDelivery,
  viewRedelivery,
  viewSubscription,
} from '../../market/views/records.ts';
import { leadsToPrivate } from '../webhooks/addresses.ts';
import type { WorldPorts } from '../ports.ts';
import { checkQuota } from '../quotas.ts';

/** WHK-1, WHK-6: a token has access to the subscriptions of its team and mode. */
function ownerOf({ caller }: Pick<Entry, 'caller'>): Owner {
  return { team_id: teamOf(caller), livemode: caller.livemode };
}

/** WHK-5, ERR-3: another team's subscription gets 404. */
async function findOwn(entry: Entry<Reader>): Promise<Row<'subscriptions'> | Refusal> {
  return (await findSubscription(entry.db, ownerOf(entry), entry.path['id'] ?? '')) ?? refuse('not_found');
}

export const listWebhooks: Handler<typeof OPERATIONS.listWebhooks> = {
  act: async (call) => {
    const { limit, offset } = call.query;
    const { subscriptions, total } = await pageSubscriptions(call.db, ownerOf(call), limit, offset);
    return viewPage(subscriptions.map(viewSubscription), { limit, offset, total }, call.linkTo);
  },
};

/** WHK-11: runs before the transaction, because a DNS lookup may take a second. */
async function isPrivateUrl(world: WorldPorts, json: unknown): Promise<boolean> {
  const url: unknown = typeof json === 'object' && json !== null && 'url' in json ? json.url : undefined;
  return world.options.is_shared && typeof url === 'string' && URL.canParse(url) && leadsToPrivate(url);
}

export const createWebhook: Handler<typeof OPERATIONS.createWebhook> = {
  prepare: isPrivateUrl,
  findErrors: ({ body, prepared }) => findSubscriptionErrors(body, prepared === true),
  act: async (call) => {
    const { world, db, caller, now } = call;
    const terms = checkSubscription(call.body, await countSubscriptions(db, ownerOf(call)), call.prepared === true);
    if (isRefusal(terms)) return terms;
    const full = await checkQuota(db, 'subscriptions', world.options);
    if (full !== undefined) return full;

    const subscription: Row<'subscriptions'> = {
      id: await world.ids.next(db, 'whk'),
      ...ownerOf(call),
      client_id: caller.client_id,
      url: terms.url,
      events: JSON.stringify(terms.events),
      // WHK-2
      secret: `whsec_${world.secrets('webhook')}`,
      is_active: 1,
      created_at: now,
      deleted_at: null,
    };
    await insertSubscription(db, { ...subscription, secret: world.options.vault.seal(subscription.secret) });
    return viewData(viewCreatedSubscription(subscription));
  },
};

export const deleteWebhook: Handler<typeof OPERATIONS.deleteWebhook, Row<'subscriptions'>> = {
  find: findOwn,
  act: async ({ db, now }, { id }) => {
    await deleteSubscription(db, id, now);
    await dropQueued(db, id);
    return viewData(viewDeleted(id));
  },
};

export const listDeliveries: Handler<typeof OPERATIONS.listDeliveries, Row<'subscriptions'>> = {
  find: findOwn,
  act: async ({ db, query, linkTo }, { id }) => {
    const { status, limit, offset } = query;
    const { deliveries, total } = await pageDeliveries(db, id, { status, limit, offset });
    return viewPage(deliveries.map(viewDelivery), { limit, offset, total }, linkTo);
  },
};

/** A delivery to replay, and its subscription. */
export interface Replayed {
  subscription: Row<'subscriptions'>;
  delivery: Row<'deliveries'>;
}

export const redeliver: Handler<typeof OPERATIONS.redeliver, Replayed> = {
  find: async (entry) => {
    const subscription = await findOwn(entry);
    if (isRefusal(subscription)) return subscription;
    const delivery = await findDelivery(entry.db, subscription.id, entry.path['delivery_id'] ?? '');
    return delivery === undefined ? refuse('not_found') : { subscription, delivery };
  },
  act: async ({ world, db, now }, { subscription, delivery }) => {
    const denied = checkReplay(subscription, delivery);
    if (denied !== undefined) return denied;

    // WHK-8, RTY-11: the same event with the same id gets five more attempts.
    await enqueue(db, delivery.event_id, [subscription.id], {
      is_first: false,
      due_at: now,
      trace: world.options.tracing.current(),
    });
    return viewData(viewRedelivery({ type: delivery.event, id: delivery.event_id }));
  },
};
