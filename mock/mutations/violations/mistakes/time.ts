/** Windows, delays, and expiries that are off: a date where an instant belongs, a grace period, a wrong time zone. */
import {
  afterAct,
  all,
  answered,
  findRow,
  holderOf,
  idIn,
  isRefusal,
  lettingIn,
  onBody,
  onDelivery,
  onField,
  onFind,
  onRequestFields,
  onSignature,
  refuse,
  violations,
  withDelays,
  withEnvelope,
  withTimeout,
  withVerdict,
  type Reader,
  type Seams,
} from '../kit/index.ts';
import { Alarm } from '../../../ports/timer.ts';
import { later } from '../../../ports/clock.ts';
import { sign } from '../../../server/webhooks/sign.ts';
import { ALL_VIEWS, asPending } from '../bids/deviations.ts';
import { findBid } from '../../../market/store/bids.ts';
import { findLot } from '../../../market/store/lots.ts';
import { viewReceivedBid, viewReceivedBids } from '../../../market/views/parties.ts';

const DAY_S = 86_400;

/** A record cannot be read by its id for a second after its creation. */
function readLate(creating: 'placeBid' | 'acceptBid', reading: 'getBid' | 'getTrade'): Partial<Seams> {
  const late = new Set<string>();
  return all(
    afterAct(creating, (_call, { data: { id } }) => {
      late.add(id);
      new Alarm(() => {
        late.delete(id);
      }).set(1_000);
    }),
    onFind(reading, (found, { path }) => (late.has(idIn(path)) ? refuse('not_found') : found)),
  );
}

/** Moves an instant that is given in a request. */
function moved(where: 'placeBid' | 'counterBid', change: (expiry: string) => string): Partial<Seams> {
  return onRequestFields(where, (fields) =>
    typeof fields['expires_at'] === 'string' ? { ...fields, expires_at: change(fields['expires_at']) } : fields,
  );
}

/** Shows bids in the inbox for some time after their expiry. */
function inboxAfterExpiry(grace_s: number): Partial<Seams> {
  return afterAct('listBidsReceived', async ({ db, caller, query, now }, page) => {
    const expired = await db
      .selectFrom('bids')
      .select(['id', 'lot_id'])
      .where('seller_user_id', '=', caller.user_id)
      .where('livemode', '=', caller.livemode)
      .where('status', '=', 'expired')
      .where('expires_at', '>', later(now, -grace_s))
      .execute();
    let items = [...page.items];
    for (const { id, lot_id } of expired) {
      const truth = await findBid(db, id, caller.livemode);
      const lot = await findLot(db, lot_id, caller.livemode);
      if (truth === undefined || lot === undefined) continue;
      const bid = viewReceivedBid({ ...truth, bid: { ...truth.bid, status: 'pending' } }, query.units);
      const known = items.find(({ listing }) => listing.id === lot_id);
      items = items.filter((group) => group !== known);
      items.push({ ...(known ?? viewReceivedBids(lot, [], query.units)), bids: [...(known?.bids ?? []), bid] });
    }
    return { ...page, items };
  });
}

/** Accepts a token for some time after its expiry. */
async function expiredWithin(db: Reader, authorization: string | undefined, now: string, grace_s: number): Promise<boolean> {
  const row = await findRow(db, 'tokens', { token: authorization?.slice('Bearer '.length) ?? '' });
  return typeof row?.expires_at === 'string' && row.expires_at > later(now, -grace_s);
}

const EXPIRIES = violations({
  'BID-11/end-of-the-seventh-day: A bid without `expires_at` expires at the end of the seventh day.': onRequestFields(
    'placeBid',
    // Late in the evening, the end of the day is too near to differ, so it is the end of the next one.
    (fields, { world }) => ({
      expires_at: `${later(world.clock.now(), 7 * DAY_S + 2 * 3_600).slice(0, 10)}T23:59:59Z`,
      ...fields,
    }),
  ),
  'BID-11/working-days: A bid without `expires_at` expires after seven working days.': onRequestFields(
    'placeBid',
    (fields, { world }) => ({ expires_at: later(world.clock.now(), 9 * DAY_S), ...fields }),
  ),
  'BID-45/seconds-dropped: The seconds of `expires_at` are dropped.': moved('placeBid', (expiry) =>
    expiry.replace(/:\d\d(?:\.\d+)?(?=Z|[+-])/, ':00'),
  ),
  'BID-45/offset-reversed: The UTC offset of `expires_at` is applied with the wrong sign.': moved('placeBid', (expiry) =>
    expiry.replace(/([+-])(?=\d\d:\d\d$)/, (plus) => (plus === '+' ? '-' : '+')),
  ),
  'BID-45/local-time: `expires_at` is shown six hours early.': onField(ALL_VIEWS, 'expires_at', (expiry) =>
    typeof expiry === 'string' ? later(expiry, -6 * 3_600) : expiry,
  ),
  'BID-45/counters-capped: A counter expires with the bid that it answers, whatever it says.': onRequestFields(
    'counterBid',
    async (fields, { db, incoming }) => {
      const row = await findRow(db, 'bids', { id: incoming.path['id'] ?? '' });
      return row === undefined || fields['expires_at'] === undefined ? fields : { ...fields, expires_at: row.expires_at };
    },
  ),
  'BID-20/grace-of-an-hour: A bid can be accepted for an hour after its expiry.': asPending(
    'acceptBid',
    ({ status, expires_at }, { world }) => status === 'expired' && later(expires_at, 3_600) > world.clock.now(),
  ),
  'BID-16/own-bid-late: GET /bids/{id} returns 404 for a second after the bid was placed.': () => readLate('placeBid', 'getBid'),
  'TRD-2/own-trade-late: GET /trades/{id} returns 404 for a second after the bid was accepted.': () =>
    readLate('acceptBid', 'getTrade'),
  'BID-20/expired-counters-accepted: An expired counter can be accepted.': asPending(
    'acceptBid',
    ({ status, counter_to }) => status === 'expired' && counter_to !== null,
  ),
  'LST-12/expired-for-an-hour: GET /me/bids-received shows bids as pending for an hour after their expiry.':
    inboxAfterExpiry(3_600),
  'LST-12/last-day-hidden: GET /me/bids-received omits bids in the 24 hours before their expiry.': onBody(
    'listBidsReceived',
    (page, about) => {
      const tomorrow = later(about.world.clock.now(), DAY_S);
      const items = page.items.map((group) => ({
        ...group,
        bids: group.bids.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > Date.parse(tomorrow)),
      }));
      return { ...page, items: items.filter(({ bids }) => bids.length > 0) };
    },
  ),
  'AUTH-15/grace-of-a-day: Tokens are accepted for a day after their expiry.': {
    caller: async (caller, { db, incoming, world }) =>
      isRefusal(caller) && (await expiredWithin(db, incoming.authorization, world.clock.now(), DAY_S))
        ? ((await holderOf(db, incoming.authorization)) ?? caller)
        : caller,
  },
  'AUTH-15/expired-reads-a-trade: GET /trades/{id} accepts an expired token.': lettingIn('getTrade', ({ db, incoming }) =>
    holderOf(db, incoming.authorization),
  ),
  'AUTH-15/expired-reads-deliveries: GET /webhooks/{id}/deliveries accepts an expired token.': lettingIn(
    'listDeliveries',
    ({ db, incoming }) => holderOf(db, incoming.authorization),
  ),
});

const DELAYS = violations({
  'RTY-4/third-after-two-minutes: The third attempt follows after two minutes.': withDelays(10, 120, 300, 1_800),
  'RTY-4/fourth-after-ten-minutes: The fourth attempt follows after ten minutes.': withDelays(10, 60, 600, 1_800),
  'RTY-4/fourth-after-three-minutes: The fourth attempt follows after three minutes.': withDelays(10, 60, 180, 1_800),
  'RTY-4/fifth-after-twenty-minutes: The fifth attempt follows after twenty minutes.': withDelays(10, 60, 300, 1_200),
  'RTY-5/twelve: A delivery times out after 12 seconds.': withTimeout(12_000),
  'RTY-5/nine: A delivery times out after 8.8 seconds.': withTimeout(8_800),
  'RTY-2/too-early-retried: A delivery is retried after a 425 response.': withVerdict(answered(425), 'retrying'),
  'RTY-2/unauthorized-retried: A delivery is retried after a 401 response.': withVerdict(answered(401), 'retrying'),
  'RTY-2/conflict-retried: A delivery is retried after a 409 response.': withVerdict(answered(409), 'retrying'),
  'RTY-3/gateway-time-out-is-final: A delivery is not retried after a 504 response.': withVerdict(answered(504), 'failed'),
  'RTY-3/not-implemented-is-final: A delivery is not retried after a 501 response.': withVerdict(answered(501), 'failed'),
  'RTY-1/accepted-retried: A delivery is retried after a 202 response.': withVerdict(answered(202), 'retrying'),
  'RTY-1/reset-content-fails: A 205 or 206 response counts as a failure.': withVerdict(answered(205, 206), 'failed'),
});

const STAMPS = violations({
  'SIG-1/local-time: `t` is an hour ahead.': onSignature('all', ({ secret, body, t }) => sign(secret, body, t + 3_600)),
  'EVT-19/local-time: `created_at` is six hours early.': withEnvelope('all', (envelope) => ({
    created_at: later(envelope.created_at, -6 * 3_600),
  })),
  'EVT-19/retries-anew: `created_at` of a retry is the time of the retry.': onDelivery('all', (envelope, { attempt, begun_at }) =>
    attempt === 1 ? envelope : { ...envelope, created_at: begun_at },
  ),
});

export const MISTAKEN_TIMES = [...EXPIRIES, ...DELAYS, ...STAMPS];
