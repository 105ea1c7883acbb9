import type { ClauseTable } from './clause.ts';

/** RTY: delivery and retry. */
export const RTY = {
  'Events > Delivery and retry': [
    'RTY-1 | S | B+W | A 2xx response means delivered, with no retry.',
    'RTY-2 | S | B+W | A 4xx response other than 408 and 429 means failed immediately, with no retry.',
    'RTY-3 | S | B+W | 5xx, 408, 429, timeout, connection refused, and DNS failure are retryable. (If the deployment rejects such a url at creation, the last two are not verified.)',
    'RTY-4 | S | B+W+T | A delivery has at most 5 attempts; the delays before attempts 2 to 5 are 10 s, 1 min, 5 min, and 30 min. (Checked within the waiting time that the operator sets: attempts 3 to 5 come 70 s, 370 s, and 2170 s after the first.)',
    'RTY-5 | S | B+W | A delivery times out after 10 seconds.',
    'RTY-6 | S | B+W+T | After the fifth failure, the delivery is failed, stays listed, and can be replayed.',
    "RTY-9 | A | M | A slow or dead receiver does not delay another's deliveries. First attempts for one subscription are sent in the order in which the events happened; retries may be out of order.",
    'RTY-10 | A | M | Queued deliveries survive a restart and a kill -9 of a durable mock: delivery is at least once, and none is lost.',
    'RTY-12 | A | B+W | 3xx and 1xx responses are final failures; redirects are not followed.',
    'RTY-14 | A | M | Delays are measured from the end of the previous attempt, without jitter.',
  ],
  'Resources and their fields > Delivery record': [
    'RTY-7 | S | B+W | Delivery records have id, event, event_id, status, and created_at (strings), response_status and attempts (integers), and delivered_at (string or null). event_id is the envelope id, shared by all attempts; status is delivered, retrying, or failed; attempts is 0 to 5. After a success, there is a delivered row; after exhaustion, a failed row; after a replay, one more row.',
    "RTY-8 | A | M | There is one row per attempt, written when the attempt ends and never changed: its status is that attempt's outcome, and `attempts` is its number; response_status is 0 if no response was received (the document types it as an integer); pending retries of a deleted or inactive subscription are dropped.",
    'RTY-13 | D | B+W | If no response was received, response_status shows no HTTP status: it is null, absent, or 0 (from: the status the consumer returned).',
  ],
  'Endpoints > Webhooks': [
    'RTY-11 | S | B+W | A replay has its own row and its own schedule: the limit of 5 attempts is per delivery, not per event id.',
  ],
} as const satisfies ClauseTable;
