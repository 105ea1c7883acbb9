import { Deleted, dataOf, pageOf } from '../resources/envelopes.ts';
import {
  CreatedSubscription,
  DELIVERY_STATUSES,
  Delivery,
  Redelivery,
  StoreSubscription,
  Subscription,
} from '../resources/webhooks.ts';
import { operation } from './operation.ts';
import { oneOf, paging } from './parameters.ts';

export const WEBHOOKS = {
  listWebhooks: operation({
    method: 'get',
    path: '/webhooks',
    area: 'webhooks',
    summary: "List the team's subscriptions",
    scopes: { all: ['webhooks.read'] },
    needs_team: true,
    query: { ...paging },
    success: {
      status: 200,
      description: 'The subscriptions in the mode (live or sandbox) of the token.',
      schema: pageOf(Subscription),
    },
    listed_errors: [401, 403],
    clauses: ['WHK-1', 'WHK-12', 'AUTH-14'],
    assumed: 'PAGE-16',
  }),

  createWebhook: operation({
    method: 'post',
    path: '/webhooks',
    area: 'webhooks',
    summary: 'Subscribe to events',
    description: 'Only this response contains the secret that signs the deliveries.',
    scopes: { all: ['webhooks.write'] },
    needs_team: true,
    body: { schema: StoreSubscription, required: true },
    success: { status: 201, description: 'The subscription and its secret.', schema: dataOf(CreatedSubscription) },
    listed_errors: [401, 403, 422],
    clauses: ['WHK-2', 'WHK-3', 'WHK-4', 'WHK-6', 'AUTH-7'],
  }),

  deleteWebhook: operation({
    method: 'delete',
    path: '/webhooks/{id}',
    area: 'webhooks',
    summary: 'Delete a subscription',
    scopes: { all: ['webhooks.write'] },
    needs_team: true,
    path_parameters: { id: 'Subscription id.' },
    success: { status: 200, description: 'The id of the deleted subscription.', schema: dataOf(Deleted) },
    listed_errors: [404],
    errors: ['not_found'],
    clauses: ['WHK-5', 'AUTH-7'],
  }),

  listDeliveries: operation({
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    area: 'webhooks',
    summary: 'List the delivery attempts of a subscription',
    scopes: { all: ['webhooks.read'] },
    needs_team: true,
    path_parameters: { id: 'Subscription id.' },
    query: { status: oneOf(DELIVERY_STATUSES, 'Only attempts with this status.'), ...paging },
    success: { status: 200, description: 'A page of attempts, newest first.', schema: pageOf(Delivery) },
    listed_errors: [404],
    errors: ['not_found'],
    clauses: ['WHK-7', 'PAGE-9', 'RTY-7', 'AUTH-14'],
  }),

  redeliver: operation({
    method: 'post',
    path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    area: 'webhooks',
    summary: 'Replay a failed delivery',
    scopes: { all: ['webhooks.write'] },
    needs_team: true,
    path_parameters: { id: 'Subscription id.', delivery_id: 'Delivery record id.' },
    success: { status: 200, description: 'The event that is queued for redelivery.', schema: dataOf(Redelivery) },
    listed_errors: [422],
    errors: ['not_found', 'subscription_inactive', 'delivery_not_failed'],
    clauses: ['WHK-8', 'WHK-9', 'RTY-11', 'AUTH-7'],
  }),
};
