/** Retries: what is tried again and what is not, when, and how often. */
import type { Check, Need } from '../../check/check.ts';
import { check } from '../../check/check.ts';
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
import type { CheckContext } from '../../check/check-context.ts';
import { FINAL, RETRYABLE, TAKEN } from './answers.ts';
import type { Gap } from './follow.ts';
import { judgeGap } from './follow.ts';
import type { Received, Walk } from './walk.ts';
import { ATTEMPTS_MAX, WALK_SECONDS, walkOf } from './walk.ts';

type Judge = (walk: Walk, t: CheckContext) => void;

interface Aspect {
  id: Check['id'];
  title: string;
  judge: Judge;
  /** Seen only where the schedule is followed to its end. */
  is_deep?: boolean;
}

const ASPECTS: readonly Aspect[] = [
  {
    id: 'RTY-4/delays',
    title: 'Attempts 2 to 5 come 10 s, 1 min, 5 min and 30 min after the attempt before',
    judge: ({ gaps, last }, t) => {
      t.observe(`attempts 2 to ${last} were followed`);
      judgeGaps(gaps, t);
      const count = gaps.filter(({ span }) => span !== undefined).length;
      expectThat(count === last - 1, {
        message: `Only ${count + 1} attempts came.`,
        expected: `${last} attempts`,
        likely_cause: 'retries are given up early',
      });
    },
  },
  {
    id: 'RTY-4/five-at-most',
    title: 'After the fifth attempt there is no other',
    is_deep: true,
    judge: ({ stubborn, silence_seconds }, t) => {
      expectCount(stubborn, ATTEMPTS_MAX, 'a receiver that always fails');
      t.observe(`not seen in a window of ${silence_seconds} s`);
    },
  },
  ...RETRYABLE.map(({ name }): Aspect => {
    return {
      id: `RTY-3/tried-again-after-${name}`,
      title: `A delivery that is answered with ${name} is tried again`,
      judge: (walk) => {
        const received = [walk.stubborn, ...walk.failing_once].find((one) => one.name === name);
        const count = arrivalsOf(received).length;
        expectThat(count >= 2, {
          message: `A delivery that was answered with ${name} was not tried again.`,
          expected: 'another attempt after 10 s',
          observed: `${count} attempts`,
        });
      },
    };
  }),
  {
    id: 'RTY-1/not-retried',
    title: 'What was answered with a 2xx is not sent again',
    judge: ({ taking, silence_seconds }, t) => {
      for (const received of taking) expectCount(received, 1, `a receiver that answered ${received.name}`);
      expectLength(taking, TAKEN);
      t.observe(`not seen in a window of ${silence_seconds} s`);
    },
  },
  {
    id: 'RTY-1/not-retried-after-a-retry',
    title: 'What was answered with a 2xx at the second attempt is not sent again',
    judge: ({ failing_once }) => {
      for (const received of failing_once) {
        const count = arrivalsOf(received).length;
        // Whether the second came is for RTY-3.
        if (count >= 2) expectCount(received, 2, 'a receiver that took the second attempt');
      }
    },
  },
  {
    id: 'RTY-2/not-retried',
    title: 'What was answered with a 4xx other than 408 and 429 is not sent again',
    judge: ({ refusing, silence_seconds }, t) => {
      for (const received of refusing) expectCount(received, 1, `a receiver that answered ${received.name}`);
      expectLength(refusing, FINAL);
      t.observe(`not seen in a window of ${silence_seconds} s`);
    },
  },
  {
    id: 'RTY-6/failed-after-five',
    title: 'After the fifth failure the delivery is failed, and stays listed',
    is_deep: true,
    judge: ({ exhausted }) => {
      const failed = exhausted?.rows.find(({ status }) => status === 'failed');
      expectThat(failed !== undefined, {
        message: 'The delivery list shows no failed row after five failures.',
        ...(exhausted === undefined ? {} : { reply: exhausted.reply }),
        expected: 'a row with status failed',
        observed: exhausted?.rows,
      });
      const most = Math.max(...(exhausted?.rows ?? []).map(({ attempts }) => (typeof attempts === 'number' ? attempts : 0)));
      expectThat(most === ATTEMPTS_MAX, {
        message: `The rows of an exhausted delivery count ${most} attempts.`,
        ...(exhausted === undefined ? {} : { reply: exhausted.reply }),
        expected: String(ATTEMPTS_MAX),
        observed: exhausted?.rows,
      });
    },
  },
  {
    id: 'RTY-6/replayable',
    title: 'An exhausted delivery can be sent again',
    is_deep: true,
    judge: ({ replay }) => {
      if (replay === undefined) throw new Unverifiable('no delivery is shown as failed that could be sent again');
      expectStatus(replay.reply, 200);
      expectThat(replay.first !== undefined, { message: 'A replay of an exhausted delivery did not come.', reply: replay.reply });
    },
  },
  {
    id: 'RTY-11/own-attempts',
    title: 'A replay has five attempts of its own',
    is_deep: true,
    judge: ({ replay }, t) => {
      if (replay?.first === undefined) throw new Unverifiable('there was no replay to be followed');
      if (t.check.lane !== 'clock') throw new Unverifiable('it takes half an hour more', 'hooks.advance_clock');
      expectThat(replay.attempts === ATTEMPTS_MAX, {
        message: `A replay that always fails was attempted ${replay.attempts} times.`,
        reply: replay.reply,
        expected: `${ATTEMPTS_MAX} attempts, as of any delivery`,
        observed: `${replay.attempts}`,
      });
    },
  },
  {
    id: 'WHK-8/normal-schedule',
    title: 'A replay follows the normal retry schedule',
    is_deep: true,
    judge: ({ replay }, t) => {
      if (replay?.first === undefined) throw new Unverifiable('there was no replay to be followed');
      if (t.check.lane !== 'clock') throw new Unverifiable('it takes half an hour more', 'hooks.advance_clock');
      expectThat(replay.gaps.length > 0, { message: 'A replay that failed was not tried again.', reply: replay.reply });
      judgeGaps(replay.gaps, t);
    },
  },
  {
    id: 'SIG-8/each-attempt',
    title: 'Each attempt is signed afresh, with its own t',
    judge: ({ stubborn }) => {
      const [first, second] = stubborn.arrivals();
      if (first === undefined || second === undefined) throw new Unverifiable('there was no second attempt');
      const [t1 = NaN, t2 = NaN] = [first, second].map(({ headers }) =>
        Number(parseSignature(headers['svc-signature'] ?? '').t[0]),
      );
      // That there is one is said elsewhere (SIG-1).
      if (Number.isNaN(t1) || Number.isNaN(t2)) throw new Blocked(NO_SIGNATURE_TIME, toExchange(first));
      // The first was kept waiting for more than a second: whatever is signed after its answer is of a later second.
      expectThat(t2 > t1, {
        message: 'The second attempt has the t of the first.',
        reply: new Reply(toExchange(second)),
        expected: `a t after ${t1}`,
        observed: t2,
        likely_cause: 'the signature is made when the event is, not when it is sent',
      });
    },
  },
  ...(['EVT-19', 'EVT-20'] as const).map((clause): Aspect => {
    const key = clause === 'EVT-19' ? 'created_at' : 'livemode';
    return {
      id: `${clause}/stable-on-retries`,
      title: `${key} is the same on every attempt`,
      judge: ({ stubborn }) => {
        const [first, second, ...later] = stubborn.arrivals();
        if (first === undefined || second === undefined) throw new Unverifiable('there was no second attempt');
        const { value } = readEnvelope(first).get(key);
        for (const arrival of [second, ...later]) readEnvelope(arrival).get(key).is(value);
      },
    };
  }),
  {
    id: 'EVT-3/stable-on-retries',
    title: 'The envelope id is the same on every attempt',
    judge: ({ stubborn, replay }) => {
      const [first, second] = stubborn.arrivals();
      if (first === undefined || second === undefined) throw new Unverifiable('there was no second attempt');
      for (const arrival of [...stubborn.arrivals(), ...(replay?.first === undefined ? [] : [replay.first])]) {
        readEnvelope(arrival).get('id').is(readEventId(first));
      }
    },
  },
];

/** Hours of the target, or more than half an hour of ours. */
const TIMEOUT_MS = 90 * 60 * 1_000;

export const SCHEDULE_CHECKS: readonly Check[] = ASPECTS.flatMap(({ id, title, judge, is_deep = false }) => {
  const needs: readonly Need[] = ['buyer', 'writes', 'webhooks'];
  return [
    check(id, title, [...needs, 'hook:advance_clock'], async (t) => judge(await walkOf(t), t), {
      lane: 'clock',
      timeout_ms: TIMEOUT_MS,
    }),
    check(
      `${id}-in-real-time`,
      title,
      needs,
      async (t) => {
        if (t.hasHook('advance_clock')) t.unverifiable(`judged with the clock moved: ${id}`);
        if (is_deep && t.run.settings.patience !== 'full') t.unverifiable('it takes 37 minutes of patience', '--patience full');
        judge(await walkOf(t), t);
      },
      {
        lane: 'patient',
        timeout_ms: TIMEOUT_MS,
        waits_seconds: ({ hooks, patience }) => (hooks.has('advance_clock') ? 0 : WALK_SECONDS[patience]),
      },
    ),
  ];
});

/** A warning lets the others be looked at; a failure ends it. */
function judgeGaps(gaps: readonly Gap[], t: CheckContext): void {
  for (const gap of gaps) {
    const breach = judgeGap(gap);
    if (breach === undefined) noteAssertion();
    if (breach?.details.severity === 'warn') t.warnings.push(breach);
    else if (breach !== undefined) throw breach;
  }
}

/** @throws why there is nothing to be seen, where that is so */
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

function expectLength(received: readonly Received[], rows: readonly unknown[]): void {
  if (received.length !== rows.length) throw new Error('a receiver was forgotten');
}
