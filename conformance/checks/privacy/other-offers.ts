/** PRIV-5: other offers of a seller whom the settled trade of one offer names. */
import { check, type Check } from '../../check/check.ts';
import { dataIn, encodePath, ensureSuccess, expectThat, mentions, poll, readPath, type Actor } from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { OFFER_NEEDS, makeOffer } from '../cash-bids/make-offer.ts';
import { tradeIdOf } from '../trades/find.ts';
import { containsName, expectNoPartyKeys, isDistinctiveName } from './no-secrets.ts';

/** The name of the counterparty of a settled trade. @throws Unverifiable if it is not shown, or too common to search for */
async function nameIn(t: CheckContext, by: Actor, trade_id: string): Promise<string> {
  const read = async (): Promise<string | undefined> => {
    const name = readPath(dataIn((await by.get(encodePath`/trades/${trade_id}`)).json)['counterparty'], 'name');
    return typeof name === 'string' ? name : undefined;
  };
  const name = await poll(read, { within_ms: 3_000, signal: t.signal });
  return isDistinctiveName(name) ? name : t.unverifiable('the settled trade of an offer does not name the offering party');
}

export const OTHER_OFFERS_CHECKS: readonly Check[] = [
  check(
    'PRIV-5/another-offer',
    'The settled trade of one offer does not unmask another pending offer',
    [...OFFER_NEEDS, 'hook:pay_invoice'],
    async (t) => {
      const pending = await t.arrange.cashBid();
      await t.arrange.offer(pending.id);
      const accepted = await t.elevator.post(
        encodePath`/cash-bid-offers/${await t.arrange.offer((await t.arrange.cashBid()).id)}/accept`,
      );
      ensureSuccess(accepted);
      const trade_id = tradeIdOf(accepted.data);
      for (const invoice of ['buyer', 'seller'] as const) await t.arrange.pay({ id: trade_id }, invoice);
      const name = await nameIn(t, t.elevator, trade_id);
      const offers = await t.elevator.get(encodePath`/cash-bids/${pending.id}/offers`);
      ensureSuccess(offers);
      expectThat(!containsName(offers.exchange.text, name), {
        message: 'A pending offer names a seller with which the elevator has settled another trade.',
        reply: offers,
        expected: 'null, absent, or a label',
        observed: name,
        likely_cause: 'The mask depends on the seller, and not on the trade of the offer.',
      });
    },
  ),
  check(
    'PRIV-5/event',
    'cashbid.offer_received has no key that names the offering party',
    [...OFFER_NEEDS, 'webhooks'],
    async (t) => {
      const inbox = await t.subscribe(t.elevator, ['cashbid.offer_received']);
      const { id } = await makeOffer(t);
      expectNoPartyKeys([await inbox.requireNext({ where: mentions(id), after: 'an offer was made' })], 'offer');
    },
  ),
];
