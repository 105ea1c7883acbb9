/** Drills that come in pairs: a delivery that has to be refused, and a good one that differs from it in that one respect. */
import { Blocked, Breach } from '../../judge/findings.ts';
import type { Shape } from '../compose.ts';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import type { Answer } from '../sender.ts';
import { sayAnswer } from '../say.ts';
import type { ReceiverTrial } from '../trial.ts';

export interface Forgery {
  /** What has to be refused. */
  bad: Shape;
  /** What differs from it in one respect, and has to be taken; a plain genuine delivery unless given. */
  good?: Shape;
  /** What a receiver does wrong that takes it. */
  cause: string;
}

/** The bad delivery of a pair is refused. */
export function refuses(id: Drill['id'], title: string, { bad, good = {}, cause }: Forgery): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    await requireTwin(t, good);
    judgeRefusal(t, await t.forge(bad), cause);
  });
}

/** The receiver takes the twin: otherwise its refusal of the other says nothing. */
async function requireTwin(t: ReceiverTrial, good: Shape): Promise<void> {
  const answer = await t.deliver(good);
  if (!answer.is_taken) throw new Blocked('the receiver refuses a good delivery that this one is compared with', answer.exchange);
}

/** It was not taken. That it was answered 400 is judged once, by SIG-4/status-400; that nothing broke, here. */
export function judgeRefusal(t: ReceiverTrial, answer: Answer, likely_cause: string): void {
  if (answer.is_taken) {
    throw new Breach({
      message: `A delivery that had to be refused was taken: ${sayAnswer(answer)}.`,
      exchange: answer.exchange,
      expected: 'status 400',
      observed: sayAnswer(answer),
      likely_cause,
    });
  }
  if (answer.fault !== undefined) t.warn(`It was not taken, but there was no answer either: ${answer.fault}.`, answer);
  else if (answer.is_retried) {
    t.warn(`It was refused with ${sayAnswer(answer)}: the marketplace would send it again, four more times (RTY-3).`, answer);
  } else if (answer.status !== 400) t.observe(`refused with status ${answer.status}`);
}

/** The receiver takes a good delivery, however it looks. */
export function takes(id: Drill['id'], title: string, shape: Shape, cause?: string): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    await t.expectTaken(shape, cause);
  });
}

/** The receiver should take it; the document does not say so outright. */
export function shouldTake(id: Drill['id'], title: string, shape: Shape, cause: string): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    const answer = await t.deliver(shape);
    if (!answer.is_taken) t.warn(`It was not taken: ${sayAnswer(answer)}.`, answer, cause);
  });
}
