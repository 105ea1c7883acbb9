/** Drills that come in pairs: a delivery that has to be refused, and a good one that differs from it in that one respect. */
import { Blocked, Breach, Unverifiable, holds, noteAssertion } from '#client';
import type { Shape } from '../compose.ts';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import type { Answer } from '../sender.ts';
import { sayAnswer } from '../describe-answer.ts';
import type { DrillContext } from '../drill-context.ts';

export interface Forgery {
  /** What has to be refused. */
  bad: Shape;
  /** What differs from it in one respect, and has to be taken; a plain genuine delivery unless given. */
  good?: Shape;
  /** What a receiver does wrong that takes it. */
  cause: string;
}

const UNCAUGHT = 'Verification throws and nobody catches it: the marketplace would send it again, four more times (RTY-3).';

/** The bad delivery of a pair is refused. */
export function refuses(id: Drill['id'], title: string, { bad, good = {}, cause }: Forgery): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    await requireTwin(t, good);
    const answer = await t.forge(bad);
    judgeRefusal(t, answer, cause);
    await expectNoCrash(t, answer);
  });
}

/** The receiver takes the twin: otherwise its refusal of the other says nothing. */
export async function requireTwin(t: DrillContext, good: Shape): Promise<void> {
  const answer = await t.deliverWithRetries(good);
  if (answer.is_taken) return;
  if (Object.keys(good).length === 0)
    throw new Blocked('the receiver refuses a genuine delivery that this one is compared with', answer.exchange);
  // What is wrong with the twin has a drill of its own: it takes nothing from the clause that is judged here.
  throw new Unverifiable(`the receiver refuses the good delivery that this one is compared with: ${sayAnswer(answer)}`);
}

/** It was not taken. Which 4xx it was answered with is judged once, by SIG-4/status-400. */
export function judgeRefusal(t: DrillContext, answer: Answer, likely_cause: string): void {
  if (answer.is_taken) {
    throw new Breach({
      message: `A delivery that had to be refused was taken: ${sayAnswer(answer)}.`,
      exchange: answer.exchange,
      expected: 'status 400',
      observed: sayAnswer(answer),
      likely_cause,
    });
  }
  noteAssertion();
  if (answer.status !== 400) t.observe(`refused with ${answer.fault ?? `status ${answer.status}`}`);
}

/**
 * It broke nothing: an answer that is tried again is no refusal (RTY-3). Where a plain mismatch is answered so, that has been said. SIG-4 names a status
 * for a mismatch: where there is nothing to match, it is a warning.
 */
async function expectNoCrash(t: DrillContext, answer: Answer): Promise<void> {
  if (!answer.is_retried || (await t.forgery()).is_retried) return;
  if (answer.status === 429) throw new Blocked('the receiver limits the rate of deliveries', answer.exchange);
  if (!/v1=[^,]/.test(answer.delivery.headers['SVC-Signature'] ?? '')) {
    t.warn(`It was not refused, the receiver failed on it: ${sayAnswer(answer)}.`, answer, UNCAUGHT);
    return;
  }
  throw new Breach({
    message: `It was not refused, the receiver failed on it: ${sayAnswer(answer)}.`,
    exchange: answer.exchange,
    expected: 'status 400',
    observed: sayAnswer(answer),
    likely_cause: UNCAUGHT,
  });
}

/** The receiver takes a good delivery, however it looks. @param twin differs from it in the one respect that is judged: where it is refused as well, nothing is said */
export function takes(id: Drill['id'], title: string, shape: Shape, cause?: string, twin?: Shape): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    const answer = await t.deliverWithRetries(shape);
    if (holds(answer.is_taken)) return;
    if (twin !== undefined) await requireTwin(t, twin);
    throw await t.refusalOf(answer, shape, cause);
  });
}

/** The receiver should take it; the document does not say so outright. @param twin as in `takes` */
export function shouldTake(id: Drill['id'], title: string, shape: Shape, cause: string, twin?: Shape): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    const answer = await t.deliverWithRetries(shape);
    if (holds(answer.is_taken)) return;
    if (twin !== undefined) await requireTwin(t, twin);
    t.warn(`It was not taken: ${sayAnswer(answer)}.`, answer, cause);
  });
}
