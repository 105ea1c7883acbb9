/** SIG-7, EVT-3: events that only look like duplicates all take effect. */
import { Blocked, Breach, holds, instantFromNow } from '#client';
import { makePayload } from '../envelope.ts';
import { quietDrill, type Drill } from '../drill.ts';
import type { ReceiverResult } from '../sender.ts';
import {
  BACK_SECONDS,
  FIFTH_ATTEMPT_SECONDS,
  countSameMoment,
  requireNoLosses,
  requireNoRepeats,
  requireTypes,
  times,
  typesWithEffect,
} from './effects.ts';

const SAME_MOMENT = 'It identifies events by `created_at` or `t`. Several events can have the same time: use their ids.';
const BY_RESOURCE =
  'It identifies events by their subject, such as a bid_id or trade_id. One bid or trade has several events: use their ids.';
const REFUSED_RESOURCE =
  'It has a unique key on the subject of an event, such as a bid_id or trade_id. One bid or trade has several events: use their ids.';
const BY_LOT =
  'Of several events about one lot, it processes only the last, as with a debounce. Delisting a lot rejects all of its bids at once, each in its own event.';
const UPDATES =
  'It updates a trade that trade.created has not created yet. The order is not guaranteed, because of retries: fetch the trade, and create or update it.';
export const EARLIER = 'It drops events that are older than the last one. The order of deliveries is not guaranteed.';
const OLD =
  'It drops events with an old `created_at`. Retries and replays keep the `created_at` of the event (EVT-19); `t` is the time of sending.';
const WEEK_SECONDS = 7 * 86_400;
const AT_ONCE = 20;
/** What several events can be about. */
const SUBJECTS = ['inventory_id', 'cash_bid_id', 'location_id'];

export const DISTINCT_DRILLS: readonly Drill[] = [
  quietDrill('SIG-7/two-events', 'Two events with the same created_at both take effect', async (t) => {
    const { responses, found } = await countSameMoment(t);
    if (found[0] === 0) await requireNoLosses(t);
    if (found.some((count) => count > 1)) await requireNoRepeats(t);
    if (holds(found.every((count) => count === 1))) return;
    throw new Breach({
      message: `Two events with the same created_at took effect ${found.map(times).join(' and ')}.`,
      exchange: responses[1]?.exchange,
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
      const second = await t.expectAccepted(
        { type: other, data: other === one ? data : { ...makePayload(other), ...rest, status: 'Completed' } },
        REFUSED_RESOURCE,
      );
      if (holds((await t.awaitEffects(second.delivery.envelope.id)) > 0)) return;
      await requireNoLosses(t);
      // A receiver can have a reason to act only once on one bid.
      t.warn('The second event took no effect.', second, BY_RESOURCE);
    }),
  ),
  quietDrill('RTY-1/one-lot-at-once', `${AT_ONCE} events about one lot that arrive at once all take effect`, async (t) => {
    await t.requireEffects();
    const { type } = t.run.settings;
    const [one, ...others] = Array.from({ length: AT_ONCE }, () => makePayload(type));
    const shared = Object.entries(one ?? {}).filter(([key]) => SUBJECTS.includes(key));
    const responses = await Promise.all(
      [one, ...others].map(async (data) => t.deliver({ data: { ...data, ...Object.fromEntries(shared) } }, { at_once: true })),
    );
    const accepted = responses.filter(({ is_accepted }) => is_accepted);
    const found = await t.awaitEffectsOfAll(accepted.map(({ delivery }) => delivery.envelope.id));
    const lost = found.filter((count) => count === 0).length;
    if (holds(lost === 0)) return;
    await requireNoLosses(t);
    t.warn(`${lost} of ${accepted.length} events were accepted and took no effect.`, accepted[found.indexOf(0)], BY_LOT);
  }),
  quietDrill('RTY-1/settled-first', 'A trade.settled that arrives before its trade.created takes effect', async (t) => {
    await t.requireEffects();
    const settle = async (types: readonly string[]): Promise<number> => {
      const { trade_id } = makePayload('trade.created');
      const responses = [];
      for (const type of types) responses.push(await t.deliverWithRetries({ type, data: { ...makePayload(type), trade_id } }));
      const settled = responses[types.indexOf('trade.settled')];
      return settled?.is_accepted === true ? t.awaitEffects(settled.delivery.envelope.id) : 1;
    };
    if ((await settle(['trade.created', 'trade.settled'])) === 0) requireTypes([]);
    if (holds((await settle(['trade.settled', 'trade.created'])) > 0)) return;
    await requireNoLosses(t);
    t.warn('The event was accepted and took no effect.', undefined, UPDATES);
  }),
  takesEffectLate('RTY-1/late-effect', 'An event that is older than the last one takes effect', FIFTH_ATTEMPT_SECONDS),
  takesEffectLate('WHK-8/replay-takes-effect', 'An event of last week that is replayed takes effect', WEEK_SECONDS),
];

/** An event that was generated a while ago, delivered after a new one. */
function takesEffectLate(id: Drill['id'], title: string, seconds: number): Drill {
  return quietDrill(id, title, async (t) => {
    await t.requireEffects();
    const countOf = async (age_seconds: number): Promise<{ response: ReceiverResult; count: number }> => {
      await t.expectAccepted({});
      const response = await t.deliverWithRetries({ created_at: instantFromNow(-age_seconds) });
      if (!response.is_accepted)
        throw new Blocked('the receiver rejects an event that is older than the last one', response.exchange);
      return { response, count: await t.awaitEffects(response.delivery.envelope.id) };
    };
    const { response, count } = await countOf(seconds);
    if (holds(count > 0)) return;
    await requireNoLosses(t);
    const { count: count_of_recent } = await countOf(BACK_SECONDS);
    t.warn('The event was accepted and took no effect.', response, count_of_recent === 0 ? EARLIER : OLD);
  });
}
