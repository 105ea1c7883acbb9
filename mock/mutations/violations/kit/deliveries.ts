/** Changes to deliveries and their results. */
import { LIMITS } from '#spec';
import type { Envelope } from '#spec';
import type { AttemptAbout, Awaitable, NewDelivery, Seams, VerdictAbout } from '../../seams.ts';
import type { Reply, Verdict } from '../../../server/webhooks/outcome.ts';
import { classifyReply } from '../../../server/webhooks/outcome.ts';
import { PLAIN_SIGNATURE, sign } from '../../../server/webhooks/sign.ts';
import { mergeHeaders } from './answers.ts';
import { countMatches } from './rows.ts';
import type { Types } from './events.ts';
import { isOfType } from './events.ts';
import type { NewFields } from './json.ts';
import { readJson, setFields } from './json.ts';

type Outgoing = Parameters<Seams['outgoing']>[0];

/** Changes the whole request, without signing it again. */
export function onOutgoing(
  types: Types,
  change: (outgoing: Outgoing, about: AttemptAbout) => Awaitable<Outgoing>,
): Partial<Seams> {
  return { outgoing: (outgoing, about) => (isOfType(types, about.event.type) ? change(outgoing, about) : outgoing) };
}

/** Changes the text of the body, and signs it again. */
export function onDeliveryText(types: Types, change: (text: string, about: AttemptAbout) => Awaitable<string>): Partial<Seams> {
  return onOutgoing(types, async (outgoing, about) => {
    const body = await change(outgoing.body, about);
    const { segments } = about.world.options.signature_options ?? PLAIN_SIGNATURE;
    const signature = sign(about.subscription.secret, body, readT(outgoing), segments);
    return { ...outgoing, headers: { ...outgoing.headers, 'SVC-Signature': signature }, body };
  });
}

/** Changes the envelope, and signs the body again. */
export function onDelivery(types: Types, change: (envelope: Envelope, about: AttemptAbout) => unknown): Partial<Seams> {
  return onDeliveryText(types, async (text, about) => {
    // views/payloads.ts made this envelope, unless another deviation changed it before.
    const envelope = readJson(text) as Envelope;
    return JSON.stringify(await change(envelope, about));
  });
}

/** Changes `data`, and signs the body again. */
export function onPayload(types: Types, change: (data: Envelope['data'], about: AttemptAbout) => unknown): Partial<Seams> {
  return onDelivery(types, async (envelope, about) => ({ ...envelope, data: await change(envelope.data, about) }));
}

/** Sets fields of the envelope, and signs the body again. */
export function withEnvelope(types: Types, fields: NewFields<Envelope, AttemptAbout>): Partial<Seams> {
  return onDelivery(types, (envelope, about) => setFields(envelope, fields, about));
}

/** Sets fields of `data`, and signs the body again. */
export function withPayload(types: Types, fields: NewFields<Envelope['data'], AttemptAbout>): Partial<Seams> {
  return onPayload(types, (data, about) => setFields(data, fields, about));
}

/** Changes headers of deliveries. @param change returns the headers to set; undefined removes a header */
export function withDeliveryHeaders(
  types: Types,
  change: (outgoing: Outgoing, about: AttemptAbout) => Awaitable<Readonly<Record<string, string | undefined>>>,
): Partial<Seams> {
  return onOutgoing(types, async (outgoing, about) => ({
    ...outgoing,
    headers: mergeHeaders(outgoing.headers, await change(outgoing, about)),
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
export function onSignature(types: Types, change: (signing: Signing, about: AttemptAbout) => Awaitable<string>): Partial<Seams> {
  return withDeliveryHeaders(types, async (outgoing, about) => {
    const signing = { secret: about.subscription.secret, body: outgoing.body, t: readT(outgoing) };
    return { 'SVC-Signature': await change({ header: outgoing.headers['SVC-Signature'] ?? '', ...signing }, about) };
  });
}

function readT({ headers }: Outgoing): number {
  return Number(/\bt=(\d+)/.exec(headers['SVC-Signature'] ?? '')?.[1]);
}

/** Changes the result of an attempt: its status and the delay of the next one in seconds, null for none. */
export function onVerdict(change: (verdict: Verdict, about: VerdictAbout) => Awaitable<Verdict>): Partial<Seams> {
  return { verdict: change };
}

/** Changes the result of an attempt of a replay. */
export function onReplayVerdict(change: (verdict: Verdict, about: VerdictAbout) => Verdict): Partial<Seams> {
  return onVerdict(async (verdict, about) => ((await isReplay(about)) ? change(verdict, about) : verdict));
}

/** Gives matching replies another status: delivered, failed, or retrying. */
export function withVerdict(isMeant: (reply: Reply) => boolean, status: Verdict['status']): Partial<Seams> {
  return onVerdict((verdict, { reply, attempt, has_next }) => {
    if (!isMeant(reply)) return verdict;
    const delay_seconds = has_next && status === 'retrying' ? (LIMITS.delivery_delays_seconds[attempt - 1] ?? null) : null;
    return { status: status === 'retrying' && delay_seconds === null ? 'failed' : status, delay_seconds };
  });
}

/** Matches replies with a status in a range, both ends included. */
export function answered(from: number, to = from): (reply: Reply) => boolean {
  return (reply) => reply.kind === 'answer' && reply.status >= from && reply.status <= to;
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
  change: (delivery: NewDelivery, about: VerdictAbout) => Awaitable<Partial<NewDelivery>>,
): Partial<Seams> {
  return { record: async (delivery, about) => ({ ...delivery, ...(await change(delivery, about)) }) };
}

/** The verdict after which there is no further attempt. */
export const GIVEN_UP: Verdict = { status: 'failed', delay_seconds: null };

/** Whether an attempt belongs to a replay (WHK-8). Works until the attempt is recorded: in `outgoing`, `timeout_ms`, `verdict`, and `record`. */
export async function isReplay({ db, event, subscription, attempt }: AttemptAbout): Promise<boolean> {
  return (await countMatches(db, 'deliveries', { event_id: event.id, subscription_id: subscription.id })) >= attempt;
}
