import type { ClauseRow } from './clause.ts';

/** RTY: delivery and retry. */
export const RTY = [
  {
    id: 'RTY-1',
    level: 'S',
    how: 'B+W',
    statement: '2xx: delivered, not retried.',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-2',
    level: 'S',
    how: 'B+W',
    statement: '4xx other than 408 and 429: failed at once, not retried.',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-3',
    level: 'S',
    how: 'B+W',
    statement:
      '5xx, 408, 429, timeout, connection refused, DNS failure: retryable. (Where the deployment refuses such a url at creation, the last two are not verified.)',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-4',
    level: 'S',
    how: 'B+W+T',
    statement:
      'At most 5 attempts of a delivery; delays before attempts 2 to 5: 10 s, 1 min, 5 min, 30 min. (Judged as far as the patience the operator sets: attempts 3 to 5 come 70 s, 370 s and 2170 s after the first.)',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-5',
    level: 'S',
    how: 'B+W',
    statement: 'A delivery times out after 10 seconds.',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-6',
    level: 'S',
    how: 'B+W+T',
    statement: 'After the fifth failure the delivery is failed, stays listed, and can be replayed.',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-7',
    level: 'S',
    how: 'B+W',
    statement:
      'Delivery records have id, event, event_id, status, created_at (strings), response_status, attempts (integers), delivered_at (string or null). event_id is the envelope id, shared by all attempts; status is delivered, retrying or failed; attempts is 0 to 5. After a success there is a delivered row, after exhaustion a failed one, after a replay one row more.',
    section: 'Resources and their fields > Delivery record',
  },
  {
    id: 'RTY-8',
    level: 'A',
    how: 'M',
    statement:
      "One row an attempt, written when it ends and never changed: its status is that attempt's outcome, `attempts` its number; response_status is null when no response came; a deleted or inactive subscription's pending retries are dropped.",
    section: 'Resources and their fields > Delivery record',
  },
  {
    id: 'RTY-9',
    level: 'A',
    how: 'M',
    statement:
      "One slow or dead receiver does not delay another's deliveries. Events of one subscription are sent in the order they happened on first attempt; retries may reorder.",
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-10',
    level: 'A',
    how: 'M',
    statement: 'Queued deliveries survive a restart and a kill -9 of a durable mock: at least once, none lost.',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-11',
    level: 'S',
    how: 'B+W',
    statement: 'A replay makes its own row and its own schedule: the bound of 5 attempts is per delivery, not per event id.',
    section: 'Endpoints > Webhooks',
  },
  {
    id: 'RTY-12',
    level: 'A',
    how: 'B+W',
    statement: '3xx and 1xx answers are final failures; redirects are not followed.',
    section: 'Events > Delivery and retry',
  },
  {
    id: 'RTY-13',
    level: 'D',
    how: 'B+W',
    statement:
      'Where no response came, response_status shows no HTTP status: null, absent or 0 (from: the status the consumer returned).',
    section: 'Resources and their fields > Delivery record',
  },
  {
    id: 'RTY-14',
    level: 'A',
    how: 'M',
    statement: 'Delays count from the end of the attempt before, without jitter.',
    section: 'Events > Delivery and retry',
  },
] as const satisfies readonly ClauseRow[];
