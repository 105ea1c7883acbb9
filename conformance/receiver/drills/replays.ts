/** SIG-7 and the retry contract: the same event twice, at once, after a failure, after a forgery. */
import { wait } from '../../clock.ts';
import { Breach, Unverifiable } from '../../judge/findings.ts';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../say.ts';
import type { Answer } from '../sender.ts';
import type { ReceiverTrial } from '../trial.ts';

const PARALLEL = 8;
/** So many other events between an event and its duplicate. */
const BETWEEN = 120;
/** A body that was cut, or an answer that nobody waits for, is worked on for a while. */
const HUNG_UP_MS = 150;

const quiet = { lane: 'quiet' } as const;

/** A duplicate is taken: an answer that is final would mark the delivery failed (RTY-2). */
function expectDuplicateTaken(answer: Answer): void {
  if (answer.is_taken) return;
  throw new Breach({
    message: `A delivery that was received before was not taken: ${sayAnswer(answer)}.`,
    exchange: answer.exchange,
    expected: 'a 2xx status',
    observed: sayAnswer(answer),
    likely_cause: 'What was seen before is answered as an error: answer 2xx, and do nothing again.',
  });
}

async function expectEffects(t: ReceiverTrial, answer: Answer, times: number, likely_cause: string): Promise<void> {
  const { id } = answer.delivery.envelope;
  const found = await t.effectsOf(id, times);
  if (found === times) return;
  throw new Breach({
    message: `The event ${id} took effect ${said(found)}.`,
    exchange: answer.exchange,
    expected: said(times),
    observed: said(found),
    likely_cause,
  });
}

function said(times: number): string {
  if (times === 0) return 'not at all';
  return times === 1 ? 'once' : `${times} times`;
}

const NO_DEDUPLICATION =
  'Events are not remembered by the id of their envelope (SIG-7), or by something else: the signature and `t` differ from attempt to attempt.';

const STATUSES: readonly Drill[] = [
  drill('SIG-7/duplicate-taken', 'The same delivery a second time is taken', async (t) => {
    await t.requireGenuine();
    const first = await t.expectTaken({});
    expectDuplicateTaken(await t.deliver(first.delivery));
  }),
  drill('SIG-7/retry-taken', 'The same event, signed afresh, is taken', async (t) => {
    await t.requireGenuine();
    const { delivery } = await t.expectTaken({ offset_seconds: -70 });
    expectDuplicateTaken(await t.deliver({ envelope: delivery.envelope }));
  }),
];

const EFFECTS: readonly Drill[] = [
  drill(
    'SIG-7/one-effect',
    'An event that comes twice takes effect once',
    async (t) => {
      await t.requireEffects();
      const first = await t.expectTaken({});
      await t.effectsOf(first.delivery.envelope.id, 1);
      await t.deliver(first.delivery);
      await t.deliver({ envelope: first.delivery.envelope });
      await expectEffects(t, first, 1, NO_DEDUPLICATION);
    },
    quiet,
  ),
  drill(
    'SIG-7/parallel',
    `An event that comes ${PARALLEL} times at once takes effect once`,
    async (t) => {
      await t.requireEffects();
      const { envelope } = t.compose();
      const answers = await Promise.all(Array.from({ length: PARALLEL }, async () => t.deliver({ envelope }, { at_once: true })));
      const [first] = answers;
      if (first === undefined) return;
      const refused = answers.find((answer) => !answer.is_taken && !answer.is_retried);
      if (refused !== undefined) expectDuplicateTaken(refused);
      // One that is told to come again does.
      if (answers.some((answer) => answer.is_retried)) await t.deliver({ envelope });
      await expectEffects(
        t,
        first,
        1,
        'Whether an event is known is asked first and written down later: let the store refuse the second one, by a unique key.',
      );
    },
    quiet,
  ),
  drill(
    'SIG-7/two-events',
    'Two events that say the same take effect each',
    async (t) => {
      await t.requireEffects();
      const first = await t.expectTaken({});
      const second = await t.expectTaken({ data: first.delivery.envelope.data });
      await expectEffects(t, first, 1, OVER_DEDUPLICATION);
      await expectEffects(t, second, 1, OVER_DEDUPLICATION);
    },
    quiet,
  ),
  drill(
    'SIG-7/long-memory',
    `An event that comes again after ${BETWEEN} others takes effect once`,
    async (t) => {
      await t.requireEffects();
      const first = await t.expectTaken({});
      for (let sent = 0; sent < BETWEEN; sent += 1) await t.deliver({});
      t.exchanges.splice(1, t.exchanges.length - 2);
      expectDuplicateTaken(await t.deliver({ envelope: first.delivery.envelope }));
      await expectEffects(
        t,
        first,
        1,
        'Only the last few ids are remembered. Attempts of one event lie up to 37 minutes apart, replays days.',
      );
    },
    quiet,
  ),
  drill(
    'SIG-7/forged-first',
    'A forgery does not use an id up: the genuine event takes effect',
    async (t) => {
      await t.requireEffects();
      await t.requireVerification();
      const { envelope } = t.compose();
      await t.deliver({ envelope, key: 'whsec_of_somebody_else' });
      const answer = await t.expectTaken({ envelope });
      await expectEffects(
        t,
        answer,
        1,
        'The id is written down before the signature is verified: anybody can keep events from you.',
      );
    },
    quiet,
  ),
  drill(
    'RTY-3/hung-up',
    'An event whose answer the marketplace did not wait for takes effect once',
    async (t) => {
      await t.requireEffects();
      const { envelope } = t.compose();
      await t.run.sender.hangUp(t.compose({ envelope }), 1);
      await wait(HUNG_UP_MS, t.signal);
      const answer = await t.expectTaken({ envelope });
      await expectEffects(
        t,
        answer,
        1,
        'A timeout is retried with the same id (RTY-3): it may have been taken the first time, or not.',
      );
    },
    quiet,
  ),
  drill(
    'RTY-3/cut-off',
    'An event whose body was cut off on the way takes effect once, when it comes again',
    async (t) => {
      await t.requireEffects();
      const { envelope } = t.compose();
      await t.run.sender.hangUp(t.compose({ envelope }), 0.5);
      await wait(HUNG_UP_MS, t.signal);
      const answer = await t.expectTaken({ envelope });
      await expectEffects(t, answer, 1, 'The id is written down before the whole body has come.');
    },
    quiet,
  ),
  drill(
    'RTY-3/failed',
    'An event that the receiver failed on takes effect once, when it comes again',
    async (t) => {
      await t.requireEffects();
      const { failNext } = t.run.settings;
      if (failNext === undefined) throw new Unverifiable('it takes a way to make the receiver fail once', '--fail-url');
      const { envelope } = t.compose();
      await failNext().catch((error: unknown) => {
        throw new Unverifiable(error instanceof Error ? error.message : String(error), '--fail-url');
      });
      const failed = await t.deliver({ envelope });
      if (!failed.is_retried) {
        throw new Breach({
          message: `The receiver failed, and answered ${sayAnswer(failed)}: the event is lost.`,
          exchange: failed.exchange,
          expected: 'a 5xx status, so that it comes again (RTY-3)',
          observed: sayAnswer(failed),
          likely_cause: failed.is_taken
            ? 'It answers before it has kept the event anywhere.'
            : 'Its own failures are answered as mistakes of the sender.',
        });
      }
      const answer = await t.expectTaken({ envelope });
      await expectEffects(
        t,
        answer,
        1,
        'The id is written down before the effect: the second attempt counts as a duplicate, and the event is lost.',
      );
    },
    quiet,
  ),
  drill(
    'SIG-4/no-effect',
    'Nothing that was refused has taken effect',
    async (t) => {
      await t.requireEffects();
      if (t.run.forged_ids.size === 0) throw new Unverifiable('no other drill of this run sent a forgery');
      await wait(t.run.effect_grace_ms, t.signal);
      const { by_id } = await t.countEffects();
      const taken = [...t.run.forged_ids].filter(([one]) => (by_id[one] ?? 0) > 0);
      if (taken.length === 0) return;
      throw new Breach({
        message: `${taken.length} of ${t.run.forged_ids.size} forgeries took effect, the one of ${taken[0]?.[1] ?? ''} among them.`,
        expected: 'no effect of what is refused',
        observed: taken.map(([one]) => one).join(', '),
        likely_cause: 'The effect comes before the verification, or does not depend on it.',
      });
    },
    quiet,
  ),
];

const OVER_DEDUPLICATION =
  'Events are told apart by what they say, a bid_id for instance: one bid has several events, each with an id of its own.';

export const REPLAY_DRILLS: readonly Drill[] = [...STATUSES, ...EFFECTS];
