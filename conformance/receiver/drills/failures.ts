/** The retry contract: an event comes again after a failure, and what was refused had no effect. */
import { Breach, Unverifiable, holds, noteAssertion, wait } from '#client';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../describe-answer.ts';
import type { DrillContext } from '../drill-context.ts';
import { expectEffects, said } from './effects.ts';

/** A body that was cut, or an answer that nobody waits for, is worked on for a while. */
const HUNG_UP_MS = 150;
/** RTY-4: the second attempt comes so long after the first, and is signed afresh (SIG-8). */
const SECOND_ATTEMPT_SECONDS = 10;

const quiet = { lane: 'quiet' } as const;

const NOTED_FIRST = 'The id is written down before the effect: the second attempt counts as a duplicate, and the event is lost.';
const NOT_NOTED = 'It fails after its effect and has not written down the id: both belong in one transaction.';

/** Where nobody can make the receiver fail, it may have failed by itself in the course of the run. @throws Unverifiable where it did not */
async function judgeRetried(t: DrillContext): Promise<void> {
  const retried = [...t.run.retried_ids];
  if (retried.length === 0) throw new Unverifiable('it takes a way to make the receiver fail once', '--fail-url');
  const { by_id } = await t.countEffects();
  t.observe(`judged by ${retried.length} deliveries that the receiver failed on by itself`);
  const wrong = retried.find((id) => (by_id[id] ?? 0) > 1);
  if (wrong === undefined) {
    noteAssertion();
    return;
  }
  throw new Breach({
    message: `The event ${wrong} was answered 5xx, came again, and took effect ${said(by_id[wrong] ?? 0)}.`,
    expected: said(1),
    observed: said(by_id[wrong] ?? 0),
    likely_cause: NOT_NOTED,
  });
}

export const FAILURE_DRILLS: readonly Drill[] = [
  drill(
    'RTY-3/hung-up',
    'An event whose answer the marketplace did not wait for takes effect once',
    async (t) => {
      await t.requireEffects();
      const { envelope } = t.compose();
      await t.run.sender.hangUp(t.compose({ envelope, offset_seconds: -SECOND_ATTEMPT_SECONDS }), 1);
      await wait(HUNG_UP_MS, t.signal);
      const answer = await t.expectTaken({ envelope });
      await expectEffects(
        t,
        answer,
        1,
        'A timeout is retried with the same id (RTY-3): it may have been taken the first time, or not.',
      );
    },
    quiet,
  ),
  drill(
    'RTY-3/cut-off',
    'An event whose body was cut off on the way takes effect once, when it comes again',
    async (t) => {
      await t.requireEffects();
      const { envelope } = t.compose();
      await t.run.sender.hangUp(t.compose({ envelope, offset_seconds: -SECOND_ATTEMPT_SECONDS }), 0.5);
      await wait(HUNG_UP_MS, t.signal);
      const answer = await t.expectTaken({ envelope });
      await expectEffects(t, answer, 1, 'The id is written down before the whole body has come.');
    },
    quiet,
  ),
  drill(
    'RTY-3/failed',
    'An event that the receiver failed on takes effect once, when it comes again',
    async (t) => {
      await t.requireEffects();
      const { failNext } = t.run.settings;
      if (failNext === undefined) {
        await judgeRetried(t);
        return;
      }
      const { envelope } = t.compose();
      await failNext().catch((error: unknown) => {
        throw new Unverifiable(error instanceof Error ? error.message : String(error), '--fail-url');
      });
      // SIG-8: no two attempts have the same `t`.
      const failed = await t.deliver({ envelope, offset_seconds: -SECOND_ATTEMPT_SECONDS });
      // Whoever keeps an event before it answers may work on it again by itself: nothing is lost.
      if (failed.is_taken && holds((await t.effectsOf(envelope.id, 1)) === 1)) {
        t.observe(`the failure was made up for without another attempt: ${sayAnswer(failed)}`);
        return;
      }
      if (!failed.is_retried) {
        throw new Breach({
          message: `The receiver failed, and answered ${sayAnswer(failed)}: the event is lost.`,
          exchange: failed.exchange,
          expected: 'a 5xx status, so that it comes again (RTY-3)',
          observed: sayAnswer(failed),
          likely_cause: failed.is_taken
            ? 'It answers before it has kept the event anywhere.'
            : 'Its own failures are answered as mistakes of the sender.',
        });
      }
      const answer = await t.expectTaken({ envelope });
      await expectEffects(t, answer, 1, (found) => (found === 0 ? NOTED_FIRST : NOT_NOTED));
    },
    quiet,
  ),
  drill(
    'SIG-4/no-effect',
    'Nothing that was refused has taken effect',
    async (t) => {
      await t.requireEffects();
      if (t.run.forged_ids.size === 0) throw new Unverifiable('no other drill of this run sent a forgery');
      await wait(t.run.effect_grace_ms, t.signal);
      const { by_id } = await t.countEffects();
      const taken = [...t.run.forged_ids].filter(([one]) => (by_id[one] ?? 0) > 0);
      if (holds(taken.length === 0)) return;
      throw new Breach({
        message: `${taken.length} of ${t.run.forged_ids.size} forgeries took effect, the one of ${taken[0]?.[1] ?? ''} among them.`,
        expected: 'no effect of what is refused',
        observed: taken.map(([one]) => one).join(', '),
        likely_cause: 'The effect comes before the verification, or does not depend on it.',
      });
    },
    quiet,
  ),
];
