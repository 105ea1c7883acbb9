/** What has been decided or settled stays so when its bids would have expired long ago. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureSuccess, expectThat, readBid } from '#client';
import { arrangeBidInState } from './states.ts';

/** A day more than the default expiry of a bid (BID-11). */
const EIGHT_DAYS_S = 8 * 86_400;

export const LONG_AFTER: readonly Check[] = [
  ...(['accepted', 'rejected'] as const).map((state) =>
    check(
      `${state === 'accepted' ? 'BID-21' : 'BID-26'}/eight-days-later`,
      `A bid that was ${state} does not expire`,
      ['buyer', 'seller', 'writes', 'hook:advance_clock'],
      async (t) => {
        const { id } = await arrangeBidInState(t, state);
        await t.arrange.advanceClock(EIGHT_DAYS_S);
        const status = (await readBid(t.buyer, id)).get('status');
        status.expect(status.value !== 'expired', `A bid that was ${state} is expired after eight days.`, state);
      },
      { lane: 'clock' },
    ),
  ),
  check(
    'PRIV-4/eight-days-later',
    'The counterparty of a settled trade stays visible',
    ['buyer', 'seller', 'writes', 'hook:pay_invoice', 'hook:advance_clock'],
    async (t) => {
      const trade = await t.arrange.settledTrade();
      const paths = [encodePath`/trades/${trade.id}`, encodePath`/bids/${trade.bid.id}`];
      const readCounterparties = async (): Promise<readonly unknown[]> =>
        Promise.all(
          paths.map(async (path) => {
            const reply = await t.buyer.get(path);
            ensureSuccess(reply);
            return reply.data.find('counterparty')?.value ?? null;
          }),
        );
      const before = await readCounterparties();
      if (before.includes(null)) t.unverifiable('the trade or its bid has no counterparty after settlement');
      await t.arrange.advanceClock(EIGHT_DAYS_S);
      const after = await readCounterparties();
      expectThat(!after.includes(null), {
        message: 'The counterparty of a settled trade or of its bid is null again after eight days.',
        expected: JSON.stringify(before),
        observed: after,
      });
    },
    { lane: 'clock' },
  ),
];
