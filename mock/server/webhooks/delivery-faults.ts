import type { AttemptContext } from '../../mutations/seams.ts';
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
  context: AttemptContext;
  outgoing: Outgoing;
  /** Posts once. Undefined if the attempt was aborted. */
  post: Post;
  /** The reply to report for a lost response. */
  loss: Reply;
}

/** How each effect posts the delivery, and which reply it reports. */
const EFFECTS: Readonly<Record<DeliveryEffect, (delivery: Delivery) => Promise<Reply | undefined>>> = {
  drop: ({ loss }) => Promise.resolve(loss),
  // The receiver gets the delivery now and again with the retry (RTY-10).
  lose_answer: async ({ post, outgoing, loss }) => ((await post(outgoing)) === undefined ? undefined : loss),
  // EVT-3: the same event twice within one attempt.
  duplicate: async ({ post, outgoing }) => ((await post(outgoing)) === undefined ? undefined : post(outgoing)),
  stale: ({ post, outgoing, context }) => post(signAgain(outgoing, context, { age_seconds: STALE_SECONDS })),
  bad_signature: ({ post, outgoing, context }) =>
    post(signAgain(outgoing, context, { secret: `${context.subscription.secret}x` })),
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
  context: AttemptContext,
  outgoing: Outgoing,
  post: Post,
  signal: AbortSignal,
): Promise<Reply | undefined> {
  if (!faults.has('delivery')) return post(outgoing);
  const armed = await faults.takeForDelivery(traitsOf(context));
  if (armed === undefined) return post(outgoing);

  const { latency_ms, effect } = armed.fault;
  if (latency_ms > 0) await pause(latency_ms, signal);
  if (signal.aborted) return undefined;
  const { event, subscription, attempt } = context;
  observations.noteEffect({ event_id: event.id, subscription_id: subscription.id, attempt }, effect ?? 'latency');
  if (effect === null) return post(outgoing);
  return EFFECTS[effect]({
    context,
    outgoing,
    post,
    loss: { kind: 'silence', reason: `Lost on purpose, by the fault ${armed.id}.` },
  });
}

function traitsOf({ event, subscription, attempt }: AttemptContext): DeliveryTraits {
  // Cast: only types of the event catalog are recorded.
  return { event: event.type as DeliveryTraits['event'], subscription_id: subscription.id, attempt };
}

function signAgain(
  outgoing: Outgoing,
  { world, subscription }: AttemptContext,
  { secret = subscription.secret, age_seconds = 0 }: { secret?: string; age_seconds?: number },
): Outgoing {
  const { segments } = world.options.signature_options ?? PLAIN_SIGNATURE;
  const t = Number(/\bt=(\d+)/.exec(outgoing.headers['SVC-Signature'] ?? '')?.[1]) - age_seconds;
  return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': sign(secret, outgoing.body, t, segments) } };
}
