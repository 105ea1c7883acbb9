/** SIG-7, EVT-3: events that only look like duplicates all take effect. */
import { Blocked, Breach, holds, instantFromNow } from '#client';
import { makePayload } from '../envelope.ts';
import { quietDrill, type Drill } from '../drill.ts';
import { FIFTH_ATTEMPT_SECONDS, countSameMoment, requireNoLosses, requireTypes, times, typesWithEffect } from './effects.ts';

const SAME_MOMENT =
  'It tells events apart by `created_at` or `t`: several events can have the same moment, each with its own id.';
const BY_RESOURCE =
  'It tells events apart by what they are about, such as a bid_id or trade_id: one bid or trade has several events, each with its own id.';
const SIMILAR_IDS = 'Its column for ids is short, case-insensitive, or a number: ids are opaque texts (EVT-3).';

export const DISTINCT_DRILLS: readonly Drill[] = [
  quietDrill('SIG-7/two-events', 'Two events of the same moment both take effect', async (t) => {
    const { answers, found } = await countSameMoment(t);
    if (found[0] === 0) await requireNoLosses(t);
    if (holds(found.every((count) => count === 1))) return;
    throw new Breach({
      message: `Two events with the same created_at took effect ${found.map(times).join(' and ')}.`,
      exchange: answers[1]?.exchange,
      expected: 'once each',
      observed: found.map(times).join(' and '),
      likely_cause: SAME_MOMENT,
    });
  }),
  ...(
    [
      ['SIG-7/same-data', 'Two events with the same data both take effect', undefined],
      ['SIG-7/same-resource', 'The creation and the settlement of a trade both take effect', ['trade.created', 'trade.settled']],
    ] as const
  ).map(([id, title, types]) =>
    quietDrill(id, title, async (t) => {
      await t.requireEffects();
      const own = t.run.settings.type;
      const [one, other] = types ?? [own, own];
      const having = await typesWithEffect(t);
      if (!having.includes(one) || !having.includes(other)) requireTypes([]);
      const data = makePayload(one);
      const { bid_id: _no_bid, ...rest } = data;
      await t.expectAccepted({ type: one, data });
      const second = await t.expectAccepted({
        type: other,
        data: other === one ? data : { ...makePayload(other), ...rest, status: 'Completed' },
      });
      if (holds((await t.awaitEffects(second.delivery.envelope.id)) > 0)) return;
      await requireNoLosses(t);
      // A receiver can have a reason to act only once on one bid.
      t.warn('The second one took no effect.', second, BY_RESOURCE);
    }),
  ),
  quietDrill('EVT-3/similar-ids', 'Two events whose ids differ only in case or at the end both take effect', async (t) => {
    await t.requireEffects();
    const stem = t.compose().envelope.id;
    for (const id of [`${stem}_aB`, `${stem}_Ab`, `${stem}${stem}_1`, `${stem}${stem}_2`]) {
      const answer = await t.deliverWithRetries({ envelope: { ...t.compose().envelope, id } });
      if (holds(answer.is_accepted && (await t.awaitEffects(id)) > 0)) continue;
      if (answer.is_accepted) await requireNoLosses(t);
      t.warn(`${id} ${answer.is_accepted ? 'took no effect' : 'was not accepted'}.`, answer, SIMILAR_IDS);
    }
  }),
  quietDrill('RTY-1/late-effect', 'An event that is older than the last one takes effect', async (t) => {
    await t.requireEffects();
    await t.expectAccepted({});
    const answer = await t.deliverWithRetries({ created_at: instantFromNow(-FIFTH_ATTEMPT_SECONDS) });
    if (!answer.is_accepted) throw new Blocked('the receiver rejects an event that is older than the last one', answer.exchange);
    if (holds((await t.awaitEffects(answer.delivery.envelope.id)) > 0)) return;
    await requireNoLosses(t);
    t.warn(
      'It was accepted and took no effect.',
      answer,
      'It drops what is older than the last event: the order of deliveries is not promised.',
    );
  }),
];
