/** SIG-3: how old, and how new, a `t` may be. */
import { Unverifiable } from '../../judge/findings.ts';
import type { Shape } from '../compose.ts';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../say.ts';
import type { ReceiverTrial } from '../trial.ts';
import { judgeRefusal, requireTwin } from './pair.ts';

/** Clocks that are further apart than this leave nothing to say of ten seconds on either side of 300. */
const SKEW_MAX_SECONDS = 5;

/** @throws Unverifiable where the two clocks differ too much */
async function requireClocks(t: ReceiverTrial): Promise<void> {
  await t.requireVerification();
  const skew = t.run.skew_seconds;
  if (skew === undefined || Math.abs(skew) <= SKEW_MAX_SECONDS) return;
  throw new Unverifiable(
    `the receiver's clock is ${Math.abs(Math.round(skew))} s ${skew > 0 ? 'ahead of' : 'behind'} this machine's: with 300 s of tolerance, both have to be right`,
    'the clocks',
  );
}

/** A `t` that is as far off as it may be. */
function tolerates(id: Drill['id'], title: string, offset_seconds: number): Drill {
  return drill(id, title, async (t) => {
    await requireClocks(t);
    await t.expectTaken({ offset_seconds });
  });
}

/** A `t` that cannot be tolerated, with a good delivery as its twin. */
function rejects(id: Drill['id'], title: string, bad: Shape, cause: string, good: Shape = {}): Drill {
  return drill(id, title, async (t) => {
    await requireClocks(t);
    await requireTwin(t, good);
    const answer = await t.forge(bad);
    judgeRefusal(t, answer, cause);
    // How a `t` is refused is not stated; that it comes again is not meant.
    if (answer.is_retried && !(await t.forgery()).is_retried) {
      t.warn(`It was refused with ${sayAnswer(answer)}: the marketplace would send it again, four more times (RTY-3).`, answer);
    }
  });
}

const ONE_SIDED =
  'Only what is too old is refused (`now - t > 300`), as the stripe package does: the difference counts either way, so compare its absolute value.';
const UNBOUNDED =
  'The age of `t` is not looked at, or the tolerance is wider: whoever has seen a delivery can send it again for ever.';

/** What is read as a number here and as another there. */
const WRITTEN: readonly (readonly [name: string, title: string, write: (seconds: number) => string, cause: string])[] = [
  ['not-a-number', 'that is no number', () => 'now', 'What is no number compares as false: `NaN > 300` does not hold.'],
  ['empty', 'that is empty', () => '', 'An empty `t` counts as 0, or as absent, and is let through.'],
  [
    'milliseconds',
    'in milliseconds',
    (seconds) => `${seconds}000`,
    '`t` is taken for milliseconds, or guessed at, or may lie in the future as far as it likes.',
  ],
  ['zero', 'of 0', () => '0', 'A `t` of 0 counts as absent, and is let through.'],
  ['negative', 'below 0', (seconds) => `-${seconds}`, 'The sign of `t` is lost when it is read.'],
  ['endless', 'of 1e400', () => '1e400', 'An infinite `t` is compared.'],
];

/** So close to the bound the network decides: what happened is told, and nobody fails. */
const CLOSE = [-299, 299, -301, 301] as const;

export const TIME_DRILLS: readonly Drill[] = [
  tolerates('SIG-3/past-290', 'A `t` 290 s in the past is tolerated', -290),
  tolerates('SIG-3/future-290', 'A `t` 290 s in the future is tolerated', 290),
  rejects('SIG-3/past-310', 'A `t` 310 s in the past is refused', { offset_seconds: -310 }, UNBOUNDED, { offset_seconds: -290 }),
  rejects('SIG-3/future-310', 'A `t` 310 s in the future is refused', { offset_seconds: 310 }, ONE_SIDED, {
    offset_seconds: 290,
  }),
  rejects('SIG-3/past-day', 'A `t` of yesterday is refused', { offset_seconds: -86_400 }, UNBOUNDED),
  rejects('SIG-3/future-day', 'A `t` of tomorrow is refused', { offset_seconds: 86_400 }, ONE_SIDED),
  rejects(
    'SIG-3/second-time',
    'An old delivery with a fresh `t` put before its own is refused',
    { header: 't={now},t={t},v1={v1}', offset_seconds: -3_600 },
    'Of two `t` the age of one is looked at and the other is verified: refuse a header that has two.',
  ),
  rejects(
    'SIG-3/second-time-behind',
    'An old delivery with a fresh `t` put behind its own is refused',
    { header: 't={t},v1={v1},t={now}', offset_seconds: -3_600 },
    'Of two `t` the age of one is looked at and the other is verified: refuse a header that has two.',
  ),
  ...WRITTEN.map(([name, title, writeTime, cause]) =>
    rejects(`SIG-3/${name}`, `A \`t\` ${title} is refused, though it is signed`, { writeTime }, cause),
  ),
  drill('SIG-3/at-the-bound', 'What happens within a second of 300 s is told', async (t) => {
    await requireClocks(t);
    for (const offset_seconds of CLOSE) {
      const answer = await t.deliver({ offset_seconds });
      t.observe(`t ${Math.abs(offset_seconds)} s in the ${offset_seconds < 0 ? 'past' : 'future'}: ${sayAnswer(answer)}`);
    }
  }),
];
