import type { AttemptAbout } from '../../mutations/seams.ts';
import { pause } from '../../ports/timer.ts';
import type { Reply } from './outcome.ts';
import type { Outgoing } from './sender.ts';
import { PLAIN_SIGNATURE, sign } from './sign.ts';
import type { DeliveryEffect, DeliveryTraits } from '../faults/fault.ts';
import type { DeliveryWorld } from '../ports.ts';

type Post = (outgoing: Outgoing) => Promise<Reply | undefined>;

/** Twice the five minutes after which receivers reject a signature (SIG-3). */
const STALE_SECONDS = 600;

interface Delivery {
  about: AttemptAbout;
  outgoing: Outgoing;
  /** Posts once. Undefined if the attempt was aborted. */
  post: Post;
  /** The reply to report for a lost response. */
  loss: Reply;
}

/** What each effect posts, and the reply that it reports. */
const EFFECTS: Readonly<Record<DeliveryEffect, (delivery: Delivery) => Promise<Reply | undefined>>> = {
  drop: ({ loss }) => Promise.resolve(loss),
  // The receiver got it and will get it again (RTY-10).
  lose_answer: async ({ post, outgoing, loss }) => ((await post(outgoing)) === undefined ? undefined : loss),
  // EVT-3: the same event twice within one attempt.
  duplicate: async ({ post, outgoing }) => ((await post(outgoing)) === undefined ? undefined : post(outgoing)),
  stale: ({ post, outgoing, about }) => post(resign(outgoing, about, { age_seconds: STALE_SECONDS })),
  bad_signature: ({ post, outgoing, about }) => post(resign(outgoing, about, { secret: `${about.subscription.secret}x` })),
  // The same JSON, but not the bytes that were signed (SIG-6).
  tamper: ({ post, outgoing }) => post({ ...outgoing, body: `${outgoing.body} ` }),
};

/**
 * Posts a delivery, or applies the first fault that matches it.
 * @param post posts once
 * @param signal aborts the latency of a fault
 */
export async function postWithFaults(
  { faults, observations }: Pick<DeliveryWorld, 'faults' | 'observations'>,
  about: AttemptAbout,
  outgoing: Outgoing,
  post: Post,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  if (!faults.has('delivery')) return post(outgoing);
  const armed = await faults.strikeDelivery(traitsOf(about));
  if (armed === undefined) return post(outgoing);

  const { latency_ms, effect } = armed.fault;
  if (latency_ms > 0) await pause(latency_ms, signal);
  if (signal.aborted) return undefined;
  const { event, subscription, attempt } = about;
  observations.noteEffect({ event_id: event.id, subscription_id: subscription.id, attempt }, effect ?? 'latency');
  if (effect === null) return post(outgoing);
  return EFFECTS[effect]({
    about,
    outgoing,
    post,
    loss: { kind: 'silence', reason: `Lost on purpose, by the fault ${armed.id}.` },
  });
}

function traitsOf({ event, subscription, attempt }: AttemptAbout): DeliveryTraits {
  // Only types of the event catalog are ever recorded.
  return { event: event.type as DeliveryTraits['event'], subscription_id: subscription.id, attempt };
}

function resign(
  outgoing: Outgoing,
  { world, subscription }: AttemptAbout,
  { secret = subscription.secret, age_seconds = 0 }: { secret?: string; age_seconds?: number },
): Outgoing {
  const { segments } = world.options.signature_options ?? PLAIN_SIGNATURE;
  const t = Number(/\bt=(\d+)/.exec(outgoing.headers['SVC-Signature'] ?? '')?.[1]) - age_seconds;
  return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': sign(secret, outgoing.body, t, segments) } };
}
