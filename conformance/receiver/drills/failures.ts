/** The retry contract: an event that failed takes effect when it is sent again, and a rejected delivery takes no effect. */
import { Blocked, Breach, describeThrown, Unverifiable, holds, noteAssertion, wait } from '#client';
import { quietDrill, type Drill } from '../drill.ts';
import { describeResponse, unexpectedResponse } from '../describe-response.ts';
import { OUTAGE_ID, type DrillContext } from '../drill-context.ts';
import { UNPADDED } from '../mistakes.ts';
import type { ReceiverResult } from '../sender.ts';
import {
  acceptsDuplicates,
  expectOneEffect,
  requireAcceptedDuplicates,
  requireDeduplication,
  requireNoLosses,
  requireTypes,
  times,
  typesWithEffect,
} from './effects.ts';

/** How long a receiver can work on a delivery whose body was cut off, or whose sender has hung up. */
const HUNG_UP_MS = 150;
/** RTY-4: the second attempt comes this long after the first, with a new signature (SIG-8). */
const SECOND_ATTEMPT_SECONDS = 10;

const STORED_FIRST =
  'It stores the id before the effect. The second attempt counts as a duplicate, and the event is lost: use one transaction.';
const NOT_STORED = 'It fails after the effect, before it stores the id: use one transaction for both.';
const BREAKER =
  'After a failure, it returns 2xx and does nothing for a while, like an open circuit breaker or a skipped job. Every event in that time is lost: return 503.';
const LOCKED =
  'It also fails on every later attempt, because a lock or a half-written row of the first attempt remains. Roll back everything when the work fails.';

const INCONSISTENT =
  'The cause is not in the delivery. Concurrent deliveries may share a variable, one of several processes may have a different secret, a limit may return a status other than 429 and 503, or the tolerance may be one second.';

/** Explains rejections that depend on chance. If the `v1` of all of them begins with 0, a lost zero is the cause. */
function explainInconsistent(inconsistent: readonly ReceiverResult[]): string {
  const is_zero =
    inconsistent.length > 1 && inconsistent.every(({ delivery }) => /v1=0/.test(delivery.headers['SVC-Signature'] ?? ''));
  return is_zero ? UNPADDED : INCONSISTENT;
}

function needsFailUrl(): Unverifiable {
  return new Unverifiable('it needs a way to make the receiver fail once', '--fail-url');
}

/**
 * Without a way to make the receiver fail, checks the events on which it failed of its own accord during the run.
 * @throws Breach, or Unverifiable if it never failed
 */
async function checkRetried(t: DrillContext): Promise<void> {
  const retried = [...t.run.retried_ids];
  if (retried.length === 0) throw needsFailUrl();
  const { by_id } = await t.countEffects();
  t.observe(`checked by ${retried.length} deliveries on which the receiver failed by itself`);
  const wrong = retried.find((id) => (by_id[id] ?? 0) > 1);
  if (wrong === undefined) {
    noteAssertion();
    return;
  }
  const observed = times(by_id[wrong] ?? 0);
  throw new Breach({
    message: `The event ${wrong} got 5xx, was sent again, and took effect ${observed}.`,
    expected: 'once',
    observed,
    likely_cause: NOT_STORED,
  });
}

/** Makes the receiver fail on an event, and delivers it again. @throws Breach, Unverifiable */
async function checkFailure(t: DrillContext, failNext: () => Promise<void>, type: string): Promise<void> {
  const { envelope } = t.compose({ type });
  await failNext().catch((error: unknown) => {
    throw new Unverifiable(describeThrown(error), '--fail-url');
  });
  // SIG-8: no two attempts have the same `t`.
  const failed = await t.deliver({ envelope, offset_seconds: -SECOND_ATTEMPT_SECONDS });
  // A receiver that stores an event before it responds may retry on its own. Then nothing is lost.
  if (failed.is_accepted && holds((await t.awaitEffects(envelope.id)) === 1)) {
    t.observe(`the receiver recovered without another attempt: ${describeResponse(failed)}`);
    return;
  }
  if (!failed.is_retried) {
    if (failed.is_accepted) await requireNoLosses(t);
    throw unexpectedResponse(failed, {
      message: `The receiver failed on ${type} and returned ${describeResponse(failed)}: the event is lost.`,
      expected: 'a 5xx status, so that it is sent again (RTY-3)',
      likely_cause: failed.is_accepted
        ? 'It returns 2xx although its work fails: it catches the error, or responds before it has stored the event. Return 5xx.'
        : 'It reports its own failure as an error of the sender. Return 5xx.',
    });
  }
  const response = await t.deliverWithRetries({ envelope });
  if (!holds(response.is_accepted))
    throw await t.refusalOf(response, { envelope }, (await acceptsDuplicates(t)) ? LOCKED : STORED_FIRST);
  if ((await t.awaitEffects(envelope.id)) === 0 && (await ignoresNext(t, failNext, type)))
    await expectOneEffect(t, response, BREAKER);
  await expectOneEffect(t, response, (found) => (found === 0 ? STORED_FIRST : NOT_STORED));
}

/** Whether a new event takes no effect if it arrives directly after a failure. */
async function ignoresNext(t: DrillContext, failNext: () => Promise<void>, type: string): Promise<boolean> {
  await failNext();
  if ((await t.deliver({ type })).is_accepted) return false;
  const next = await t.deliver({ type });
  return next.is_accepted && (await t.awaitEffects(next.delivery.envelope.id)) === 0;
}

/** The finding when the receiver fails on the type that all drills deliver; undefined if it recovers. Runs once. */
async function findFailure(t: DrillContext, failNext: () => Promise<void>): Promise<Breach | undefined> {
  return t.run.once('failure', async () => {
    try {
      await checkFailure(t, failNext, t.run.settings.type);
      return undefined;
    } catch (error) {
      if (error instanceof Breach) return error;
      throw error;
    }
  });
}

/** A drill: an event whose first attempt was cut off takes effect once. @param share how much of the body is sent, 0 to 1 */
function cutOff(id: Drill['id'], title: string, share: number, cause: string): Drill {
  return quietDrill(id, title, async (t) => {
    await requireDeduplication(t);
    const { envelope } = t.compose();
    t.run.noteAttempt(envelope.id);
    await t.run.sender.sendAndDisconnect(t.compose({ envelope, offset_seconds: -SECOND_ATTEMPT_SECONDS }), share);
    await wait(HUNG_UP_MS, t.signal);
    const response = await t.deliverWithRetries({ envelope });
    if (!holds(response.is_accepted)) {
      const is_lost = (await t.awaitEffects(envelope.id)) === 0;
      // The first attempt was processed: the second one is a plain duplicate.
      if (!is_lost) await requireAcceptedDuplicates(t);
      throw await t.refusalOf(response, { envelope }, is_lost ? cause : undefined);
    }
    await expectOneEffect(t, response, cause);
  });
}

export const FAILURE_DRILLS: readonly Drill[] = [
  cutOff(
    'RTY-3/hung-up',
    'An event takes effect once if the marketplace did not wait for the response',
    1,
    'The marketplace retries an attempt that timed out, with the same id (RTY-3), although it may have been processed. Recognize it by its id.',
  ),
  cutOff(
    'RTY-3/cut-off',
    'An event takes effect once if its first attempt was cut off in the body',
    0.5,
    'It stores the id before the whole body has arrived.',
  ),
  quietDrill('RTY-3/failed', 'An event on which the receiver failed takes effect once when it is sent again', async (t) => {
    await requireDeduplication(t);
    const { failNext } = t.run.settings;
    if (failNext === undefined) {
      await checkRetried(t);
      return;
    }
    const found = await findFailure(t, failNext);
    if (found !== undefined) throw found;
    noteAssertion();
  }),
  quietDrill(
    'RTY-3/failed-each-type',
    'An event of any type on which the receiver failed takes effect once when it is sent again',
    async (t) => {
      await requireDeduplication(t);
      const { failNext, type: own } = t.run.settings;
      if (failNext === undefined) throw needsFailUrl();
      if ((await findFailure(t, failNext)) !== undefined)
        throw new Blocked(`an event of the type ${own} fails already (RTY-3/failed)`);
      for (const type of requireTypes((await typesWithEffect(t)).filter((one) => one !== own)))
        await checkFailure(t, failNext, type);
    },
  ),
  quietDrill('SIG-4/no-effect', 'No rejected delivery takes effect', async (t) => {
    await t.requireEffects();
    if (t.run.forged_ids.size === 0) throw new Unverifiable('no other drill of this run sent a forgery');
    await wait(t.run.effect_grace_ms, t.signal);
    const { by_id } = await t.countEffects();
    const with_effect = [...t.run.forged_ids].filter(([one]) => (by_id[one] ?? 0) > 0);
    if (holds(with_effect.length === 0)) return;
    throw new Breach({
      message: `${with_effect.length} of ${t.run.forged_ids.size} forgeries took effect, including one of ${with_effect[0]?.[1] ?? ''}.`,
      expected: 'no effect of a rejected delivery',
      observed: with_effect.map(([one]) => one).join(', '),
      likely_cause: 'It acts before it verifies, or whatever the result of the verification is.',
    });
  }),
  quietDrill(OUTAGE_ID, 'Genuine deliveries are still accepted at the end of the run', async (t) => {
    const { outage, unanswered, inconsistent } = t.run;
    const expected = 'a 2xx status';
    if (outage !== undefined) {
      const { message: observed, likely_cause, exchange, is_ban } = outage;
      t.failOrWarn(
        { message: `From some point on, ${observed}.`, exchange, expected, observed, likely_cause },
        { is_advice: is_ban },
      );
      return;
    }
    await t.requireGenuine();
    const [rejected] = inconsistent;
    if (rejected !== undefined) {
      const observed = describeResponse(rejected);
      const message = `A genuine delivery was rejected, and a similar one was accepted a moment later: ${observed}. (Seen ${times(inconsistent.length)}.)`;
      // It may have locked the sender out for a while: the document does not say that it must tolerate any number of forgeries.
      const is_ban = [401, 403].includes(rejected.status);
      t.failOrWarn(
        { message, exchange: rejected.exchange, expected, observed, likely_cause: explainInconsistent(inconsistent) },
        { is_advice: is_ban },
      );
      return;
    }
    await t.expectAccepted({});
    const cut = unanswered.filter(({ is_timeout }) => !is_timeout);
    const drills = [...new Set(cut.map(({ exchange }) => exchange.check))].join(', ');
    if (cut.length > 0)
      t.observe(`${cut.length} deliveries were cut off without a response (${drills}): it may have crashed and restarted`);
  }),
];
