/** SIG-6, VER-2, EVT: what a receiver does with what it is told. */
import { Blocked, holds, instantFromNow, nowMs } from '#client';
import { DELIVERED_TYPES, makePayload } from '../envelope.ts';
import type { Drill } from '../drill.ts';
import { drill } from '../drill.ts';
import { sayAnswer } from '../describe-answer.ts';
import { shouldTake, takes } from './pair.ts';

const IGNORE = 'Types are matched one by one, and an unknown one is an error: answer 2xx and do nothing (SIG-6).';
const OUT_OF_ORDER = 'What is older than the last event is refused: the order of deliveries is not promised.';
const SETTLED = 'trade.settled';
const NOT_CREATED =
  'A trade that was settled has to be known: trade.created may come later, or was failed for good. Fetch the trade, and answer 2xx.';
/** RTY-4: the fifth attempt comes so long after the first. */
const FIFTH_ATTEMPT_SECONDS = 2_170;
const WEEK_SECONDS = 7 * 86_400;

/** An event that was generated so long ago, delivered now. */
function late(id: Drill['id'], title: string, seconds: number): Drill {
  return drill(id, title, async (t) => {
    await t.requireGenuine();
    await t.expectTaken(
      { created_at: instantFromNow(-seconds, nowMs()) },
      'The age of the event is judged by `created_at`, by itself or against the last one. It is `t` that tells when it was sent: retries and replays carry the `created_at` of the event (EVT-19).',
    );
  });
}

export const EVENT_DRILLS: readonly Drill[] = [
  ...DELIVERED_TYPES.filter((type) => type !== SETTLED).map((type) =>
    takes(
      `RTY-1/${type.replaceAll(/[._]/g, '-')}`,
      `A genuine ${type} is taken`,
      { type },
      `It fails on ${type}, or refuses what it has no use for: then it is lost (RTY-2).`,
    ),
  ),
  drill('RTY-1/trade-settled', 'A genuine trade.settled is taken', async (t) => {
    await t.requireGenuine();
    const settled = { type: SETTLED, data: makePayload(SETTLED) };
    const answer = await t.deliverWithRetries(settled);
    if (holds(answer.is_taken)) return;
    // Whoever knows the trade may be asking no more than that its beginning comes before its end.
    await t.deliverWithRetries({
      type: 'trade.created',
      data: { ...makePayload('trade.created'), trade_id: settled.data['trade_id'] },
    });
    if (!(await t.deliverWithRetries(settled)).is_taken) {
      throw await t.refusalOf(
        answer,
        settled,
        `It fails on ${SETTLED}, or refuses what it has no use for: then it is lost (RTY-2).`,
      );
    }
    t.warn(`It was not taken where trade.created had not come before: ${sayAnswer(answer)}.`, answer, NOT_CREATED);
  }),
  takes('SIG-6/unknown-type', 'An event of a type that nobody knows is answered 2xx', { type: 'weather.hail_expected' }, IGNORE),
  takes('SIG-6/unknown-family', 'A new type of a family that is known is answered 2xx', { type: 'bid.amended' }, IGNORE),
  takes(
    'VER-2/new-type',
    'A type that comes without a new major version is answered 2xx',
    { type: 'trade.delivery_scheduled' },
    IGNORE,
  ),
  shouldTake(
    'EVT-20/other-mode',
    'A delivery of the other mode is answered 2xx',
    { livemode: false },
    'Deliveries of the sandbox are refused: tell them apart by `livemode`, and answer 2xx.',
  ),
  shouldTake(
    'EVT-7/trade-of-an-offer',
    'A trade that comes from a cash-bid offer is taken: it has no bid and no lot',
    { type: 'trade.created', data: { ...makePayload('trade.created'), bid_id: null, inventory_id: null } },
    'bid_id or inventory_id are taken for granted: for such a trade they may be null or absent.',
  ),
  shouldTake(
    'EVT-19/other-instant',
    'A created_at in another form of ISO 8601 is taken',
    { created_at: instantFromNow(0).replace(/\.\d+Z$/, '+00:00') },
    'created_at is matched by its letters: ISO 8601 has several forms of one instant.',
  ),
  late('RTY-4/fifth-attempt', 'An event that is delivered at the fifth attempt is taken', FIFTH_ATTEMPT_SECONDS),
  late('WHK-8/replayed', 'An event of last week that is replayed is taken', WEEK_SECONDS),
  drill('RTY-1/out-of-order', 'An event that is older than the last one is taken', async (t) => {
    await t.requireGenuine();
    const now_ms = nowMs();
    const last = await t.deliverWithRetries({ type: 'trade.settled', created_at: instantFromNow(0, now_ms) });
    if (!last.is_taken) throw new Blocked('the receiver does not take trade.settled (RTY-1/trade-settled)', last.exchange);
    const answer = await t.deliverWithRetries({ type: 'trade.created', created_at: instantFromNow(-60, now_ms) });
    if (!holds(answer.is_taken)) t.warn(`It was not taken: ${sayAnswer(answer)}.`, answer, OUT_OF_ORDER);
  }),
];
