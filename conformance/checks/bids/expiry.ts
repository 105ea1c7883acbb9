/** The expiry of a bid. */
import { parseInstant } from '#spec';
import { check, type Check } from '../../check/check.ts';
import type { Actor, Bid, JsonNode, Lot, Reply } from '#client';
import {
  Blocked,
  describeRefusal,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  awaitInBidsReceived,
  poll,
  readBidStatus,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { awaitGone } from '../listings/read-inbox.ts';
import { fieldInViews } from './bid-views.ts';
import { placeMultiGradeBid } from './multi-grade.ts';
import { SIDES } from './needs.ts';
import { postBid } from './post-bid.ts';
import { actOnBid } from './states.ts';

const SEVEN_DAYS_MS = 7 * 86_400_000;
/** An hour, since 7 calendar days can include a daylight saving change, and five minutes. */
const TOLERANCE_MS = 65 * 60_000;

/** Parses an instant in any ISO 8601 notation. Without a time zone it counts as UTC, because the FMT checks report a missing one. */
export function readInstant(text: string): number {
  return parseInstant(text) ?? Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

/** Every non-null `expires_at` in the views of a new bid. @throws Unverifiable if no view shows the field */
export async function expiriesOf(t: CheckContext, lot: Lot, placed: Reply, by?: Actor): Promise<readonly JsonNode[]> {
  const expiries = await fieldInViews(t, lot, placed, 'expires_at', by);
  if (expiries.length === 0) t.unverifiable('no view of a bid shows expires_at');
  const given = expiries.filter((expiry) => !expiry.isNull());
  if (given.length === 0) expiries[0]?.breach('expires_at is null in every view of the bid.', 'an instant');
  return given;
}

async function checkDefault(t: CheckContext, lot: Lot, placed: Reply, by?: Actor): Promise<void> {
  expectSuccess(placed);
  // The target's clock can have been moved, so its `created_at` counts as well.
  const created = placed.data.find('created_at')?.value;
  const bases = [t.run.clock.nowMs(), ...(typeof created === 'string' ? [readInstant(created)] : [])];
  for (const expiry of await expiriesOf(t, lot, placed, by)) {
    const at_ms = readInstant(expiry.text());
    const is_near = bases.some((base) => Math.abs(at_ms - base - SEVEN_DAYS_MS) <= TOLERANCE_MS);
    if (!is_near) {
      expiry.breach(
        'The default expiry of a bid is not 7 days after its placement.',
        new Date(t.run.clock.nowMs() + SEVEN_DAYS_MS).toISOString(),
      );
    }
  }
}

const DEFAULTS: readonly Check[] = [
  check('BID-11/default', 'expires_at of a bid defaults to 7 days after placement', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    await checkDefault(t, lot, await postBid(t, lot.id, { expires_at: undefined }));
  }),
  check(
    'BID-11/delivered',
    'expires_at of a bid with delivery to the buyer defaults to 7 days after placement',
    ['elevator', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const terms = { fob_farm: false, delivery_location_id: await t.arrange.deliveryLocation() };
      await checkDefault(t, lot, await postBid(t, lot.id, { ...terms, expires_at: undefined }, t.elevator), t.elevator);
    },
  ),
  check('BID-11/by-grades', 'expires_at of a multi-grade bid defaults to 7 days after placement', SIDES, async (t) => {
    const bid = await placeMultiGradeBid(t);
    await checkDefault(t, bid.lot, bid.reply);
  }),
  check('BID-59/counter', 'expires_at of a counter defaults to 7 days after the counter', SIDES, async (t) => {
    const lot = await t.arrange.lot();
    const bid = await t.arrange.bid(lot, { expires_at: t.run.clock.instantFromNow(3 * 86_400) });
    const counter = await t.arrange.counter(lot, bid);
    await checkDefault(t, lot, counter.reply);
  }),
];

/** When a bid that a check waits for expires. */
export const SOON_S = 2;
/** How long the target can take to show that a bid has expired. */
const EXPIRED_WITHIN_MS = 2_500;

/** Waits until a bid reads expired. @throws Unverifiable if it never does: how and when a bid becomes expired is open */
export async function awaitExpired(t: CheckContext, id: string): Promise<void> {
  const read = async (): Promise<true | undefined> => ((await readBidStatus(t.buyer, id)) === 'expired' ? true : undefined);
  if ((await poll(read, { within_ms: EXPIRED_WITHIN_MS, every_ms: 200, signal: t.signal })) === undefined)
    t.unverifiable(`a bid past its expires_at is not expired (its status is ${String(await readBidStatus(t.buyer, id))})`);
}

/** Checks BID-20 on a bid whose expiry is past. */
async function checkExpired(t: CheckContext, lot: Lot, id: string): Promise<void> {
  await awaitExpired(t, id);
  for (const action of ['accept', 'counter', 'reject'] as const) {
    const refused = await actOnBid(t, lot.seller, id, action);
    expectThat(refused.status === 422, {
      message: `POST /bids/{id}/${action} on an expired bid returned ${refused.status}.`,
      reply: refused,
      expected: 'status 422',
      observed: refused.json,
      ...(refused.is_success
        ? { likely_cause: 'The expiry is computed when a bid is read, but the action checks the stored status.' }
        : {}),
    });
    t.observe(`${action} on an expired bid: ${describeRefusal(refused)}`);
  }
  expectThat((await readBidStatus(t.buyer, id)) === 'expired', {
    message: 'An action on an expired bid was rejected, but changed its status.',
  });
}

/**
 * Creates a bid that expires in two seconds.
 * @param make creates it with this `expires_at`
 * @param config_key a key that lets another check verify the clause
 * @throws Unverifiable if the target rejects it: it can have a shortest expiry, or a clock that is a little ahead
 */
export async function withShortExpiry<Made>(
  t: CheckContext,
  make: (expires_at: string) => Promise<Made>,
  config_key?: string,
): Promise<Made> {
  try {
    return await make(t.run.clock.instantFromNow(SOON_S));
  } catch (error) {
    const status = error instanceof Blocked ? (error.exchange?.status ?? 0) : 0;
    if (status >= 400 && status < 500)
      t.unverifiable(`the target rejects an expiry in ${SOON_S} s (status ${status})`, config_key);
    throw error;
  }
}

/** A bid whose expiry is past. The target can take a moment to show it as expired. */
export async function arrangePastBid(t: CheckContext): Promise<{ lot: Lot; id: string }> {
  const lot = await t.arrange.lot();
  const { id } = await withShortExpiry(t, (expires_at) => t.arrange.bid(lot, { expires_at }));
  await t.wait(SOON_S * 1_000);
  return { lot, id };
}

const EXPIRED: readonly Check[] = [
  check(
    'BID-20/expired',
    'Accepting, rejecting, or countering an expired bid returns 422',
    SIDES,
    async (t) => {
      const lot = await t.arrange.lot();
      const place = async (expires_at: string): Promise<Bid> => t.arrange.bid(lot, { expires_at });
      const { id } = await withShortExpiry(t, place, 'hooks.advance_clock');
      await t.wait(SOON_S * 1_000);
      await checkExpired(t, lot, id);
    },
    { lane: 'patient' },
  ),
  check(
    'BID-20/expired-after-seven-days',
    'Accepting, rejecting, or countering a bid that expired by default returns 422',
    ['buyer', 'seller', 'writes', 'hook:advance_clock'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      await t.arrange.advanceClock(7 * 86_400 + 4_000);
      await checkExpired(t, lot, bid.id);
    },
    { lane: 'clock' },
  ),
  check(
    'BID-12/at-expiry',
    'A pending bid becomes expired at its expires_at, not before',
    SIDES,
    async (t) => {
      const lot = await t.arrange.lot();
      const { id } = await withShortExpiry(t, (expires_at) => t.arrange.bid(lot, { expires_at }));
      t.observe(`before its expires_at, a bid is ${String(await readBidStatus(t.buyer, id))}`);
      await t.wait(SOON_S * 1_000 + 100);
      const late = await readBidStatus(t.buyer, id);
      t.observe(`after its expires_at, a bid is ${String(late)}`);
      expectThat(late === 'expired', {
        message: 'A bid past its expires_at is not expired.',
        observed: late,
        expected: 'expired',
      });
    },
    { lane: 'patient' },
  ),
];

/** Both sides of an expiry: shortly before it, and shortly after it. */
const EDGES: readonly Check[] = [
  check(
    'BID-11/open-until-then',
    'A bid can be accepted, rejected, or countered until its default expiry',
    ['buyer', 'seller', 'writes', 'hook:advance_clock'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      // 7 calendar days can be an hour shorter than 168 hours.
      await t.arrange.advanceClock(7 * 86_400 - 2 * 3_600);
      expectStatus(await lot.seller.post(encodePath`/bids/${bid.id}/reject`), 200);
    },
    { lane: 'clock' },
  ),
  check(
    'BID-20/expired-counter',
    'Accepting, rejecting, and countering an expired counter return 422',
    SIDES,
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      const counter = await withShortExpiry(t, (expires_at) => t.arrange.counter(lot, bid, { expires_at }));
      await t.wait(SOON_S * 1_000);
      await awaitExpired(t, counter.id);
      for (const action of ['accept', 'reject', 'counter'] as const) {
        expectRefusal(await actOnBid(t, t.buyer, counter.id, action), 422);
      }
    },
    { lane: 'patient' },
  ),
  check(
    'LST-12/just-expired',
    'GET /me/bids-received shows a bid until it expires, and not after',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const expires_later = t.run.clock.instantFromNow(20 * 60);
      const [soon, later] = await withShortExpiry(t, (expires_at) =>
        t.arrange.bids(lot, [{ expires_at }, { expires_at: expires_later }]),
      );
      expectThat((await awaitInBidsReceived(t.seller, later.id)) !== undefined, {
        message: 'GET /me/bids-received does not list a bid that expires in 20 minutes.',
        expected: later.id,
      });
      await t.wait(SOON_S * 1_000);
      await awaitExpired(t, soon.id);
      const left = (await awaitGone(t, [lot.id], [soon.id])).map((bid) => bid.get('id').value);
      expectThat(!left.includes(soon.id), { message: 'GET /me/bids-received still lists an expired bid.', observed: soon.id });
      expectThat(left.includes(later.id), {
        message: 'GET /me/bids-received no longer lists a bid after another one expired.',
        expected: later.id,
      });
    },
    { lane: 'patient' },
  ),
];

export const EXPIRY_CHECKS: readonly Check[] = [...DEFAULTS, ...EXPIRED, ...EDGES];
