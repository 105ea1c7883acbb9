/** Retries: which deliveries, when, and how often. */
import type { Check } from '../../check/check.ts';
import {
  Blocked,
  NO_SIGNATURE_TIME,
  Reply,
  Unverifiable,
  toExchange,
  expectStatus,
  expectThat,
  readEventId,
  readEnvelope,
  noteAssertion,
  parseSignature,
} from '#client';
import type { Arrival, Settings } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectEnvelope } from '../events/envelopes.ts';
import { TO_BUYERS } from '../events/needs.ts';
import { FINAL, RETRIED, ACCEPTED } from './responses.ts';
import { checkWithBothClocks } from './both-clocks.ts';
import { checkGap, type Gap } from './follow.ts';
import { ATTEMPTS_MAX, SCHEDULE_SECONDS, listsEvent, runScheduleOnce, type Received, type ScheduleRun } from './schedule-run.ts';

type Assertion = (run: ScheduleRun, t: CheckContext) => void;

/** These checks take hours of the target's time, or more than half an hour of real time. */
const TIMES = {
  timeout_ms: 90 * 60 * 1_000,
  waits_seconds: ({ patience }: Settings) => SCHEDULE_SECONDS[patience],
};

/** Checks a run through the schedule. @param is_whole whether the rule shows only after the fifth attempt */
function checkSchedule(id: Check['id'], title: string, assertion: Assertion, is_whole = false): readonly Check[] {
  const run = async (t: CheckContext): Promise<void> => {
    if (is_whole && t.check.lane !== 'clock' && t.run.settings.patience !== 'full')
      t.unverifiable('it needs 36 minutes of real time', '--patience full');
    assertion(await runScheduleOnce(t), t);
  };
  return checkWithBothClocks(id, title, TO_BUYERS, run, TIMES);
}

/** Checks what shows only after the fifth attempt. */
function checkWholeSchedule(id: Check['id'], title: string, assertion: Assertion): readonly Check[] {
  return checkSchedule(id, title, assertion, true);
}

export const SCHEDULE_CHECKS: readonly Check[] = [
  ...checkSchedule(
    'RTY-4/delays',
    'Attempts 2 to 5 follow the previous attempt after 10 s, 1 min, 5 min, and 30 min',
    ({ gaps, last }, t) => {
      t.observe(`attempts 2 to ${last} were followed`);
      checkGaps(gaps, t);
      const count = gaps.filter(({ span }) => span !== undefined).length;
      expectThat(count === last - 1, {
        message: `A delivery that always failed was attempted only ${count + 1} times.`,
        expected: `${last} attempts`,
        likely_cause: 'The target stops retrying too early.',
      });
    },
  ),
  ...checkSchedule(
    'RTY-4/beside-another',
    'A failed delivery is retried on schedule while another delivery to the receiver keeps failing',
    ({ beside, is_beside_in_time, gaps }) => {
      const [first, retry] = arrivalsOf(beside);
      if (first === undefined) throw new Blocked('no delivery of bid.rejected arrived after a bid was rejected');
      const isMade = (attempt: number): boolean => gaps.some((gap) => gap.attempt === attempt && gap.arrival !== undefined);
      // Without a second attempt of the other delivery, nothing shows when this one was due.
      const is_late = retry === undefined || (isMade(2) && !is_beside_in_time);
      expectThat(!is_late, {
        message:
          retry === undefined
            ? 'A delivery that got a 500 was not retried while another delivery to the receiver kept failing.'
            : 'A delivery that got a 500 was retried too late while another delivery to the receiver kept failing.',
        expected: 'another attempt after 10 s',
        likely_cause: 'The target counts the failures of a receiver instead of a delivery, or retries one delivery at a time.',
      });
    },
  ),
  ...checkWholeSchedule('RTY-4/five-at-most', 'There is no sixth attempt', ({ always_failing, silence_seconds }, t) => {
    expectCount(always_failing, ATTEMPTS_MAX, 'a receiver that always fails');
    t.observe(`no further attempt within ${silence_seconds} s`);
  }),
  ...RETRIED.flatMap(({ name, received }) =>
    checkSchedule(`RTY-3/tried-again-after-${name}`, `A delivery that gets ${received} is retried`, (run) => {
      const count = arrivalsOf([run.always_failing, ...run.failing_once].find((one) => one.name === name)).length;
      expectThat(count >= 2, {
        message: `A delivery that got ${received} was not retried.`,
        expected: 'another attempt after 10 s',
        observed: count === 0 ? 'no attempt' : 'one attempt',
      });
    }),
  ),
  ...(
    [
      { id: 'RTY-1/not-retried', received: 'a 2xx', receivers: 'accepting', rows: ACCEPTED },
      { id: 'RTY-2/not-retried', received: 'a 4xx other than 408 and 429', receivers: 'rejecting', rows: FINAL },
    ] as const
  ).flatMap(({ id, received, receivers, rows }) =>
    checkSchedule(id, `A delivery that gets ${received} is not retried`, (run, t) => {
      for (const receiver of run[receivers]) expectCount(receiver, 1, `a receiver that returned ${receiver.name}`);
      if (run[receivers].length !== rows.length) throw new Error('a receiver of the schedule is missing');
      t.observe(`no further attempt within ${run.silence_seconds} s`);
    }),
  ),
  ...checkSchedule(
    'RTY-1/not-retried-after-a-retry',
    'A delivery that gets a 2xx on the second attempt is not retried again',
    ({ failing_once }) => {
      for (const received of failing_once) {
        const count = arrivalsOf(received).length;
        // RTY-3 checks that there is a second attempt.
        if (count >= 2) expectCount(received, 2, 'a receiver that returned 2xx on the second attempt');
      }
    },
  ),
  ...checkWholeSchedule(
    'RTY-6/failed-after-five',
    'After the fifth failure, the delivery is listed as failed',
    ({ exhausted }) => {
      if (exhausted === undefined) throw new Unverifiable('the run ended before the fifth attempt');
      const { rows, reply } = exhausted;
      const failed = rows.find(({ status }) => status === 'failed');
      const message = 'The delivery list has no failed row after five failures.';
      expectThat(failed !== undefined, { message, reply, expected: 'a row with status failed', observed: rows });
      const most = Math.max(...rows.map(({ attempts }) => (typeof attempts === 'number' ? attempts : 0)));
      expectThat(most === ATTEMPTS_MAX, {
        message: `The rows of an exhausted delivery count ${most} attempts.`,
        reply,
        expected: String(ATTEMPTS_MAX),
        observed: rows,
      });
      const { failed: list } = exhausted;
      expectThat(!list.is_success || listsEvent(list, String(failed['event_id'])), {
        message: 'GET /webhooks/{id}/deliveries?status=failed does not list an exhausted delivery.',
        reply: list,
        expected: `a row of ${String(failed['event_id'])}`,
      });
    },
  ),
  ...checkWholeSchedule('RTY-6/replayable', 'An exhausted delivery can be redelivered', ({ replay }) => {
    if (replay === undefined) throw new Unverifiable('the delivery list has no failed delivery to redeliver');
    expectStatus(replay.reply, 200);
    expectThat(replay.first !== undefined, {
      message: 'The redelivery of an exhausted delivery did not arrive.',
      reply: replay.reply,
    });
  }),
  ...checkWholeSchedule('RTY-11/own-attempts', 'A redelivery has five attempts', ({ replay }, t) => {
    const { reply, attempts } = ensureFollowed(replay, t);
    expectThat(attempts === ATTEMPTS_MAX, {
      message: `A redelivery that always fails was attempted ${attempts} times.`,
      reply,
      expected: `${ATTEMPTS_MAX} attempts, as for any delivery`,
      observed: `${attempts}`,
    });
  }),
  ...checkWholeSchedule('WHK-8/normal-schedule', 'A redelivery follows the normal retry schedule', ({ replay }, t) => {
    const { reply, gaps } = ensureFollowed(replay, t);
    expectThat(gaps.length > 0, { message: 'A redelivery that failed was not retried.', reply });
    checkGaps(gaps, t);
  }),
  ...checkSchedule('SIG-8/each-attempt', 'Each attempt has its own signature with its own t', ({ always_failing }) => {
    const [first, second] = attemptsOf(always_failing);
    const [t1 = NaN, t2 = NaN] = [first, second].map(({ headers }) =>
      Number(parseSignature(headers['svc-signature'] ?? '').t[0]),
    );
    // SIG-1 checks that there is a signature.
    if (Number.isNaN(t1) || Number.isNaN(t2)) throw new Blocked(NO_SIGNATURE_TIME, toExchange(first));
    // The reply to the first attempt was delayed by more than a second, so a signature made after it has a later t.
    expectThat(t2 > t1, {
      message: 'The second attempt has the same t as the first.',
      reply: new Reply(toExchange(second)),
      expected: `a t after ${t1}`,
      observed: t2,
      likely_cause: 'The signature is created with the event. Create it for each attempt.',
    });
  }),
  ...(
    [
      ['EVT-19/stable-on-retries', 'created_at'],
      ['EVT-20/stable-on-retries', 'livemode'],
    ] as const
  ).flatMap(([id, key]) =>
    checkSchedule(id, `${key} is the same on every attempt`, ({ always_failing }) => {
      const [first, ...later] = attemptsOf(always_failing);
      const { value } = readEnvelope(first).get(key);
      for (const arrival of later) readEnvelope(arrival).get(key).is(value);
    }),
  ),
  ...checkSchedule('EVT-2/every-attempt', 'Every attempt of a delivery has the header SVC-Event', ({ always_failing }) => {
    for (const { headers } of attemptsOf(always_failing)) {
      expectThat(headers['svc-event'] === 'bid.rejected', {
        message: 'SVC-Event of an attempt is not the type of the event.',
        expected: 'SVC-Event: bid.rejected',
        observed: headers,
      });
    }
  }),
  ...checkSchedule('EVT-1/every-attempt', 'Every attempt of a delivery has the whole envelope', ({ always_failing }) => {
    for (const attempt of attemptsOf(always_failing)) expectEnvelope(attempt);
  }),
  ...checkSchedule('EVT-3/stable-on-retries', 'Every attempt has the same envelope id', ({ always_failing, replay }) => {
    const attempts = attemptsOf(always_failing);
    for (const arrival of [...attempts, ...(replay?.first === undefined ? [] : [replay.first])])
      readEnvelope(arrival).get('id').is(readEventId(attempts[0]));
  }),
];

/** The attempts of a delivery that was retried. @throws Unverifiable if it was not: RTY-3 checks that */
function attemptsOf({ arrivals }: Received): [Arrival, Arrival, ...Arrival[]] {
  const [first, second, ...later] = arrivals();
  if (first === undefined || second === undefined) throw new Unverifiable('there was no second attempt');
  return [first, second, ...later];
}

/** @throws Unverifiable if the schedule of the redelivery was not followed to its end */
function ensureFollowed(replay: ScheduleRun['replay'], t: CheckContext): NonNullable<ScheduleRun['replay']> {
  if (replay?.first === undefined) throw new Unverifiable('there was no redelivery to follow');
  if (t.check.lane !== 'clock') throw new Unverifiable('it needs another half hour', 'hooks.advance_clock');
  return replay;
}

/** Reports a violation: a failure ends the check, and a warning does not. */
function checkGaps(gaps: readonly Gap[], t: CheckContext): void {
  for (const gap of gaps) {
    const breach = checkGap(gap);
    if (breach === undefined) noteAssertion();
    if (breach?.details.severity === 'warn') t.warnings.push(breach);
    else if (breach !== undefined) throw breach;
  }
}

/** @throws the reason, if the receiver could not be observed */
function arrivalsOf(received: Received | undefined): ReturnType<Received['arrivals']> {
  if (received?.problem !== undefined) throw received.problem;
  return received?.arrivals() ?? [];
}

function expectCount(received: Received, expected: number, whom: string): void {
  const arrivals = arrivalsOf(received);
  const last = arrivals.at(-1);
  expectThat(arrivals.length === expected, {
    message: `${whom[0]?.toUpperCase()}${whom.slice(1)} got ${arrivals.length} attempts of one delivery.`,
    ...(last === undefined ? {} : { reply: new Reply(toExchange(last)) }),
    expected: `${expected}`,
    observed: arrivals.length,
  });
}
