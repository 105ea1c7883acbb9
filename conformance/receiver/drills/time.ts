/** SIG-3: how old, and how new, a `t` may be. */
import { Unverifiable, holds } from '#client';
import type { Shape } from '../compose.ts';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../describe-answer.ts';
import type { DrillContext } from '../drill-context.ts';
import { judgeRefusal, requireTwin } from './pair.ts';

/** Clocks that are further apart than this leave nothing to say of ten seconds on either side of 300. */
const SKEW_MAX_SECONDS = 5;
/** The nearest to the bound that has to be refused. */
const NEAR_SECONDS = 310;
const HOUR_SECONDS = 3_600;

/** With clocks so far apart a `t` this near to the bound tells nothing. @throws Unverifiable */
function excuseSkew(t: DrillContext): void {
  const skew = t.run.skew_seconds;
  if (skew === undefined || Math.abs(skew) <= SKEW_MAX_SECONDS) return;
  throw new Unverifiable(
    `the receiver's clock is ${Math.abs(Math.round(skew))} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's, as its answers say: with 300 s of tolerance, both have to be right`,
    'the clocks',
  );
}

/** A `t` that is as far off as it may be. */
function tolerates(id: Drill['id'], title: string, offset_seconds: number): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    const answer = await t.deliverWithRetries({ offset_seconds });
    if (holds(answer.is_taken)) return;
    excuseSkew(t);
    throw await t.refusalOf(answer, { offset_seconds });
  });
}

type Explain = (t: DrillContext) => Promise<string>;

/** Why a `t` so far off was taken: by what is done with one on the other side. */
function explainTaken(seconds: number): Explain {
  return async (t) => {
    const other = -Math.sign(seconds);
    if ((await t.deliver({ offset_seconds: other * Math.abs(seconds) })).is_taken) return UNBOUNDED;
    if (!(await t.deliver({ offset_seconds: other * 290 })).is_taken) return CLOCK_OFF;
    return seconds > 0 ? ONE_SIDED : ONE_SIDED_AHEAD;
  };
}

/** Whoever takes a plain `t` that is as far off has made no mistake in reading this one. @param alone by how much such ones are off: all of them are to be taken */
function unlessTaken(alone: readonly [number, ...number[]], explain: Explain): Explain {
  return async (t) => {
    for (const offset_seconds of alone) {
      if (!(await t.deliver({ offset_seconds })).is_taken) return explain(t);
    }
    return explainTaken(alone[0])(t);
  };
}

/** Which of two `t` is believed, and what for. @param swapped the same header with the two exchanged */
function explainTwo(cause: string, swapped: string): Explain {
  return unlessTaken([-HOUR_SECONDS], async (t) =>
    (await t.deliver({ header: swapped, offset_seconds: -HOUR_SECONDS })).is_taken ? ANY_OF_TWO : cause,
  );
}

/** A `t` that cannot be tolerated, with a good delivery as its twin. */
function rejects(id: Drill['id'], title: string, bad: Shape, cause: string | Explain, good: Shape = {}): Drill {
  return drill(id, title, async (t) => {
    await t.requireVerification();
    await requireTwin(t, good);
    const answer = await t.forge(bad);
    if (answer.is_taken && Math.abs(bad.offset_seconds ?? 0) === NEAR_SECONDS) excuseSkew(t);
    const is_named = typeof cause === 'string';
    judgeRefusal(t, answer, is_named ? cause : answer.is_taken ? await cause(t) : '');
    // How a `t` is refused is not stated; that it comes again is not meant.
    if (answer.is_retried && !(await t.forgery()).is_retried) {
      t.warn(
        `It was refused with ${sayAnswer(answer)}: the marketplace would send it again, four more times (RTY-3).`,
        answer,
        'What is out of time is answered as if the receiver had failed: answer 400.',
      );
    }
  });
}

const ONE_SIDED =
  'Only what is too old is refused (`now - t > 300`), as the stripe package does: the difference counts either way, so compare its absolute value.';
const ONE_SIDED_AHEAD =
  'Only what is too far ahead is refused (`t - now > 300`): the difference counts either way, so compare its absolute value.';
const CLOCK_OFF =
  'Its clock is off: what is more than 300 s off on this side is taken, and what is less on the other side is refused.';
const UNBOUNDED =
  'The age of `t` is not looked at, or the tolerance is wider: whoever has seen a delivery can send it again for ever.';

const REFUSE_TWO = 'whoever has seen a delivery can put a fresh one into its header. Refuse a header that has two.';
const LAST_OF_TWO = `Of two \`t\` the last is verified and the first is compared with the clock: ${REFUSE_TWO}`;
const FIRST_OF_TWO = `Of two \`t\` the first is verified and the last is compared with the clock, as where a map by key keeps it: ${REFUSE_TWO}`;
const ANY_OF_TWO = `Of two \`t\` the one that is in time is compared with the clock, and the one that fits is verified: ${REFUSE_TWO}`;

const OLD = -86_400;
const AHEAD = 86_400;
type Written = readonly [
  name: string,
  title: string,
  write: (seconds: number) => string,
  cause: string,
  /** By how much plain ones are off that explain it, where they are taken as well. */
  alone: readonly [number, ...number[]],
];

/** What is read as a number here and as another there. */
const WRITTEN: readonly Written[] = [
  [
    'not-a-number',
    'that is no number',
    () => 'now',
    'What is no number compares as false: `NaN > 300` does not hold.',
    [OLD, AHEAD],
  ],
  ['empty', 'that is empty', () => '', 'An empty `t` counts as 0, or as absent, and is let through.', [OLD]],
  [
    'milliseconds',
    'in milliseconds',
    (seconds) => `${seconds}000`,
    '`t` is taken for milliseconds, or guessed at, or may lie in the future as far as it likes.',
    [AHEAD],
  ],
  ['zero', 'of 0', () => '0', 'A `t` of 0 counts as absent, and is let through.', [OLD]],
  ['negative', 'below 0', (seconds) => `-${seconds}`, 'The sign of `t` is lost when it is read.', [OLD]],
  ['endless', 'of 1e400', () => '1e400', 'An infinite `t` is compared.', [AHEAD]],
];

/** So close to the bound the network decides: what happened is told, and nobody fails. */
const CLOSE = [-299, 299, -301, 301] as const;

export const TIME_DRILLS: readonly Drill[] = [
  tolerates('SIG-3/past-290', 'A `t` 290 s in the past is tolerated', -290),
  tolerates('SIG-3/future-290', 'A `t` 290 s in the future is tolerated', 290),
  rejects('SIG-3/past-310', 'A `t` 310 s in the past is refused', { offset_seconds: -NEAR_SECONDS }, explainTaken(-310), {
    offset_seconds: -290,
  }),
  rejects('SIG-3/future-310', 'A `t` 310 s in the future is refused', { offset_seconds: NEAR_SECONDS }, explainTaken(310), {
    offset_seconds: 290,
  }),
  rejects('SIG-3/past-day', 'A `t` of yesterday is refused', { offset_seconds: OLD }, explainTaken(OLD)),
  rejects('SIG-3/future-day', 'A `t` of tomorrow is refused', { offset_seconds: AHEAD }, explainTaken(AHEAD)),
  rejects(
    'SIG-3/second-time',
    'An old delivery with a fresh `t` put before its own is refused',
    { header: 't={now},t={t},v1={v1}', offset_seconds: -HOUR_SECONDS },
    explainTwo(LAST_OF_TWO, 't={t},v1={v1},t={now}'),
  ),
  rejects(
    'SIG-3/second-time-behind',
    'An old delivery with a fresh `t` put behind its own is refused',
    { header: 't={t},v1={v1},t={now}', offset_seconds: -HOUR_SECONDS },
    explainTwo(FIRST_OF_TWO, 't={now},t={t},v1={v1}'),
  ),
  ...WRITTEN.map(([name, title, writeTime, cause, alone]) =>
    rejects(
      `SIG-3/${name}`,
      `A \`t\` ${title} is refused, though it is signed`,
      { writeTime },
      unlessTaken(alone, async () => Promise.resolve(cause)),
    ),
  ),
  drill('SIG-3/at-the-bound', 'What happens within a second of 300 s is told', async (t) => {
    await t.requireVerification();
    for (const offset_seconds of CLOSE) {
      const answer = await t.deliver({ offset_seconds });
      t.observe(`t ${Math.abs(offset_seconds)} s in the ${offset_seconds < 0 ? 'past' : 'future'}: ${sayAnswer(answer)}`);
    }
  }),
];
