import type { FieldError, StoreSubscription } from '#spec';
import { EVENTS, LIMITS, isEventType } from '#spec';
import { closestName } from '#spec/closest-name';
import type { Row } from '../records/tables.ts';
import type { Refusal } from './refusal.ts';
import { listFieldErrors, refuse, refuseFields } from './refusal.ts';
import type { DeepPartial } from './deep-partial.ts';

/** A validated subscription. */
interface SubscriptionTerms {
  url: string;
  events: string[];
}

/**
 * WHK-10, WHK-11, WHK-14, WHK-16: validates the body of a new subscription, and lists all invalid fields (ERR-5).
 * @param count how many subscriptions the team has
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

/** @param body the body, or the valid part of an invalid one */
export function findSubscriptionErrors({ url, events = [] }: DeepPartial<StoreSubscription>, is_private: boolean): FieldError[] {
  return [
    ...listFieldErrors({ url: url === undefined ? undefined : findUrlProblem(url, is_private) }),
    ...events.flatMap((event, index) =>
      event === undefined || isEventType(event) ? [] : [{ field: `events[${index}]`, message: explainType(event) }],
    ),
  ];
}

function explainType(event: string): string {
  const closest = closestName(event, Object.keys(EVENTS));
  return `is not an event type${closest === undefined ? '' : `; did you mean ${closest}?`}`;
}

function findUrlProblem(url: string, is_private: boolean): string | undefined {
  const parsed = /^https?:\/\/[^\s/?#\\]/i.test(url) ? URL.parse(url) : null;
  if (parsed === null) return 'must be an absolute http or https URL';
  if (parsed.username !== '' || parsed.password !== '') return 'must not contain credentials';
  return is_private ? 'must not lead to a private, loopback or link-local address' : undefined; // WHK-11
}

/** WHK-9, WHK-15: why an attempt cannot be replayed. Undefined if it can. */
export function checkReplay(
  subscription: Pick<Row<'subscriptions'>, 'is_active'>,
  delivery: Pick<Row<'deliveries'>, 'status'>,
): Refusal | undefined {
  if (subscription.is_active === 0) return refuse('subscription_inactive');
  if (delivery.status !== 'failed') return refuse('delivery_not_failed');
  return undefined;
}
