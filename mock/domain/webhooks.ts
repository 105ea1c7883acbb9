import type { FieldError, StoreSubscription } from '#spec';
import { LIMITS, isEventType } from '#spec';
import type { Row } from '../store/tables.ts';
import type { Refusal } from './refusal.ts';
import { refuse, refuseFields } from './refusal.ts';

/** What a subscription asks for, once it has been judged. */
export interface SubscriptionTerms {
  url: string;
  events: string[];
}

/**
 * WHK-10, WHK-14, WHK-16: whether a subscription can be made of a body, every invalid field named at once (ERR-5).
 * @param count of the subscriptions that the team has already
 */
export function judgeSubscription({ url, events }: StoreSubscription, count: number): SubscriptionTerms | Refusal {
  const problem = findUrlProblem(url);
  const errors: FieldError[] = problem === undefined ? [] : [{ field: 'url', message: problem }];
  for (const [index, event] of events.entries()) {
    if (!isEventType(event)) errors.push({ field: `events[${index}]`, message: 'is not an event type' });
  }
  if (errors.length > 0) return refuseFields(...errors);

  if (count >= LIMITS.subscriptions_per_team_max) {
    const message = `A team has at most ${LIMITS.subscriptions_per_team_max} subscriptions.`;
    return refuse('validation_failed', { message, errors: [{ field: 'url', message }] });
  }
  return { url, events: [...new Set(events)] };
}

function findUrlProblem(url: string): string | undefined {
  const parsed = /^https?:\/\/[^\s/?#\\]/i.test(url) ? URL.parse(url) : null;
  if (parsed === null) return 'must be an absolute http or https URL';
  if (parsed.username !== '' || parsed.password !== '') return 'must not hold credentials';
  return undefined;
}

/** WHK-11 */
export function refusePrivateUrl(): Refusal {
  return refuseFields({ field: 'url', message: 'must not lead to a private, loopback or link-local address' });
}

/** WHK-9, WHK-15: whether an attempt can be replayed; undefined where it can. */
export function judgeReplay(
  subscription: Pick<Row<'subscriptions'>, 'is_active'>,
  delivery: Pick<Row<'deliveries'>, 'status'>,
): Refusal | undefined {
  if (subscription.is_active === 0) return refuse('subscription_inactive');
  if (delivery.status !== 'failed') return refuse('delivery_not_failed');
  return undefined;
}
