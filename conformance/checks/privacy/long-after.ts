/** What a settlement reveals stays visible. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureSuccess, expectThat } from '#client';
import { EIGHT_DAYS_S } from '../bids/long-after.ts';

export const LONG_AFTER_SETTLEMENT_CHECKS: readonly Check[] = [
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
