import type { FieldError, StoreSubscription } from '#spec';
import { LIMITS, isEventType } from '#spec';
import type { Row } from '../records/tables.ts';
import type { Refusal } from './refusal.ts';
import { refuse, refuseFields } from './refusal.ts';
import type { DeepPartial } from './deep-partial.ts';

/** What a subscription asks for, once it has been judged. */
export interface SubscriptionTerms {
  url: string;
  events: string[];
}

/**
 * WHK-10, WHK-11, WHK-14, WHK-16: whether a subscription can be made of a body, every invalid field named at once (ERR-5).
 * @param count of the subscriptions that the team has already
 * @param is_private whether the URL leads to an address that this deployment does not deliver to
 */
export function checkSubscription(body: StoreSubscription, count: number, is_private = false): SubscriptionTerms | Refusal {
  const errors = findSubscriptionErrors(body, is_private);
  if (errors.length > 0) return refuseFields(...errors);

  const { url, events } = body;
  if (count >= LIMITS.subscriptions_per_team_max) {
    const message = `A team has at most ${LIMITS.subscriptions_per_team_max} subscriptions.`;
    return refuse('validation_failed', { message, errors: [{ field: 'url', message }] });
  }
  return { url, events: [...new Set(events)] };
}

/** @param body all of it, or what is left when parts of the wrong shape are taken out */
export function findSubscriptionErrors({ url, events = [] }: DeepPartial<StoreSubscription>, is_private: boolean): FieldError[] {
  const problem = url === undefined ? undefined : findUrlProblem(url, is_private);
  return [
    ...(problem === undefined ? [] : [{ field: 'url', message: problem }]),
    ...events.flatMap((event, index) =>
      event === undefined || isEventType(event) ? [] : [{ field: `events[${index}]`, message: 'is not an event type' }],
    ),
  ];
}

function findUrlProblem(url: string, is_private: boolean): string | undefined {
  const parsed = /^https?:\/\/[^\s/?#\\]/i.test(url) ? URL.parse(url) : null;
  if (parsed === null) return 'must be an absolute http or https URL';
  if (parsed.username !== '' || parsed.password !== '') return 'must not hold credentials';
  return is_private ? 'must not lead to a private, loopback or link-local address' : undefined; // WHK-11
}

/** WHK-9, WHK-15: whether an attempt can be replayed; undefined where it can. */
export function checkReplay(
  subscription: Pick<Row<'subscriptions'>, 'is_active'>,
  delivery: Pick<Row<'deliveries'>, 'status'>,
): Refusal | undefined {
  if (subscription.is_active === 0) return refuse('subscription_inactive');
  if (delivery.status !== 'failed') return refuse('delivery_not_failed');
  return undefined;
}
