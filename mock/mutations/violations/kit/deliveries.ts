/** What is posted to receivers, and what comes of it. */
import { LIMITS } from '#spec';
import type { Envelope } from '#spec';
import type { AttemptAbout, Awaitable, NewDelivery, Seams, VerdictAbout } from '../../seams.ts';
import type { Reply, Verdict } from '../../../server/webhooks/outcome.ts';
import { classifyReply } from '../../../server/webhooks/outcome.ts';
import { PLAIN_SIGNATURE, sign } from '../../../server/webhooks/sign.ts';
import type { Types } from './events.ts';
import { isOfType } from './events.ts';
import { readJson } from './json.ts';

type Outgoing = Parameters<Seams['outgoing']>[0];

/** Changes the POST whole. What is changed here is not signed anew. */
export function onOutgoing(
  types: Types,
  change: (outgoing: Outgoing, about: AttemptAbout) => Awaitable<Outgoing>,
): Partial<Seams> {
  return { outgoing: (outgoing, about) => (isOfType(types, about.event.type) ? change(outgoing, about) : outgoing) };
}

/** Changes the text of the body, and signs it anew. */
export function onDeliveryText(types: Types, change: (text: string, about: AttemptAbout) => Awaitable<string>): Partial<Seams> {
  return onOutgoing(types, async (outgoing, about) => {
    const body = await change(outgoing.body, about);
    const { segments } = about.world.options.signature_options ?? PLAIN_SIGNATURE;
    const signature = sign(about.subscription.secret, body, readT(outgoing), segments);
    return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': signature }, body };
  });
}

/** Changes the envelope, and signs it anew. */
export function onDelivery(types: Types, change: (envelope: Envelope, about: AttemptAbout) => unknown): Partial<Seams> {
  return onDeliveryText(types, async (text, about) => {
    // Made by views/payloads.ts, unless another deviation was there before.
    const envelope = readJson(text) as Envelope;
    return JSON.stringify(await change(envelope, about));
  });
}

/** Changes what stands in `data`, and signs the body anew. */
export function onPayload(types: Types, change: (data: Envelope['data'], about: AttemptAbout) => unknown): Partial<Seams> {
  return onDelivery(types, async (envelope, about) => ({ ...envelope, data: await change(envelope.data, about) }));
}

/** Changes headers of deliveries; one that is undefined is not sent. */
export function withDeliveryHeaders(
  types: Types,
  change: (headers: Outgoing['headers'], about: AttemptAbout) => Readonly<Record<string, string | undefined>>,
): Partial<Seams> {
  return onOutgoing(types, (outgoing, about) => {
    const merged = Object.entries({ ...outgoing.headers, ...change(outgoing.headers, about) });
    // What is undefined has just been filtered out.
    const sent = merged.filter(([, value]) => value !== undefined) as [string, string][];
    return { ...outgoing, headers: Object.fromEntries(sent) };
  });
}

/** What a signature is made from. */
export interface Signing {
  /** The header as it would be sent. */
  header: string;
  secret: string;
  body: string;
  /** Unix seconds. */
  t: number;
}

/** Signs otherwise. @param change the value of SVC-Signature */
export function onSignature(types: Types, change: (signing: Signing, about: AttemptAbout) => string): Partial<Seams> {
  return onOutgoing(types, (outgoing, about) => {
    const { headers, body } = outgoing;
    const { secret } = about.subscription;
    const signature = change({ header: headers['SVC-Signature'] ?? '', secret, body, t: readT(outgoing) }, about);
    return { ...outgoing, headers: { ...headers, 'SVC-Signature': signature } };
  });
}

function readT({ headers }: Outgoing): number {
  return Number(/\bt=(\d+)/.exec(headers['SVC-Signature'] ?? '')?.[1]);
}

/** Changes what an attempt comes to: its status, and in how many seconds the next follows, null for none. */
export function onVerdict(change: (verdict: Verdict, about: VerdictAbout) => Awaitable<Verdict>): Partial<Seams> {
  return { verdict: change };
}

/** Takes some replies for delivered, for failed for good, or for worth another attempt. */
export function judging(isMeant: (reply: Reply) => boolean, status: Verdict['status']): Partial<Seams> {
  return onVerdict((verdict, { reply, attempt, has_next }) => {
    if (!isMeant(reply)) return verdict;
    const delay_seconds = has_next && status === 'retrying' ? (LIMITS.delivery_delays_seconds[attempt - 1] ?? null) : null;
    return { status: status === 'retrying' && delay_seconds === null ? 'failed' : status, delay_seconds };
  });
}

/** Whether a receiver answered with a status in a range, both ends included. */
export function answered(from: number, to = from): (reply: Reply) => boolean {
  return (reply) => reply.kind === 'answer' && reply.status >= from && reply.status <= to;
}

/** Waits otherwise before attempts 2, 3 and so on of what is worth another; there are no more attempts than that. */
export function withDelays(...delays_seconds: readonly number[]): Partial<Seams> {
  return onVerdict((verdict, { attempt, has_next, reply }) => {
    if (!has_next || classifyReply(reply, 1, true).status !== 'retrying') return verdict;
    const delay_seconds = delays_seconds[attempt - 1] ?? null;
    return { status: delay_seconds === null ? 'failed' : 'retrying', delay_seconds };
  });
}

/** Waits so long for an answer. */
export function withTimeout(timeout_ms: number): Partial<Seams> {
  return { timeout_ms: () => timeout_ms };
}

/** Changes the row that an attempt leaves. */
export function onRecord(change: (delivery: NewDelivery, about: VerdictAbout) => Awaitable<NewDelivery>): Partial<Seams> {
  return { record: change };
}
