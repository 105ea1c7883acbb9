/** Drills with a delivery and its twin: a good delivery that differs from it in one respect only. */
import { Blocked, Unverifiable, holds, noneIfFinding, noteAssertion, type Breach } from '#client';
import type { Shape } from '../compose.ts';
import { drill, type Drill } from '../drill.ts';
import type { ReceiverResult } from '../sender.ts';
import { diagnose, diagnoseBody } from '../diagnose.ts';
import { requireNonAscii } from './effects.ts';
import { WITHOUT_RESPONSE, describeResponse, unexpectedResponse } from '../describe-response.ts';
import type { DrillContext } from '../drill-context.ts';

/** The drill that reports receivers that verify some deliveries and not others. */
export const ALL_FORGERIES_ID = 'SIG-4/all-forgeries';

const UNCAUGHT =
  'Verification probably throws, and nothing catches it. Return 400: after a 5xx or no response, the marketplace sends the delivery again (RTY-3), up to four times (RTY-4).';

export interface BadOptions {
  /** The good delivery that differs in one respect. Default: a plain one. */
  twin?: Shape;
  /** A good delivery that the same mistake rejects. If the receiver rejects it, the cause of that is reported. */
  alike?: Shape;
  /** A plainer bad delivery, and the drill that reports it. If the receiver accepts that one, too, nothing new is checked. */
  plainer?: readonly [shape: Shape, drill: string];
  /** The likely cause if the receiver fails instead of rejecting the delivery. Default: an exception that nothing catches. */
  crash?: string;
}

/** A drill: the receiver rejects the bad delivery. @param cause why a receiver commonly accepts it */
export function rejects(
  id: Drill['id'],
  title: string,
  cause: string,
  bad: Shape,
  { twin = {}, alike, plainer, crash = UNCAUGHT }: BadOptions = {},
): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    await requireTwin(t, twin);
    const response = await t.forge(bad);
    if (response.is_accepted && plainer !== undefined) await requireRejected(t, ...plainer);
    const known = response.is_accepted && alike !== undefined ? await explainAlike(t, alike) : undefined;
    await expectRejected(t, response, known ?? cause);
    await expectNoCrash(t, response, crash);
  });
}

/** @throws Blocked if the receiver accepts this bad delivery, which another drill reports */
export async function requireRejected(t: DrillContext, shape: Shape, drill_id: string): Promise<void> {
  const response = await t.deliver(shape);
  if (response.is_accepted)
    throw new Blocked(`the receiver accepts an even plainer delivery that must be rejected (${drill_id})`, response.exchange);
}

/** Why a receiver accepts a bad delivery. @param alike a good delivery of the same form, which shows the mistake if the receiver rejects it */
async function explainAlike(t: DrillContext, alike: Shape): Promise<string | undefined> {
  if (!(await t.deliver(alike)).is_accepted) return diagnose(t, alike);
  const mistake = await diagnoseBody(t, alike);
  return mistake === undefined ? undefined : `If the raw body does not match, it tries another one. ${mistake}`;
}

/** Requires that the receiver accepts the twin; otherwise, rejecting the other one proves nothing. @throws Blocked, Unverifiable */
export async function requireTwin(t: DrillContext, twin: Shape): Promise<void> {
  const response = await t.deliverWithRetries(twin);
  if (response.is_accepted) return;
  if (Object.keys(twin).length === 0)
    throw new Blocked('the receiver rejects a genuine delivery to compare with', response.exchange);
  // Another drill checks the twin.
  throw new Unverifiable(`the receiver rejects the valid delivery to compare with: ${describeResponse(response)}`);
}

/** Asserts that the receiver did not accept the delivery. SIG-4/status-400 checks the status of a refusal. @throws Breach, Blocked */
export async function expectRejected(t: DrillContext, response: ReceiverResult, likely_cause: string): Promise<void> {
  if (response.is_accepted) {
    const { accepted } = await t.countAcceptedForgeries();
    if (accepted > 0 && t.drill_id !== ALL_FORGERIES_ID)
      throw new Blocked(`the receiver accepts some plain forgeries and rejects others (${ALL_FORGERIES_ID})`, response.exchange);
    const { status } = await t.genuine();
    if (await tookNoEffect(t, response)) throw forgeryAccepted(response, REJECTED_WITH_2XX);
    throw forgeryAccepted(
      response,
      response.status === status
        ? likely_cause
        : `A genuine delivery gets status ${status}: it may reject this one, and return 2xx anyway. Return 400. Otherwise: ${likely_cause}`,
    );
  }
  noteAssertion();
  if (response.status !== 400) t.observe(`rejected with ${response.fault ?? `status ${response.status}`}`);
}

export const REJECTED_WITH_2XX =
  'It rejects the delivery, since it takes no effect, and responds with 2xx anyway: verify before you respond, and return 400 (SIG-4).';

/** Whether an accepted delivery of the plain type took no effect, as far as that can be counted. */
export async function tookNoEffect(t: DrillContext, { delivery }: ReceiverResult): Promise<boolean> {
  const { id, type } = delivery.envelope;
  if (t.run.settings.countEffects === undefined || type !== t.run.settings.type) return false;
  try {
    await t.requireEffects();
    return (await t.awaitEffects(id)) === 0;
  } catch (error) {
    // The forgery is reported even if the counter fails.
    noneIfFinding(error, t.signal);
    return false;
  }
}

export function forgeryAccepted(response: ReceiverResult, likely_cause: string): Breach {
  const message = `A delivery that must be rejected was accepted: ${describeResponse(response)}.`;
  return unexpectedResponse(response, { message, expected: 'status 400', likely_cause });
}

/**
 * Asserts that the status of a rejection is not one that is retried (RTY-3). Only warns if the header has no signature to compare, because SIG-4 names
 * a status only for a mismatch, or has characters that HTTP servers need not accept.
 */
async function expectNoCrash(t: DrillContext, response: ReceiverResult, likely_cause: string): Promise<void> {
  if (!response.is_retried || (await t.forgery()).is_retried) return;
  if (response.status === 429) throw new Blocked('the receiver limits the rate of deliveries', response.exchange);
  const message = `The receiver failed on a delivery that it should reject: ${describeResponse(response)}.`;
  const header = response.delivery.headers['SVC-Signature'] ?? '';
  if (!/v1=[^,]/.test(header) || /[^\0-\x7F]/.test(header)) {
    t.warn(message, response, likely_cause);
    return;
  }
  throw unexpectedResponse(response, { message, expected: 'status 400', likely_cause });
}

interface GoodOptions {
  /** What commonly makes a receiver reject it; found by probes if undefined. */
  cause?: string | undefined;
  /** Finds the cause, if it takes more deliveries. */
  explain?: (t: DrillContext) => Promise<string>;
  /** Differs from the delivery in the respect that is checked. If it is rejected, too, nothing is checked. */
  twin?: Shape | undefined;
  /** The document does not state the rule. */
  is_advice?: boolean;
}

/** A drill: the receiver accepts a good delivery. */
export function accepts(id: Drill['id'], title: string, shape: Shape, options: GoodOptions): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    await checkGood(t, shape, options);
  });
}

/** A drill: the receiver should accept a delivery. A refusal is a warning. */
export function shouldAccept(id: Drill['id'], title: string, shape: Shape, cause: string, twin?: Shape): Drill {
  return accepts(id, title, shape, { cause, twin, is_advice: true });
}

/** The receiver should accept all of them: the first refusal is a warning. If it rejects the twin, nothing is checked. */
export function acceptsEach(
  id: Drill['id'],
  title: string,
  shapes: readonly (readonly [shape: Shape, cause: string])[],
  is_advice: boolean,
  twin: Shape = {},
): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    await requireTwin(t, twin);
    for (const [shape, cause] of shapes) if ((await checkGood(t, shape, { cause, is_advice })) === undefined) return;
  });
}

/** @returns the response; undefined if the delivery was not accepted, and a warning says so @throws Breach, Unverifiable */
export async function checkGood(
  t: DrillContext,
  shape: Shape,
  { cause, explain, twin, is_advice = false }: GoodOptions,
): Promise<ReceiverResult | undefined> {
  const response = await t.deliverWithRetries(shape);
  if (holds(response.is_accepted)) {
    if (shape.data === undefined) t.noteDue(response, shape, is_advice);
    return response;
  }
  if (twin !== undefined) await requireTwin(t, twin);
  await t.requireNoLimit(response);
  await t.requireConsistency(response, shape);
  if (shape.write === undefined) await requireNonAscii(t, response);
  const known = response.fault === undefined ? ((await explain?.(t)) ?? cause) : cause;
  if (!is_advice) throw await t.refusalOf(response, shape, known);
  t.warn(
    `A genuine delivery was not accepted: ${describeResponse(response)}.`,
    response,
    response.is_timeout ? WITHOUT_RESPONSE : known,
  );
  return undefined;
}
