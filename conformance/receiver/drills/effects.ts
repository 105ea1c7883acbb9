/** What a duplicate, and an event at all, has to come to: judged by a count of what took effect. */
import { Breach, holds } from '#client';
import { sayAnswer } from '../describe-answer.ts';
import type { Answer } from '../sender.ts';
import type { DrillContext } from '../drill-context.ts';

/** A duplicate is taken: an answer that is final would mark the delivery failed (RTY-2). */
export function expectDuplicateTaken(answer: Answer): void {
  if (holds(answer.is_taken)) return;
  throw new Breach({
    message: `A delivery that was received before was not taken: ${sayAnswer(answer)}.`,
    exchange: answer.exchange,
    expected: 'a 2xx status',
    observed: sayAnswer(answer),
    likely_cause: 'What was seen before is answered as an error: answer 2xx, and do nothing again.',
  });
}

/** It took effect so often, and not once more. @throws Breach, Unverifiable */
export async function expectEffects(
  t: DrillContext,
  answer: Answer,
  times: number,
  likely_cause: string | ((found: number) => string),
): Promise<void> {
  const { id } = answer.delivery.envelope;
  const found = await t.effectsOf(id, times);
  if (holds(found === times)) return;
  throw new Breach({
    message: `The event ${id} took effect ${said(found)}.`,
    exchange: answer.exchange,
    expected: said(times),
    observed: said(found),
    likely_cause: typeof likely_cause === 'string' ? likely_cause : likely_cause(found),
  });
}

export function said(times: number): string {
  if (times === 0) return 'not at all';
  return times === 1 ? 'once' : `${times} times`;
}
