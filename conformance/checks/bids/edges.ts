/** Both sides of an expiry: shortly before it and shortly after it. */
import { check, type Check } from '../../check/check.ts';
import { Blocked, expectRefusal, expectStatus, expectThat, findBidInInbox, poll, readBidStatus } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { awaitGone } from '../listings/received.ts';

const SOON_S = 2;
const PATIENCE_MS = 2_500;

/**
 * @param make places a bid that expires soon
 * @throws Unverifiable if the target rejects it: it can have a shortest expiry, or a clock that is a little ahead
 */
async function withShortExpiry<Made>(t: CheckContext, make: (expires_at: string) => Promise<Made>): Promise<Made> {
  try {
    return await make(t.run.instantFromNow(SOON_S));
  } catch (error) {
    if (error instanceof Blocked && error.exchange?.status === 422) t.unverifiable(`the target rejects an expiry in ${SOON_S} s`);
    throw error;
  }
}

/** Waits until a bid reads expired. @throws Unverifiable if it never does: how a bid expires is open */
async function awaitExpired(t: CheckContext, id: string): Promise<void> {
  await t.wait(SOON_S * 1_000);
  const isExpired = async (): Promise<true | undefined> => ((await readBidStatus(t.buyer, id)) === 'expired' ? true : undefined);
  if ((await poll(isExpired, { within_ms: PATIENCE_MS, every_ms: 200, signal: t.signal })) === undefined)
    t.unverifiable('a bid past its expires_at does not read expired');
}

export const EDGES: readonly Check[] = [
  check(
    'BID-11/open-until-then',
    'A bid can be accepted, rejected, or countered until its default expiry',
    ['buyer', 'seller', 'writes', 'hook:advance_clock'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      // 7 calendar days can be an hour shorter than 168 hours.
      await t.arrange.advanceClock(7 * 86_400 - 2 * 3_600);
      expectStatus(await lot.seller.post(`/bids/${bid.id}/reject`), 200);
    },
    { lane: 'clock' },
  ),
  check(
    'BID-20/expired-counter',
    'Accepting, rejecting, and countering an expired counter return 422',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot();
      const bid = await t.arrange.bid(lot);
      const counter = await withShortExpiry(t, (expires_at) => t.arrange.counter(lot, bid, { expires_at }));
      await awaitExpired(t, counter.id);
      for (const action of ['accept', 'reject', 'counter'] as const) {
        const body = action === 'counter' ? await t.arrange.bidBody() : undefined;
        expectRefusal(await t.buyer.post(`/bids/${counter.id}/${action}`, body), 422);
      }
    },
    { lane: 'patient' },
  ),
  check(
    'LST-12/just-expired',
    'The inbox shows a bid until it expires, and not after',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const expires_later = t.run.instantFromNow(20 * 60);
      const [soon, later] = await withShortExpiry(t, (expires_at) =>
        t.arrange.bids(lot, [{ expires_at }, { expires_at: expires_later }]),
      );
      expectThat((await findBidInInbox(t.seller, later.id)) !== undefined, {
        message: 'A bid that expires in 20 minutes is not in the inbox.',
        expected: later.id,
      });
      await awaitExpired(t, soon.id);
      const left = (await awaitGone(t, [lot.id], [soon.id])).map((bid) => bid.get('id').value);
      expectThat(!left.includes(soon.id), { message: 'An expired bid is still in the inbox.', observed: soon.id });
      expectThat(left.includes(later.id), {
        message: 'A bid leaves the inbox when another one expires.',
        expected: later.id,
      });
    },
    { lane: 'patient' },
  ),
];
