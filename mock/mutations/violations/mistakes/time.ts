/** Wrong windows, delays, and expiries: a date instead of an instant, a grace period, a wrong time zone. */
import {
  acceptingExpired,
  afterAct,
  all,
  gotStatus,
  findRow,
  findRows,
  holderOf,
  idIn,
  isRefusal,
  lettingIn,
  onDelivery,
  onField,
  onFind,
  onRequestField,
  onRequestFields,
  onSignature,
  OWN_TRADES,
  refuse,
  violations,
  withBodyFields,
  withDelays,
  withEnvelope,
  withFields,
  withTimeout,
  withVerdict,
  type Seams,
} from '../kit/index.ts';
import { Alarm } from '../../../ports/timer.ts';
import { later } from '../../../ports/clock.ts';
import { sign } from '../../../server/webhooks/sign.ts';
import { ALL_VIEWS, ANSWERS, asPending } from '../bids/deviations.ts';
import { expiringAfter } from '../bids/terms.ts';
import { showInInbox } from '../listings/received.ts';

const DAY_S = 86_400;

/** Shows bids in a status as expired once their expires_at has passed. */
function shownAsExpired(from: 'accepted' | 'rejected'): Partial<Seams> {
  return withFields(['getBid', 'listBids'], ({ status, expires_at }, { world }) =>
    status === from && expires_at !== null && Date.parse(expires_at) < Date.parse(world.clock.now()) ? { status: 'expired' } : {},
  );
}

/** Returns 404 for a record during the first second after its creation. */
function delayReads(creating: 'placeBid' | 'acceptBid', reading: 'getBid' | 'getTrade'): Partial<Seams> {
  const unreadable_ids = new Set<string>();
  return all(
    afterAct(creating, (_call, { data: { id } }) => {
      unreadable_ids.add(id);
      new Alarm(() => {
        unreadable_ids.delete(id);
      }).set(1_000);
    }),
    onFind(reading, (found, { path }) => (unreadable_ids.has(idIn(path)) ? refuse('not_found') : found)),
  );
}

/** Changes `expires_at` in requests that place a bid. */
function changeExpiry(change: (expiry: string) => string): Partial<Seams> {
  return onRequestField('placeBid', 'expires_at', (expiry) => (typeof expiry === 'string' ? change(expiry) : expiry));
}

/** Shows bids in the seller's inbox for `grace_s` seconds after their expiry. */
function inboxAfterExpiry(grace_s: number): Partial<Seams> {
  return afterAct('listBidsReceived', async (call, page) => {
    const { user_id, livemode } = call.caller;
    const expired = await findRows(call.db, 'bids', { seller_user_id: user_id, livemode, status: 'expired' });
    const oldest = later(call.now, -grace_s);
    return showInInbox(
      call,
      page,
      expired.filter(({ expires_at }) => expires_at > oldest),
      'pending',
    );
  });
}

const EXPIRIES = violations({
  'BID-11/end-of-the-seventh-day: A bid without `expires_at` expires at the end of the seventh day.': onRequestFields(
    'placeBid',
    // After 22:00, uses the end of the next day, because the end of this one is too close to the correct expiry for a check to notice.
    (fields, { world }) => ({
      expires_at: `${later(world.clock.now(), 7 * DAY_S + 2 * 3_600).slice(0, 10)}T23:59:59Z`,
      ...fields,
    }),
  ),
  'BID-11/working-days: A bid without `expires_at` expires after seven working days.': expiringAfter(9 * DAY_S),
  'BID-45/seconds-dropped: The seconds of `expires_at` are dropped.': changeExpiry((expiry) =>
    expiry.replace(/:\d\d(?:\.\d+)?(?=Z|[+-])/, ':00'),
  ),
  'BID-45/offset-reversed: The UTC offset of `expires_at` is applied with the wrong sign.': changeExpiry((expiry) =>
    expiry.replace(/([+-])(?=\d\d:\d\d$)/, (plus) => (plus === '+' ? '-' : '+')),
  ),
  'BID-45/local-time: `expires_at` is shown six hours early.': onField(ALL_VIEWS, 'expires_at', (expiry) =>
    typeof expiry === 'string' ? later(expiry, -6 * 3_600) : expiry,
  ),
  'BID-45/counters-capped: A counter expires with the countered bid and ignores its own `expires_at`.': onRequestField(
    'counterBid',
    'expires_at',
    async (expiry, _fields, { db, incoming }) => (await findRow(db, 'bids', { id: idIn(incoming.path) }))?.expires_at ?? expiry,
  ),
  'BID-20/grace-of-an-hour: A bid can be accepted for an hour after its expiry.': asPending(
    'acceptBid',
    ({ status, expires_at }, { world }) => status === 'expired' && later(expires_at, 3_600) > world.clock.now(),
  ),
  'BID-16/own-bid-late: GET /bids/{id} returns 404 for a second after the bid was placed.': () =>
    delayReads('placeBid', 'getBid'),
  'TRD-2/own-trade-late: GET /trades/{id} returns 404 for a second after the bid was accepted.': () =>
    delayReads('acceptBid', 'getTrade'),
  'BID-20/expired-counters-accepted: An expired counter can be accepted.': asPending(
    'acceptBid',
    ({ status, counter_to }) => status === 'expired' && counter_to !== null,
  ),
  'BID-21/accepted-expire: Accepted bids are shown as expired after their `expires_at`.': shownAsExpired('accepted'),
  'BID-26/rejected-expire: Rejected bids are shown as expired after their `expires_at`.': shownAsExpired('rejected'),
  'PRIV-4/masked-after-a-week: Trades have a null `counterparty` a week after they were made.': withFields(
    OWN_TRADES,
    async ({ id }, { db, world }) =>
      ((await findRow(db, 'trades', { id }))?.created_at ?? '') < later(world.clock.now(), -7 * DAY_S)
        ? { counterparty: null }
        : {},
  ),
  'LST-12/expired-for-an-hour: GET /me/bids-received shows bids as pending for an hour after their expiry.':
    inboxAfterExpiry(3_600),
  'LST-12/last-day-hidden: GET /me/bids-received omits bids in the 24 hours before their expiry.': withBodyFields(
    'listBidsReceived',
    ({ items }, { world }) => {
      const tomorrow = Date.parse(later(world.clock.now(), DAY_S));
      const groups = items.map((group) => ({
        ...group,
        bids: group.bids.filter(({ expires_at }) => expires_at === null || Date.parse(expires_at) > tomorrow),
      }));
      return { items: groups.filter(({ bids }) => bids.length > 0) };
    },
  ),
  'AUTH-15/grace-of-a-day: Tokens are accepted for a day after their expiry.': lettingIn(
    'everywhere',
    async ({ db, incoming, world }) => {
      const holder = await holderOf(db, incoming.authorization);
      const token = holder?.token ?? '';
      const expires_at = (await findRow(db, 'tokens', { token }))?.expires_at;
      const is_in_time = typeof expires_at === 'string' && expires_at > later(world.clock.now(), -DAY_S);
      return is_in_time ? holder : undefined;
    },
  ),
  'AUTH-15/expired-reads-a-trade: GET /trades/{id} accepts an expired token.': acceptingExpired('getTrade'),
  'AUTH-15/expired-reads-deliveries: GET /webhooks/{id}/deliveries accepts an expired token.': acceptingExpired('listDeliveries'),
  'BID-11/dead-three-hours-early: A bid cannot be accepted, rejected, or countered in the last three hours before its expiry.':
    onFind(ANSWERS, (found, _entry, { world }) =>
      !isRefusal(found) &&
      found.stored.bid.status === 'pending' &&
      later(found.stored.bid.expires_at, -3 * 3_600) < world.clock.now()
        ? refuse('bid_not_pending')
        : found,
    ),
});

const DELAYS = violations({
  'RTY-4/third-after-two-minutes: The third attempt follows after two minutes.': withDelays(10, 120, 300, 1_800),
  'RTY-4/fourth-after-ten-minutes: The fourth attempt follows after ten minutes.': withDelays(10, 60, 600, 1_800),
  'RTY-4/fourth-after-three-minutes: The fourth attempt follows after three minutes.': withDelays(10, 60, 180, 1_800),
  'RTY-4/fifth-after-twenty-minutes: The fifth attempt follows after twenty minutes.': withDelays(10, 60, 300, 1_200),
  'RTY-5/twelve: A delivery times out after 12 seconds.': withTimeout(12_000),
  'RTY-5/nine: A delivery times out after 8.8 seconds.': withTimeout(8_800),
  'RTY-2/too-early-retried: A delivery is retried after a 425 response.': withVerdict(gotStatus(425), 'retrying'),
  'RTY-2/unauthorized-retried: A delivery is retried after a 401 response.': withVerdict(gotStatus(401), 'retrying'),
  'RTY-2/conflict-retried: A delivery is retried after a 409 response.': withVerdict(gotStatus(409), 'retrying'),
  'RTY-3/gateway-time-out-is-final: A delivery is not retried after a 504 response.': withVerdict(gotStatus(504), 'failed'),
  'RTY-3/not-implemented-is-final: A delivery is not retried after a 501 response.': withVerdict(gotStatus(501), 'failed'),
  'RTY-1/accepted-retried: A delivery is retried after a 202 response.': withVerdict(gotStatus(202), 'retrying'),
  'RTY-1/reset-content-fails: A 205 or 206 response counts as a failure.': withVerdict(gotStatus(205, 206), 'failed'),
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
