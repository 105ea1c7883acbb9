import { answered, judging, onRecord, onVerdict, violation, withDelays, withTimeout } from './kit/index.ts';
import type { Violation } from './violation.ts';

export const DELIVERIES: readonly Violation[] = [
  violation('RTY-1/delivered-is-retried', 'What was taken is sent again.', judging(answered(200, 299), 'retrying')),
  violation('RTY-2/refusals-retried', 'What a receiver refused is sent again.', judging(answered(400, 407), 'retrying')),
  violation('RTY-3/never-retried', 'The first failure is final.', withDelays()),
  violation('RTY-4/every-ten-seconds', 'Every attempt follows ten seconds after the one before.', withDelays(10, 10, 10, 10)),
  violation('RTY-5/patient', 'A delivery times out after 20 seconds.', withTimeout(20_000)),
  violation(
    'RTY-6/sixth-attempt',
    'There is a sixth attempt.',
    onVerdict((verdict, { attempt, has_next }) =>
      attempt === 5 && verdict.status === 'failed' && has_next ? { status: 'retrying', delay_seconds: 1_800 } : verdict,
    ),
  ),
  violation(
    'RTY-13/silence-is-500',
    'Where no response came the record shows 500.',
    onRecord((delivery) => ({ ...delivery, response_status: delivery.response_status ?? 500 })),
  ),
];
