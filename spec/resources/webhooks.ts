import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { Id, Instant, text } from './values.ts';

const shared = {
  id: Id,
  url: z.string().meta({ description: 'Delivery target URL.' }),
  events: z.array(z.string()).meta({ description: 'Event types.' }),
  is_active: z.boolean().meta({ 'x-assumed': 'WHK-10' }),
  livemode: z.boolean().meta({ description: 'Fixed at creation by the token used (WHK-6).', 'x-assumed': 'WHK-10' }),
  created_at: Instant.meta({ 'x-assumed': 'WHK-10' }),
};

const example = {
  id: 'whk_5f0c2a9b7d31e846',
  url: 'https://desk.example/hooks',
  events: ['bid.accepted', 'trade.settled'],
  is_active: true,
  livemode: true,
  created_at: '2026-06-01T15:04:05.000Z',
};

/** WHK-12: it does not contain the secret. */
export const Subscription = z
  .object(shared)
  .meta({ id: 'Subscription', description: 'A webhook subscription of the team.', examples: [example] });
export type Subscription = z.infer<typeof Subscription>;

/** WHK-2: only this response contains the secret. */
export const CreatedSubscription = z
  .object({ ...shared, secret: z.string().meta({ description: 'Begins with `whsec_`. Shown only here.' }) })
  .meta({
    id: 'CreatedSubscription',
    description: 'A new subscription, with the secret that signs its deliveries.',
    examples: [{ ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }],
  });
export type CreatedSubscription = z.infer<typeof CreatedSubscription>;

/** WHK-3 */
export const StoreSubscription = z
  .strictObject({
    url: text(LIMITS.url_length_max).meta({ description: 'An http or https URL.' }),
    events: z.array(text(LIMITS.name_length_max)).min(1).max(LIMITS.subscription_events_max),
  })
  .meta({
    id: 'StoreSubscription',
    description: 'A URL and the event types to send there.',
    examples: [{ url: example.url, events: example.events }],
  });
export type StoreSubscription = z.infer<typeof StoreSubscription>;

export const DELIVERY_STATUSES = ['delivered', 'retrying', 'failed'] as const;

/** RTY-7, RTY-8 */
export const Delivery = z
  .object({
    id: Id.meta({ description: 'The id of this attempt.' }),
    event: z.string().meta({ description: 'Event type.' }),
    event_id: Id.meta({ description: 'The id of the event; the same for all its attempts.' }),
    status: z.enum(DELIVERY_STATUSES),
    response_status: z.int().meta({
      description: 'HTTP status that the consumer returned; 0 if no response was received (RTY-8).',
      'x-assumed': 'RTY-8',
    }),
    attempts: z.int().meta({ description: 'The number of this attempt, from 1.' }),
    delivered_at: Instant.nullable(),
    created_at: Instant,
  })
  .meta({
    id: 'Delivery',
    description: 'One attempt to deliver an event.',
    examples: [
      {
        id: 'whd_e18c5a03b96f7d42',
        event: 'bid.accepted',
        event_id: 'evt_40a7d2c9156b8ef3',
        status: 'delivered',
        response_status: 200,
        attempts: 1,
        delivered_at: '2026-06-02T09:30:01.000Z',
        created_at: '2026-06-02T09:30:00.000Z',
      },
    ],
  });
export type Delivery = z.infer<typeof Delivery>;

/** WHK-8 */
export const Redelivery = z.object({ queued: z.boolean(), event: z.string(), event_id: Id }).meta({
  id: 'Redelivery',
  description: 'The event that is queued for redelivery.',
  examples: [{ queued: true, event: 'bid.accepted', event_id: 'evt_40a7d2c9156b8ef3' }],
});
export type Redelivery = z.infer<typeof Redelivery>;
