/** Changes to deliveries and their results. */
import { LIMITS } from '#spec';
import type { Envelope } from '#spec';
import type { AttemptContext, Awaitable, NewDelivery, Seams, VerdictContext } from '../../seams.ts';
import type { Reply, Verdict } from '../../../server/webhooks/outcome.ts';
import { classifyReply } from '../../../server/webhooks/outcome.ts';
import { PLAIN_SIGNATURE, sign } from '../../../server/webhooks/sign.ts';
import { mergeHeaders } from './responses.ts';
import { countMatches } from './rows.ts';
import type { Types } from './events.ts';
import { isOfType } from './events.ts';
import type { NewFields } from './json.ts';
import { readJson, setFields } from './json.ts';

type Outgoing = Parameters<Seams['outgoing']>[0];

/** Changes the whole request, without signing it again. */
export function onOutgoing(
  types: Types,
  change: (outgoing: Outgoing, context: AttemptContext) => Awaitable<Outgoing>,
): Partial<Seams> {
  return { outgoing: (outgoing, context) => (isOfType(types, context.event.type) ? change(outgoing, context) : outgoing) };
}

/** Changes the text of the body, and signs it again. */
export function onDeliveryText(
  types: Types,
  change: (text: string, context: AttemptContext) => Awaitable<string>,
): Partial<Seams> {
  return onOutgoing(types, async (outgoing, context) => {
    const body = await change(outgoing.body, context);
    const { segments } = context.world.options.signature_options ?? PLAIN_SIGNATURE;
    const signature = sign(context.subscription.secret, body, readT(outgoing), segments);
    return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': signature }, body };
  });
}

/** Changes the envelope, and signs the body again. */
export function onDelivery(types: Types, change: (envelope: Envelope, context: AttemptContext) => unknown): Partial<Seams> {
  return onDeliveryText(types, async (text, context) => {
    // views/payloads.ts made this envelope, unless another deviation changed it before.
    const envelope = readJson(text) as Envelope;
    return JSON.stringify(await change(envelope, context));
  });
}

/** Changes `data`, and signs the body again. */
export function onPayload(types: Types, change: (data: Envelope['data'], context: AttemptContext) => unknown): Partial<Seams> {
  return onDelivery(types, async (envelope, context) => ({ ...envelope, data: await change(envelope.data, context) }));
}

/** Sets fields of the envelope, and signs the body again. */
export function withEnvelope(types: Types, fields: NewFields<Envelope, AttemptContext>): Partial<Seams> {
  return onDelivery(types, (envelope, context) => setFields(envelope, fields, context));
}

/** Sets fields of `data`, and signs the body again. */
export function withPayload(types: Types, fields: NewFields<Envelope['data'], AttemptContext>): Partial<Seams> {
  return onPayload(types, (data, context) => setFields(data, fields, context));
}

/** Changes headers of deliveries. @param change returns the headers to set; undefined removes a header */
export function withDeliveryHeaders(
  types: Types,
  change: (outgoing: Outgoing, context: AttemptContext) => Awaitable<Readonly<Record<string, string | undefined>>>,
): Partial<Seams> {
  return onOutgoing(types, async (outgoing, context) => ({
    ...outgoing,
    headers: mergeHeaders(outgoing.headers, await change(outgoing, context)),
  }));
}

/** The inputs of a signature. */
interface Signing {
  /** The original value of the header. */
  header: string;
  secret: string;
  body: string;
  /** Unix seconds. */
  t: number;
}

/** Changes the signature. @param change returns the value of SVC-Signature */
export function onSignature(
  types: Types,
  change: (signing: Signing, context: AttemptContext) => Awaitable<string>,
): Partial<Seams> {
  return withDeliveryHeaders(types, async (outgoing, context) => {
    const signing = { secret: context.subscription.secret, body: outgoing.body, t: readT(outgoing) };
    return { 'SVC-Signature': await change({ header: outgoing.headers['SVC-Signature'] ?? '', ...signing }, context) };
  });
}

function readT({ headers }: Outgoing): number {
  return Number(/\bt=(\d+)/.exec(headers['SVC-Signature'] ?? '')?.[1]);
}

/** Changes the result of an attempt: its status and the delay of the next one in seconds, null for none. */
export function onVerdict(change: (verdict: Verdict, context: VerdictContext) => Awaitable<Verdict>): Partial<Seams> {
  return { verdict: change };
}

/** Changes the result of an attempt of a replay. */
export function onReplayVerdict(change: (verdict: Verdict, context: VerdictContext) => Verdict): Partial<Seams> {
  return onVerdict(async (verdict, context) => ((await isReplay(context)) ? change(verdict, context) : verdict));
}

/** Changes the status of matching replies: delivered, failed, or retrying. */
export function withVerdict(isAffected: (reply: Reply) => boolean, status: Verdict['status']): Partial<Seams> {
  return onVerdict((verdict, { reply, attempt, has_next }) => {
    if (!isAffected(reply)) return verdict;
    const delay_seconds = has_next && status === 'retrying' ? (LIMITS.delivery_delays_seconds[attempt - 1] ?? null) : null;
    return { status: status === 'retrying' && delay_seconds === null ? 'failed' : status, delay_seconds };
  });
}

/** Matches replies with a status in a range, both ends included. */
export function gotStatus(from: number, to = from): (reply: Reply) => boolean {
  return (reply) => reply.kind === 'response' && reply.status >= from && reply.status <= to;
}

/** Sets the delays in seconds before attempts 2, 3, and so on. The last delay is that of the last attempt. */
export function withDelays(...delays_seconds: readonly number[]): Partial<Seams> {
  return onVerdict((verdict, { attempt, has_next, reply }) => {
    if (!has_next || classifyReply(reply, 1, true).status !== 'retrying') return verdict;
    const delay_seconds = delays_seconds[attempt - 1] ?? null;
    return { status: delay_seconds === null ? 'failed' : 'retrying', delay_seconds };
  });
}

/** Sets the timeout of an attempt. */
export function withTimeout(timeout_ms: number): Partial<Seams> {
  return { timeout_ms: () => timeout_ms };
}

/** Changes the record of an attempt. @param change returns the members to replace */
export function onRecord(
  change: (delivery: NewDelivery, context: VerdictContext) => Awaitable<Partial<NewDelivery>>,
): Partial<Seams> {
  return { record: async (delivery, context) => ({ ...delivery, ...(await change(delivery, context)) }) };
}

/** The verdict after which there is no further attempt. */
export const GIVEN_UP: Verdict = { status: 'failed', delay_seconds: null };

/** Whether an attempt belongs to a replay (WHK-8). Works until the attempt is recorded: in `outgoing`, `timeout_ms`, `verdict`, and `record`. */
export async function isReplay({ db, event, subscription, attempt }: AttemptContext): Promise<boolean> {
  return (await countMatches(db, 'deliveries', { event_id: event.id, subscription_id: subscription.id })) >= attempt;
}
