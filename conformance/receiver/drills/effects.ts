/** Counts how often events took effect, with the effect counter. */
import { Blocked, Breach, Unverifiable, holds, instantFromNow, wait } from '#client';
import { WITHOUT_RESPONSE, describeResponse, unexpectedResponse } from '../describe-response.ts';
import type { Shape } from '../compose.ts';
import type { DrillContext } from '../drill-context.ts';
import { DELIVERED_TYPES, withNote } from '../envelope.ts';
import type { ReceiverResult } from '../sender.ts';

/** RTY-4: the fifth attempt comes this long after the first. */
export const FIFTH_ATTEMPT_SECONDS = 2_170;

/** The deliveries of each burst: enough to show effects that are lost now and then, or beyond some number. */
const BURSTS = [12, 12, 50] as const;
/** A step back in time that no check of the age notices. */
export const BACK_SECONDS = 2;
/** By then, most queues have delivered a job again that was not confirmed. */
const REPEATED_MS = 1_300;

/** Asserts that a duplicate is accepted: a final error would mark the delivery as failed (RTY-2). @throws Breach */
export function expectDuplicateAccepted(response: ReceiverResult): void {
  if (holds(response.is_accepted)) return;
  throw unexpectedResponse(response, {
    message: `A repeated delivery was not accepted: ${describeResponse(response)}.`,
    expected: 'a 2xx status',
    likely_cause: response.is_timeout ? WITHOUT_RESPONSE : 'It treats a duplicate as an error. Return 2xx, and do nothing.',
  });
}

/** Asserts that an event took effect once. @param explain the likely cause, which can depend on the count @throws Breach, Blocked, Unverifiable */
export async function expectOneEffect(
  t: DrillContext,
  response: ReceiverResult,
  explain: string | ((found: number) => string),
): Promise<void> {
  const { id } = response.delivery.envelope;
  const found = await t.awaitEffects(id);
  if (holds(found === 1)) return;
  await (found === 0 ? requireNoLosses(t) : requireNoRepeats(t));
  throw new Breach({
    message: `The event ${id} ${describeEffect(found)}.`,
    exchange: response.exchange,
    expected: 'once',
    observed: times(found),
    likely_cause: typeof explain === 'string' ? explain : explain(found),
  });
}

/** `not at all`, `once`, or `3 times`. */
export function times(count: number): string {
  if (count === 0) return 'not at all';
  return count === 1 ? 'once' : `${count} times`;
}

/** `took no effect`, `took effect once`, or `took effect 3 times`. */
export function describeEffect(count: number): string {
  return count === 0 ? 'took no effect' : `took effect ${times(count)}`;
}

/** The event types whose plain events take effect. Determined once per run. @throws Unverifiable without an effect counter */
export async function typesWithEffect(t: DrillContext): Promise<readonly string[]> {
  await t.requireEffects();
  return t.run.once('types with effect', async () => {
    const responses = await Promise.all(DELIVERED_TYPES.map(async (type) => t.deliverWithRetries({ type })));
    const found = await t.awaitEffectsOfAll(responses.map(({ delivery }) => delivery.envelope.id));
    return DELIVERED_TYPES.filter((_type, at) => (found[at] ?? 0) > 0);
  });
}

/** How many accepted events of a few bursts took no effect, and how many took effect more than once. Determined once per run. */
export async function countLosses(t: DrillContext): Promise<{ lost: number; repeated: number; of: number }> {
  return t.run.once('losses', async () => {
    const accepted: string[] = [];
    for (const length of BURSTS) {
      const responses = await Promise.all(Array.from({ length }, async () => t.deliver({}, { at_once: true })));
      accepted.push(...responses.filter(({ is_accepted }) => is_accepted).map(({ delivery }) => delivery.envelope.id));
    }
    await wait(REPEATED_MS, t.signal);
    const found = [...(await t.awaitEffectsOfAll(accepted))];
    // A receiver that waits for full batches may have done all of them by chance, but then not one more.
    const last = await t.deliver();
    if (last.is_accepted) {
      accepted.push(last.delivery.envelope.id);
      found.push(await t.awaitEffects(last.delivery.envelope.id));
    }
    const countOf = (isCounted: (count: number) => boolean): number => found.filter(isCounted).length;
    return { lost: countOf((count) => count === 0), repeated: countOf((count) => count > 1), of: accepted.length };
  });
}

/** @throws Blocked if a plain event with a non-ASCII note takes no effect, because other non-ASCII strings then prove nothing new */
export async function requireNonAsciiEffects(t: DrillContext): Promise<void> {
  const found = await t.run.once('not ASCII', async () => {
    const response = await t.deliverWithRetries({ write: withNote('é 漢') });
    return response.is_accepted ? t.awaitEffects(response.delivery.envelope.id) : 1;
  });
  if (found === 0) throw new Blocked('an event with a non-ASCII string took no effect (RTY-1/took-effect)');
}

/** @throws Blocked if the delivery is not ASCII, and the receiver rejects every other one that is not: the signature does not match, whatever the content */
export async function requireNonAscii(t: DrillContext, { delivery }: ReceiverResult): Promise<void> {
  if (!delivery.body.some((byte) => byte > 0x7f)) return;
  const is_rejected = await t.run.once('rejects what is not ASCII', async () => {
    const accepts = async (note: string): Promise<boolean> => (await t.deliverWithRetries({ write: withNote(note) })).is_accepted;
    return (await accepts('e')) && !(await accepts('é 漢'));
  });
  if (is_rejected) throw new Blocked('the receiver rejects every body that is not ASCII (SIG-5/non-ascii)');
}

/** @throws Blocked if events that are older than the last one are lost, because events that arrive together then are, too */
export async function requireOlder(t: DrillContext): Promise<void> {
  if (await dropsOlder(t)) throw new Blocked('an event that was older than the last one took no effect (RTY-1/late-effect)');
}

/** How often the loss of older events must recur. */
const ROUNDS = 3;

/** Whether an event that was generated just before the last one takes no effect. Determined once per run. */
export async function dropsOlder(t: DrillContext): Promise<boolean> {
  return t.run.once('drops older events', async () => {
    const isLostAfterAnother = async (shape: Shape): Promise<boolean> => {
      await t.expectAccepted({});
      const response = await t.deliverWithRetries(shape);
      return response.is_accepted && (await t.awaitEffects(response.delivery.envelope.id)) === 0;
    };
    // If the next event is lost whatever its time, or by chance, its time is not the cause.
    for (let round = 0; round < ROUNDS; round += 1) {
      if (!(await isLostAfterAnother({ created_at: instantFromNow(-BACK_SECONDS) }))) return false;
      if (await isLostAfterAnother({})) return false;
    }
    return true;
  });
}

/** The drill that reports events that take effect twice although they were delivered once. */
export const REPEATS_ID = 'SIG-7/delivered-once';

/** @throws Blocked if events that are delivered once take effect more than once, because a second effect then proves nothing about its event */
export async function requireNoRepeats(t: DrillContext): Promise<void> {
  const { repeated, of } = await countLosses(t);
  if (repeated > 0)
    throw new Blocked(`${repeated} of ${of} events that were delivered once took effect more than once (${REPEATS_ID})`);
}

/** Longer than a second, so that the events of this drill share their second with no other. */
const NEW_SECOND_MS = 1_100;

/** How often each of two events with the same `created_at` takes effect. Determined once per run. */
export async function countSameMoment(
  t: DrillContext,
): Promise<{ responses: readonly ReceiverResult[]; found: readonly number[] }> {
  await t.requireEffects();
  return t.run.once('same moment', async () => {
    const once = await countPair(t);
    // The second one may be waiting for the rest of its batch, so deliver another pair.
    return once.found[0] === 1 && once.found[1] === 0 ? countPair(t) : once;
  });
}

async function countPair(t: DrillContext): Promise<{ responses: readonly ReceiverResult[]; found: readonly number[] }> {
  await wait(NEW_SECOND_MS, t.signal);
  const first = await t.expectAccepted({});
  const { id, created_at } = first.delivery.envelope;
  await t.awaitEffects(id);
  // A burst finds a receiver that tells events apart by the second in which they arrive.
  await wait(NEW_SECOND_MS, t.signal);
  const second = await t.expectAccepted({ created_at });
  const ids = [id, second.delivery.envelope.id];
  return { responses: [first, second], found: await t.awaitEffectsOfAll(ids) };
}

/** @throws Blocked if events with the same `created_at` count as duplicates, because bursts then lose events, too */
export async function requireDistinctMoments(t: DrillContext): Promise<void> {
  const { found } = await countSameMoment(t);
  if (found[0] === 1 && found[1] === 0) throw new Blocked('an event of the same moment took no effect (SIG-7/two-events)');
}

/** The drill that reports events that are accepted and lost. */
export const LOSSES_ID = 'RTY-1/each-takes-effect';

/** @throws Blocked if plain events are lost, because a missing effect then proves nothing about its event */
export async function requireNoLosses(t: DrillContext): Promise<void> {
  await requireDistinctMoments(t);
  const { lost, of } = await countLosses(t);
  if (lost > 0) throw new Blocked(`${lost} of ${of} plain events took no effect (${LOSSES_ID})`);
}

/** How often a plain event takes effect if it is delivered three times in a row. Determined once per run. */
export async function countDuplicateEffects(t: DrillContext): Promise<{ first: ReceiverResult; found: number }> {
  await t.requireEffects();
  return t.run.once('duplicates', async () => {
    const first = await t.expectAccepted({});
    const { id } = first.delivery.envelope;
    await t.awaitEffects(id);
    // Another event comes in between, because the receiver may remember only the last one.
    await t.deliver();
    await t.deliver(first.delivery);
    // With another `t` and another signature.
    await t.deliver({ envelope: first.delivery.envelope, offset_seconds: 2 });
    return { first, found: await t.awaitEffects(id) };
  });
}

/** @throws Blocked if plain duplicates take effect again, because all other duplicates then do, too */
export async function requireDeduplication(t: DrillContext): Promise<void> {
  const { found } = await countDuplicateEffects(t);
  if (found > 1) throw new Blocked(`a repeated event took effect ${times(found)} (SIG-7/one-effect)`);
}

/** The response to a repeated plain event. Determined once per run. */
async function sendDuplicate(t: DrillContext): Promise<ReceiverResult> {
  return t.run.once('response to a duplicate', async () => {
    const { delivery } = await t.expectAccepted({ offset_seconds: -70 });
    return t.deliverWithRetries({ envelope: delivery.envelope });
  });
}

export async function acceptsDuplicates(t: DrillContext): Promise<boolean> {
  return (await sendDuplicate(t)).is_accepted;
}

/** @throws Blocked if plain duplicates are rejected, because the rejection of another one then proves nothing about its event */
export async function requireAcceptedDuplicates(t: DrillContext): Promise<void> {
  const again = await sendDuplicate(t);
  if (!again.is_accepted)
    throw new Blocked(`the receiver rejects a repeated event: ${describeResponse(again)} (RTY-1/retry)`, again.exchange);
}

/** Without a type that has an effect there is nothing to check. @throws Unverifiable */
export function requireTypes(types: readonly string[]): readonly string[] {
  if (types.length === 0) throw new Unverifiable('only the type that all drills deliver has an effect', '--event');
  return types;
}
