import { WEBHOOK_DELIVERIES } from './webhooks/deliveries.ts';
import { WEBHOOK_SUBSCRIPTIONS } from './webhooks/subscriptions.ts';

export const WEBHOOKS = [...WEBHOOK_SUBSCRIPTIONS, ...WEBHOOK_DELIVERIES];
