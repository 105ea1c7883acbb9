/** SIG-3: how old, and how new, a `t` can be. */
import { Blocked, Unverifiable, holds } from '#client';
import type { Shape } from '../compose.ts';
import { drill, type Drill } from '../drill.ts';
import { describeResponse } from '../describe-response.ts';
import { CLOCK_RUNS_ID, type DrillContext } from '../drill-context.ts';
import { NEGLIGIBLE_SECONDS, describeClock, describeTolerance, type ReceiverClock } from '../receiver-clock.ts';
import { expectRejected, requireRejected, requireTwin } from './pair.ts';

const DAY_SECONDS = 86_400;
/** A clock this far off is worth a warning. */
const OFF_SECONDS = 30;

const UNBOUNDED = 'It does not check the age of `t`: anyone who has seen a delivery can send it again at any time.';
const ONE_SIDED = 'It checks one direction only, as the stripe package does: compare the absolute difference with 300.';

const MOVED = `When the run began, it treated such a \`t\` differently: its clock stands still, or jumps (${CLOCK_RUNS_ID}).`;

function isWithin({ earliest = -Infinity, latest = Infinity }: ReceiverClock, seconds: number): boolean {
  return seconds >= earliest && seconds <= latest;
}

function tolerates(id: Drill['id'], title: string, offset_seconds: number): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    const response = await t.deliverWithRetries({ offset_seconds });
    if (holds(response.is_accepted)) return;
    const { clock } = t.run;
    throw await t.refusalOf(
      response,
      { offset_seconds },
      clock === undefined
        ? undefined
        : isWithin(clock, offset_seconds)
          ? MOVED
          : `Its tolerance is tighter than 300 s: ${describeTolerance(clock)}.`,
    );
  });
}

/** Why the receiver accepts a `t` that is too far off. */
function explainTolerance({ run: { clock } }: DrillContext, seconds: number): string {
  if (clock === undefined || (clock.earliest === undefined && clock.latest === undefined)) return UNBOUNDED;
  if ((seconds > 0 ? clock.latest : clock.earliest) === undefined) return ONE_SIDED;
  if (!isWithin(clock, seconds)) return MOVED;
  return `Its tolerance is wider than 300 s: ${describeTolerance(clock)}.`;
}

interface OutOfTime {
  /** A good delivery that differs in one respect. */
  good?: Shape;
  cause?: string;
  /** Plain deliveries that must be rejected: a receiver that accepts them has no problem with this form of `t`. */
  alone?: readonly number[];
}

function rejectsTime(id: Drill['id'], title: string, bad: Shape, { good = {}, cause, alone = [] }: OutOfTime = {}): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    await requireTwin(t, good);
    for (const offset_seconds of alone) {
      const plain = await t.deliver({ offset_seconds });
      const culprit = offset_seconds < 0 ? 'SIG-3/past-day' : 'SIG-3/future-day';
      if (plain.is_accepted)
        throw new Blocked(
          `the receiver accepts an ordinary delivery whose \`t\` is equally far off (${culprit}), so this drill would show nothing new`,
          plain.exchange,
        );
    }
    const response = await t.forge(bad);
    if (response.is_accepted && cause !== undefined) await requireRejected(t, { header: 'unsigned' }, 'SIG-4/one-word-header');
    await expectRejected(t, response, cause ?? explainTolerance(t, bad.offset_seconds ?? 0));
    // The document names no status here, but a retry makes no sense.
    if (response.is_retried && !(await t.forgery()).is_retried) {
      await t.requireNoLimit(response);
      t.warn(
        `It was rejected with ${describeResponse(response)}, so the marketplace would send it again (RTY-3), up to four times (RTY-4).`,
        response,
        bad.writeTime === undefined ||
          /^\d+$/.test(bad.writeTime(1)) ||
          (await t.deliver({ offset_seconds: -HOUR_SECONDS })).status === response.status
          ? 'It reports a `t` out of tolerance as its own failure: return 400.'
          : 'Parsing `t` throws, and nothing catches it: return 400.',
      );
    }
  });
}

/** An old delivery with two `t`. The same header with the two swapped shows which of them counts. */
function rejectsTwoTimes(id: Drill['id'], title: string, header: string, swapped: string, which: string): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    await requireTwin(t, {});
    const plain = await t.deliver({ offset_seconds: -HOUR_SECONDS });
    if (plain.is_accepted) throw new Blocked('the receiver accepts a plain `t` of an hour ago (SIG-3/past-310)', plain.exchange);
    const response = await t.forge({ header, offset_seconds: -HOUR_SECONDS });
    const is_any = response.is_accepted && (await t.deliver({ header: swapped, offset_seconds: -HOUR_SECONDS })).is_accepted;
    const cause = is_any ? 'Of two `t`, it compares one with the clock and verifies the other' : which;
    await expectRejected(t, response, `${cause}. Anyone who has seen a delivery can add a new \`t\`: reject a header with two.`);
  });
}

const HOUR_SECONDS = 3_600;
const PAST_SECONDS = 310;

/** How `t` is written, what is wrong with a receiver that accepts it, and the plain `t` that it must reject. */
const WRITTEN: readonly (readonly [
  name: string,
  title: string,
  write: (seconds: number) => string,
  cause: string,
  alone: readonly number[],
])[] = [
  [
    'not-a-number',
    'that is not a number',
    () => 'now',
    'A comparison with NaN is false: `NaN > 300` does not hold.',
    [-DAY_SECONDS, DAY_SECONDS],
  ],
  ['empty', 'that is empty', () => '', 'An empty `t` counts as 0 or as absent, and is accepted.', [-DAY_SECONDS]],
  [
    'milliseconds',
    'in milliseconds',
    (seconds) => `${seconds}000`,
    '`t` is read as milliseconds, guessed, or may be any time in the future.',
    [DAY_SECONDS],
  ],
  ['zero', 'of 0', () => '0', 'A `t` of 0 counts as absent, and is accepted.', [-DAY_SECONDS]],
  ['negative', 'below 0', (seconds) => `-${seconds}`, 'The sign of `t` is lost when it is parsed.', [-DAY_SECONDS]],
  ['endless', 'of 1e400', () => '1e400', 'An infinite `t` is compared.', [DAY_SECONDS]],
];

/** Offsets so close to the limit that the duration of the request decides. */
const CLOSE = [-299, 299, -301, 301] as const;

export const TIME_DRILLS: readonly Drill[] = [
  drill('SIG-3/clock', 'The clock of the receiver is correct', async (t) => {
    await t.requireVerification();
    const { clock } = t.run;
    if (clock?.ahead_seconds === undefined)
      throw new Unverifiable('the receiver accepts a `t` more than 300 s off, so its clock cannot be read');
    const { ahead_seconds } = clock;
    if (Math.abs(ahead_seconds) > 300) throw new Unverifiable('SIG-1/genuine reports that its clock is wrong');
    t.observe(`clock: ${Math.abs(ahead_seconds) <= NEGLIGIBLE_SECONDS ? 'right' : describeClock(ahead_seconds)}`);
    if (holds(Math.abs(ahead_seconds) <= OFF_SECONDS)) return;
    const message = `The receiver's clock is ${describeClock(ahead_seconds)}`;
    const likely_cause = `${message}: ${describeTolerance(clock)}. Synchronize it with NTP. The other drills use the receiver's time.`;
    t.failOrWarn({ message: `${message}.`, likely_cause }, { is_advice: true });
  }),
  tolerates('SIG-3/past-290', 'A `t` 290 s in the past is accepted', -290),
  tolerates('SIG-3/future-290', 'A `t` 290 s in the future is accepted', 290),
  rejectsTime(
    'SIG-3/past-310',
    'A `t` 310 s in the past is rejected',
    { offset_seconds: -310 },
    { good: { offset_seconds: -290 } },
  ),
  rejectsTime(
    'SIG-3/future-310',
    'A `t` 310 s in the future is rejected',
    { offset_seconds: 310 },
    { good: { offset_seconds: 290 } },
  ),
  rejectsTime('SIG-3/past-day', 'A `t` of yesterday is rejected', { offset_seconds: -DAY_SECONDS }),
  rejectsTime('SIG-3/future-day', 'A `t` of tomorrow is rejected', { offset_seconds: DAY_SECONDS }),
  drill('SIG-3/past-duplicate', 'An accepted event that is sent again with a `t` 310 s in the past is rejected', async (t) => {
    await t.requireVerification();
    const plain = await t.deliver({ offset_seconds: -PAST_SECONDS });
    if (plain.is_accepted) throw new Blocked('the receiver accepts a new event with such a `t` (SIG-3/past-310)', plain.exchange);
    const { delivery } = await t.expectAccepted({});
    const response = await t.deliver({ envelope: delivery.envelope, offset_seconds: -PAST_SECONDS });
    await expectRejected(t, response, 'It looks up the id before it checks the age of `t`: verify first.');
  }),
  rejectsTwoTimes(
    'SIG-3/second-time',
    'An old delivery with a new `t` before its own is rejected',
    't={now},t={t},v1={v1}',
    't={t},v1={v1},t={now}',
    'Of two `t`, it verifies the last and compares the first with the clock',
  ),
  rejectsTwoTimes(
    'SIG-3/second-time-behind',
    'An old delivery with a new `t` after its own is rejected',
    't={t},v1={v1},t={now}',
    't={now},t={t},v1={v1}',
    'Of two `t`, it verifies the first and compares the last, which a map by key keeps, with the clock',
  ),
  ...WRITTEN.map(([name, title, writeTime, cause, alone]) =>
    rejectsTime(`SIG-3/${name}`, `A \`t\` ${title} is rejected, although it is signed`, { writeTime }, { cause, alone }),
  ),
  drill('SIG-3/at-the-bound', 'Reports what happens within a second of 300 s', async (t) => {
    await t.requireVerification();
    for (const offset_seconds of CLOSE) {
      const response = await t.deliver({ offset_seconds });
      t.observe(
        `t ${Math.abs(offset_seconds)} s in the ${offset_seconds < 0 ? 'past' : 'future'}: ${describeResponse(response)}`,
      );
    }
  }),
];
