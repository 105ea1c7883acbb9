/** SIG-7: the same event twice, at once, later, and events that only look the same. */
import { Blocked, elapsedMs, holds, instantFromNow, noteAssertion, wait } from '#client';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../describe-answer.ts';
import type { Answer } from '../sender.ts';
import type { DrillContext } from '../drill-context.ts';
import { expectDuplicateTaken, expectEffects } from './effects.ts';

const PARALLEL = 8;
/** So many other events between an event and its duplicate. */
const BETWEEN = 120;
const AT_ONCE = 6;
/** And no longer than this is spent on them. */
const BETWEEN_MS = 15_000;
const quiet = { lane: 'quiet' } as const;

const NO_DEDUPLICATION =
  'Events are not remembered by the id of their envelope (SIG-7), or by something else: the signature and `t` differ from attempt to attempt.';

const SIMILAR_IDS = 'The column of ids is short, or does not tell upper from lower case: ids are opaque texts (EVT-3).';
/** RTY-4: the fifth attempt comes so long after the first. */
const FIFTH_ATTEMPT_SECONDS = 2_170;

async function findWithoutEffect(t: DrillContext, answers: readonly Answer[]): Promise<Answer | undefined> {
  for (const answer of answers) if ((await t.effectsOf(answer.delivery.envelope.id, 1)) === 0) return answer;
  return undefined;
}

const SAME_MOMENT = 'Events are told apart by `created_at` or by `t`: several may be of one moment, each with an id of its own.';
const OVER_DEDUPLICATION =
  'Events are told apart by what they say, a bid_id for instance: one bid has several events, each with an id of its own.';

/** Whether the id is remembered takes a count of effects; that what comes again is answered 2xx does not. */
const STATUSES: readonly Drill[] = [
  drill('RTY-1/retry', 'The same event, signed afresh, is taken', async (t) => {
    await t.requireGenuine();
    const { delivery } = await t.expectTaken({ offset_seconds: -70 });
    expectDuplicateTaken(await t.deliverWithRetries({ envelope: delivery.envelope }));
  }),
  drill('RTY-1/duplicate', 'The same delivery, byte for byte, is taken', async (t) => {
    await t.requireGenuine();
    const first = await t.expectTaken({});
    const again = await t.deliverWithRetries(first.delivery);
    // SIG-8: the marketplace signs each attempt afresh. Only what stands between the two would send the same bytes.
    if (!holds(again.is_taken))
      t.warn(
        `It was not taken: ${sayAnswer(again)}.`,
        again,
        'What was seen before is answered as an error: answer 2xx, and do nothing again.',
      );
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
      // With a `t` and a signature of its own.
      await t.deliver({ envelope: first.delivery.envelope, offset_seconds: 2 });
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
      // SIG-8: no two attempts have the same `t`.
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, async (_, i) => t.deliver({ envelope, offset_seconds: -i }, { at_once: true })),
      );
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
    'Two events of the same moment take effect each',
    async (t) => {
      await t.requireEffects();
      const first = await t.expectTaken({});
      const second = await t.expectTaken({ created_at: first.delivery.envelope.created_at });
      await expectEffects(t, first, 1, SAME_MOMENT);
      await expectEffects(t, second, 1, SAME_MOMENT);
    },
    quiet,
  ),
  drill(
    'SIG-7/same-data',
    'Two events that say the same take effect each',
    async (t) => {
      await t.requireEffects();
      const first = await t.expectTaken({});
      const second = await t.expectTaken({ data: first.delivery.envelope.data });
      // A receiver may have reasons of its own to do nothing twice about one bid.
      if (!holds((await t.effectsOf(second.delivery.envelope.id, 1)) > 0)) {
        t.warn('The second one took no effect.', second, OVER_DEDUPLICATION);
      }
    },
    quiet,
  ),
  drill(
    'EVT-3/similar-ids',
    'Two events whose ids differ in their case or their end alone take effect each',
    async (t) => {
      await t.requireEffects();
      const stem = t.compose().envelope.id;
      for (const ids of [
        [`${stem}_aB`, `${stem}_Ab`],
        [`${stem}${stem}_1`, `${stem}${stem}_2`],
      ]) {
        const answers: Answer[] = [];
        for (const id of ids) answers.push(await t.expectTaken({ envelope: { ...t.compose().envelope, id } }));
        const lost = await findWithoutEffect(t, answers);
        if (lost === undefined) noteAssertion();
        else t.warn(`${lost.delivery.envelope.id} took no effect: it counts as known.`, lost, SIMILAR_IDS);
      }
    },
    quiet,
  ),
  drill(
    'RTY-1/late-effect',
    'An event that is older than the last one takes effect all the same',
    async (t) => {
      await t.requireEffects();
      await t.expectTaken({});
      const answer = await t.deliverWithRetries({ created_at: instantFromNow(-FIFTH_ATTEMPT_SECONDS) });
      if (!answer.is_taken) throw new Blocked('the receiver refuses an event that is older than the last one', answer.exchange);
      if (!holds((await t.effectsOf(answer.delivery.envelope.id, 1)) > 0)) {
        t.warn(
          'It was taken, and took no effect.',
          answer,
          'What is older than the last event is dropped: the order of deliveries is not promised.',
        );
      }
    },
    quiet,
  ),
  drill(
    'SIG-7/later',
    'An event that comes again after the pause of the retry schedule takes effect once',
    async (t) => {
      await t.requireEffects();
      const first = await t.expectTaken({});
      await t.effectsOf(first.delivery.envelope.id, 1);
      const { later_seconds } = t.run.settings;
      await wait(later_seconds * 1_000, t.signal);
      expectDuplicateTaken(await t.deliverWithRetries({ envelope: first.delivery.envelope }));
      await expectEffects(
        t,
        first,
        1,
        `Ids are forgotten within ${later_seconds} s. Attempts of one event lie up to 37 minutes apart, replays days.`,
      );
      t.observe(`came again after ${later_seconds} s`);
    },
    { lane: 'patient' },
  ),
  drill(
    'SIG-7/long-memory',
    `An event that comes again after ${BETWEEN} others takes effect once`,
    async (t) => {
      await t.requireEffects();
      const first = await t.expectTaken({ offset_seconds: -70 });
      const until_ms = elapsedMs() + BETWEEN_MS;
      let sent = 0;
      for (; sent < BETWEEN && elapsedMs() < until_ms; sent += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, async () => t.deliver({})));
      }
      // What lies between is no evidence.
      t.exchanges.splice(1);
      if (sent < BETWEEN) t.observe(`so slow a receiver was sent ${sent} events between the two`);
      expectDuplicateTaken(await t.deliverWithRetries({ envelope: first.delivery.envelope }));
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
];

export const REPLAY_DRILLS: readonly Drill[] = [...STATUSES, ...EFFECTS];
