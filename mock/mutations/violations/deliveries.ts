import {
  answered,
  beforeAct,
  GIVEN_UP,
  isReplay,
  judging,
  onField,
  onRecord,
  onResource,
  onVerdict,
  refuse,
  violations,
  withDelays,
  withoutField,
  withTimeout,
} from './kit/index.ts';

export const DELIVERIES = violations({
  'RTY-1/delivered-is-retried: What was taken is sent again.': judging(answered(200, 299), 'retrying'),
  'RTY-1/only-200-is-taken: An answer of 201 or 204 is a failure.': judging(answered(201, 299), 'failed'),
  'RTY-1/no-content-retried: What was taken with 204 is sent again.': judging(answered(204), 'retrying'),
  'RTY-2/refusals-retried: What a receiver refused is sent again.': judging(answered(400, 407), 'retrying'),
  'RTY-2/gone-retried: What is answered with 410 is sent again.': judging(answered(410), 'retrying'),
  'RTY-2/unprocessable-retried: What is answered with 422 is sent again.': judging(answered(422), 'retrying'),
  'RTY-2/refused-is-delivered: Any 4xx counts as delivered.': judging(answered(400, 428), 'delivered'),
  'RTY-3/never-retried: The first failure is final.': withDelays(),
  'RTY-3/429-is-final: What is answered with 429 is not sent again.': judging(answered(429), 'failed'),
  'RTY-3/408-is-final: What is answered with 408 is not sent again.': judging(answered(408), 'failed'),
  'RTY-3/503-is-final: What is answered with 503 is not sent again.': judging(answered(503), 'failed'),
  'RTY-3/silence-is-final: Where no answer came there is no other attempt.': judging(({ kind }) => kind === 'silence', 'failed'),
  'RTY-3/5xx-is-delivered: Whoever answers at all has got it.': judging(answered(500, 599), 'delivered'),
  'RTY-4/every-ten-seconds: Every attempt follows ten seconds after the one before.': withDelays(10, 10, 10, 10),
  'RTY-4/doubling: Each delay is twice the one before.': withDelays(10, 20, 40, 80),
  'RTY-4/half-a-minute: The second attempt comes after half a minute.': withDelays(30, 60, 300, 1_800),
  'RTY-4/four-attempts: There are four attempts.': withDelays(10, 60, 300),
  'RTY-4/last-after-an-hour: The fifth attempt comes after more than an hour.': withDelays(10, 60, 300, 3_900),
  'RTY-4/at-once: The second attempt comes after a second.': withDelays(1, 60, 300, 1_800),
  'RTY-4/sixth-attempt: There is a sixth attempt.': onVerdict((verdict, { attempt, has_next }) =>
    attempt === 5 && verdict.status === 'failed' && has_next ? { status: 'retrying', delay_seconds: 1_800 } : verdict,
  ),
  'RTY-5/patient: A delivery times out after 20 seconds.': withTimeout(20_000),
  'RTY-5/hasty: A delivery times out after 5 seconds.': withTimeout(5_000),
  'RTY-5/somewhat-hasty: A delivery times out after 8 seconds.': withTimeout(8_000),
  'RTY-6/retrying-for-ever: After the fifth failure the delivery says that it is retrying.': onRecord((delivery) =>
    delivery.attempts === 5 ? { ...delivery, status: 'retrying' } : delivery,
  ),
  'RTY-6/unlisted: An exhausted delivery is not listed any more.': onResource('listDeliveries', (row) =>
    row.attempts === 5 ? undefined : row,
  ),
  'RTY-6/not-replayable: An exhausted delivery cannot be sent again.': beforeAct('redeliver', (_call, { delivery }) =>
    delivery.attempts === 5 ? refuse('delivery_not_failed') : undefined,
  ),
  'RTY-7/counts-from-zero: The first attempt counts as none.': onRecord((delivery) => ({
    ...delivery,
    attempts: delivery.attempts - 1,
  })),
  'RTY-7/success: A delivery that was taken is a success.': onField('listDeliveries', 'status', (status) =>
    status === 'delivered' ? 'success' : status,
  ),
  'RTY-7/without-event-id: Rows do not say which event.': withoutField('listDeliveries', 'event_id'),
  'RTY-7/own-event-id: The event_id of a row is its own id.': onResource('listDeliveries', (row) => ({
    ...row,
    event_id: row.id,
  })),
  'RTY-7/status-as-text: The response_status is a text.': onField('listDeliveries', 'response_status', (status) =>
    typeof status === 'number' ? `${status}` : status,
  ),
  'RTY-7/always-200: The response_status is 200.': onField('listDeliveries', 'response_status', () => 200),
  'RTY-7/without-attempts: Rows do not count attempts.': withoutField('listDeliveries', 'attempts'),
  'RTY-7/epoch: `created_at` of a row is a number.': onField('listDeliveries', 'created_at', (at) => Date.parse(String(at))),
  'RTY-7/delivered-at-flag: `delivered_at` is a truth value.': onField('listDeliveries', 'delivered_at', (at) => at !== null),
  'RTY-11/counts-on: A replay of an exhausted delivery has no attempts left after its first.': onVerdict(async (verdict, about) =>
    verdict.status === 'retrying' && (await isReplay(about)) ? GIVEN_UP : verdict,
  ),
  'RTY-11/four-of-a-replay: A replay has four attempts.': onVerdict(async (verdict, about) =>
    verdict.status === 'retrying' && about.attempt === 4 && (await isReplay(about))
      ? { status: 'failed', delay_seconds: null }
      : verdict,
  ),
  'RTY-13/silence-is-500: Where no response came the record shows 500.': onRecord((delivery) => ({
    ...delivery,
    response_status: delivery.response_status || 500,
  })),
  'RTY-13/silence-is-504: Where no response came the record shows 504, as a gateway would.': onField(
    'listDeliveries',
    'response_status',
    (status) => (status === 0 ? 504 : status),
  ),
});
