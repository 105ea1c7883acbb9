import {
  gotStatus,
  beforeAct,
  findRows,
  GIVEN_UP,
  onField,
  onRecord,
  onReplayVerdict,
  onVerdict,
  refuse,
  violations,
  withDelays,
  withFields,
  withoutField,
  withoutItems,
  withTimeout,
  withVerdict,
} from './kit/index.ts';

/** A replay has one attempt only. */
export const NO_RETRIES_OF_REPLAYS = onReplayVerdict((verdict) => (verdict.status === 'retrying' ? GIVEN_UP : verdict));

export const DELIVERIES = violations({
  'RTY-1/delivered-is-retried: A delivery is retried after a 2xx response.': withVerdict(gotStatus(200, 299), 'retrying'),
  'RTY-1/only-200-succeeds: A 201 or 204 response counts as a failure.': withVerdict(gotStatus(201, 299), 'failed'),
  'RTY-1/no-content-retried: A delivery is retried after a 204 response.': withVerdict(gotStatus(204), 'retrying'),
  'RTY-2/refusals-retried: A delivery is retried after a 4xx response.': withVerdict(gotStatus(400, 407), 'retrying'),
  'RTY-2/gone-retried: A delivery is retried after a 410 response.': withVerdict(gotStatus(410), 'retrying'),
  'RTY-2/unprocessable-retried: A delivery is retried after a 422 response.': withVerdict(gotStatus(422), 'retrying'),
  'RTY-2/refused-is-delivered: A 4xx response counts as delivered.': withVerdict(gotStatus(400, 428), 'delivered'),
  'RTY-3/never-retried: A failed delivery is never retried.': withDelays(),
  'RTY-3/429-is-final: A delivery is not retried after a 429 response.': withVerdict(gotStatus(429), 'failed'),
  'RTY-3/408-is-final: A delivery is not retried after a 408 response.': withVerdict(gotStatus(408), 'failed'),
  'RTY-3/503-is-final: A delivery is not retried after a 503 response.': withVerdict(gotStatus(503), 'failed'),
  'RTY-3/silence-is-final: A delivery is not retried if the receiver does not respond.': withVerdict(
    ({ kind }) => kind === 'silence',
    'failed',
  ),
  'RTY-3/sandbox-never-retried: A failed delivery of a sandbox event is never retried.': onVerdict((verdict, { event }) =>
    event.livemode === 0 && verdict.status === 'retrying' ? GIVEN_UP : verdict,
  ),
  'RTY-3/5xx-is-delivered: A 5xx response counts as delivered.': withVerdict(gotStatus(500, 599), 'delivered'),
  'RTY-4/every-ten-seconds: Retries follow ten seconds after each other.': withDelays(10, 10, 10, 10),
  'RTY-4/doubling: Each retry delay is twice the previous one.': withDelays(10, 20, 40, 80),
  'RTY-4/half-a-minute: The second attempt follows after 30 seconds.': withDelays(30, 60, 300, 1_800),
  'RTY-4/four-attempts: A delivery has four attempts.': withDelays(10, 60, 300),
  'RTY-4/last-after-an-hour: The fifth attempt follows after 65 minutes.': withDelays(10, 60, 300, 3_900),
  'RTY-4/at-once: The second attempt follows after one second.': withDelays(1, 60, 300, 1_800),
  'RTY-4/sixth-attempt: A delivery has six attempts.': onVerdict((verdict, { attempt, has_next }) =>
    attempt === 5 && verdict.status === 'failed' && has_next ? { status: 'retrying', delay_seconds: 1_800 } : verdict,
  ),
  'RTY-5/patient: A delivery times out after 20 seconds.': withTimeout(20_000),
  'RTY-5/hasty: A delivery times out after 5 seconds.': withTimeout(5_000),
  'RTY-5/somewhat-hasty: A delivery times out after 8 seconds.': withTimeout(8_000),
  'RTY-6/retrying-for-ever: A delivery stays `retrying` after the fifth failure.': onRecord(({ attempts }) =>
    attempts === 5 ? { status: 'retrying' } : {},
  ),
  'RTY-6/unlisted: GET /webhooks/{id}/deliveries omits exhausted deliveries.': withoutItems(
    'listDeliveries',
    (row) => row.attempts === 5,
  ),
  'RTY-6/not-replayable: Redelivery rejects an exhausted delivery.': beforeAct('redeliver', (_call, { delivery }) =>
    delivery.attempts === 5 ? refuse('delivery_not_failed') : undefined,
  ),
  'RTY-7/counts-from-zero: `attempts` counts from zero.': onRecord((delivery) => ({ attempts: delivery.attempts - 1 })),
  'RTY-7/retrying-after-all: The row of a delivery that succeeds on a retry stays `retrying`.': onRecord((delivery) =>
    delivery.attempts > 1 && delivery.status === 'delivered' ? { status: 'retrying' } : {},
  ),
  'RTY-7/response-of-the-first: A delivery record keeps the `response_status` of the first attempt to its subscription.':
    onRecord(async (_delivery, { db, event, subscription }) => {
      const [first] = await findRows(db, 'deliveries', { event_id: event.id, subscription_id: subscription.id });
      return first === undefined ? {} : { response_status: first.response_status };
    }),
  'RTY-7/success: A delivery record has the status `success` instead of `delivered`.': onField(
    'listDeliveries',
    'status',
    (status) => (status === 'delivered' ? 'success' : status),
  ),
  'RTY-7/without-event-id: Delivery records omit `event_id`.': withoutField('listDeliveries', 'event_id'),
  'RTY-7/own-event-id: Delivery records show their own id as `event_id`.': withFields('listDeliveries', ({ id }) => ({
    event_id: id,
  })),
  'RTY-7/status-as-text: Delivery records have a string `response_status`.': onField(
    'listDeliveries',
    'response_status',
    (status) => (typeof status === 'number' ? `${status}` : status),
  ),
  'RTY-7/always-200: Delivery records always show 200 as `response_status`.': onField(
    'listDeliveries',
    'response_status',
    () => 200,
  ),
  'RTY-7/without-attempts: Delivery records omit `attempts`.': withoutField('listDeliveries', 'attempts'),
  'RTY-7/without-delivered-at: Delivery records omit `delivered_at`.': withoutField('listDeliveries', 'delivered_at'),
  'RTY-7/epoch: Delivery records have a numeric `created_at`.': onField('listDeliveries', 'created_at', (at) =>
    Date.parse(String(at)),
  ),
  'RTY-7/delivered-at-flag: Delivery records have a boolean `delivered_at`.': onField(
    'listDeliveries',
    'delivered_at',
    (at) => at !== null,
  ),
  'RTY-11/counts-on: A replay of an exhausted delivery has only one attempt.': NO_RETRIES_OF_REPLAYS,
  'RTY-11/four-of-a-replay: A replay has four attempts.': onReplayVerdict((verdict, { attempt }) =>
    verdict.status === 'retrying' && attempt === 4 ? GIVEN_UP : verdict,
  ),
  'RTY-13/silence-is-500: Delivery records show 500 if the receiver did not respond.': onRecord((delivery) => ({
    response_status: delivery.response_status || 500,
  })),
  'RTY-13/timeout-is-504: Delivery records show 504 if the receiver did not respond in time.': onRecord(
    ({ duration_ms, response_status }) => (duration_ms > 9_000 && response_status === 0 ? { response_status: 504 } : {}),
  ),
  'RTY-13/silence-is-504: Delivery records show 504 if the receiver did not respond.': onField(
    'listDeliveries',
    'response_status',
    (status) => (status === 0 ? 504 : status),
  ),
});
