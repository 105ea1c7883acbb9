import { later, roundMs, stopwatchMs, toMs, wallClockSeconds } from '../../ports/clock.ts';
import { postWithFaults } from './delivery-faults.ts';
import type { AttemptContext } from '../../mutations/seams.ts';
import { insertDelivery, isRedelivery } from '../../market/store/deliveries.ts';
import { dequeue, findQueued, requeue } from '../../market/store/queue.ts';
import { type Flag, type Row, flag } from '../../market/records/tables.ts';
import type { DeliveryWorld } from '../ports.ts';
import type { Reply } from './outcome.ts';
import { NO_RESPONSE, describeFailure, classifyReply } from './outcome.ts';
import { makeBody } from './payload.ts';
import type { Outgoing, Sender } from './sender.ts';
import { PLAIN_SIGNATURE, sign } from './sign.ts';

const USER_AGENT = 'Gristmill';

/** A request to a receiver, and its result. */
interface Exchange {
  /** Undefined if the payload could not be built. */
  outgoing: Outgoing | undefined;
  reply: Reply;
}

interface Attempted {
  delivery: Row<'deliveries'>;
  /** Whether another attempt follows. */
  has_next: boolean;
}

/**
 * Makes one attempt, then records the delivery and schedules the next attempt in one transaction. Until that transaction, the attempt stays
 * queued, so a restarted mock repeats it (RTY-10).
 * @param seq the row of the queue
 * @param stop aborts the attempt, and nothing is recorded
 * @returns undefined if the attempt was aborted or the row is gone, and `elsewhere` if another process makes the attempt
 */
export async function makeAttempt(
  world: DeliveryWorld,
  sender: Sender,
  seq: number,
  stop: AbortController,
): Promise<Attempted | 'elsewhere' | undefined> {
  if (!(await world.store.claims.take(seq))) return 'elsewhere';
  await world.catchUp();
  const begun_at = world.clock.now();
  const begun_ms = stopwatchMs();
  const { epoch } = world;
  const queued = await findQueued(world.store.reader, seq, begun_at);
  if (queued === undefined) return undefined;
  const { event, attempt, is_first, trace: cause } = queued;
  const subscription = { ...queued.subscription, secret: world.options.vault.open(queued.subscription.secret) };
  const context = { world, db: world.store.reader, event, subscription, attempt, begun_at };
  const { tracing } = world.options;
  const attributes = { 'gristmill.world_id': world.id, 'gristmill.event': event.type, 'gristmill.attempt': attempt };
  const options = { kind: 'client', attributes, is_root: true, cause } as const;
  const exchange = await tracing.span('delivery attempt', options, async (span) => {
    const made = await send(world, sender, context, stop);
    if (made?.reply.kind === 'response') span.setAttribute('http.response.status_code', made.reply.status);
    return made;
  });
  if (exchange === undefined) return undefined;
  return record(world, context, { seq, epoch, is_first }, exchange, stopwatchMs() - begun_ms);
}

/** If the payload cannot be built, only this delivery fails. */
async function send(
  { seams, faults, observations, options }: DeliveryWorld,
  sender: Sender,
  context: AttemptContext,
  stop: AbortController,
): Promise<Exchange | undefined> {
  let outgoing: Outgoing;
  try {
    outgoing = await seams.outgoing(await compose(context), context);
    outgoing = { ...outgoing, headers: options.tracing.inject(outgoing.headers) };
  } catch (error) {
    return { outgoing: undefined, reply: { kind: 'unsendable', reason: String(error) } };
  }
  const timeout_ms = await seams.timeout_ms(sender.timeout_ms, context);
  const reply = await postWithFaults(
    { faults, observations },
    context,
    outgoing,
    (what) => sender.post(what, stop, timeout_ms),
    stop.signal,
  );
  return reply === undefined ? undefined : { outgoing, reply };
}

/** EVT-1, EVT-2, EVT-21, SIG-8: each attempt has a new payload and signature. */
async function compose({ world, db, event, subscription }: AttemptContext): Promise<Outgoing> {
  const { clock, segments } = world.options.signature_options ?? PLAIN_SIGNATURE;
  const body = await makeBody(db, event);
  // SIG-9
  const t = clock === 'machine' ? wallClockSeconds() : Math.floor(toMs(world.clock.now()) / 1000);
  return {
    url: subscription.url,
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'SVC-Event': event.type,
      'SVC-Signature': sign(subscription.secret, body, t, segments),
    },
    body,
  };
}

/**
 * Waits for the store without a time limit, because an unrecorded attempt would be repeated.
 * @returns undefined if another process has taken the attempt over, or the world was reset in the meantime
 */
function record(
  world: DeliveryWorld,
  attempted: AttemptContext,
  { seq, epoch, is_first }: { seq: number; epoch: string; is_first: Flag },
  { outgoing, reply }: Exchange,
  duration_ms: number,
): Promise<Attempted | undefined> {
  const { attempt, event, subscription, begun_at } = attempted;
  return world.store.write(async (tx) => {
    const state = epoch === world.epoch ? await world.store.claims.end(tx, seq) : 'taken over';
    if (state === 'taken over') return undefined;
    const ended_at = world.clock.now();
    const has_next = state === 'queued';
    const context = { ...attempted, db: tx, reply, has_next, ended_at };
    const verdict = await world.seams.verdict(classifyReply(reply, attempt, has_next), context);
    // RTY-14
    if (verdict.delay_seconds === null) await dequeue(tx, seq);
    else {
      await requeue(tx, seq, later(ended_at, verdict.delay_seconds));
      await world.schedule.save(tx);
    }
    const row = {
      id: await world.ids.next(tx, 'whd'),
      subscription_id: subscription.id,
      event_id: event.id,
      event: event.type,
      status: verdict.status,
      // RTY-8, RTY-13
      response_status: reply.kind === 'response' ? reply.status : NO_RESPONSE,
      response_body: reply.kind === 'response' ? (reply.body ?? '') : '',
      attempts: attempt,
      delivered_at: verdict.status === 'delivered' ? ended_at : null,
      created_at: begun_at,
      error: describeFailure(reply, verdict),
      is_redelivery: flag(is_first === 0 && (await isRedelivery(tx, event.id, subscription.id, attempt))),
      request_body: outgoing?.body ?? '',
      signature: outgoing?.headers['SVC-Signature'] ?? '',
      duration_ms: roundMs(duration_ms),
    };
    const delivery = await insertDelivery(tx, await world.seams.record(row, context));
    return { delivery, has_next: verdict.delay_seconds !== null };
  }, Number.POSITIVE_INFINITY);
}
