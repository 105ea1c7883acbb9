/** PRIV-5: e-mail addresses in offers. PRIV-5/until-settled searches for the name that settlement shows. */
import { check, type Check } from '../../check/check.ts';
import { encodePath, ensureSuccess, warnUnless } from '#client';
import { EMAIL } from '../../privacy/knowledge.ts';

/** Where the elevator's own addresses can be. */
const OWN = ['/cash-bids', '/teams', '/delivery-locations'] as const;

export const OFFER_CONTACTS_CHECKS: readonly Check[] = [
  check(
    'PRIV-5/no-e-mail-address',
    "A pending offer has no e-mail address, except one that the elevator's other records have",
    ['elevator', 'writes', 'fixture:cash_bid_body', 'hook:make_offer'],
    async (t) => {
      const cash_bid = await t.arrange.cashBid();
      await t.arrange.offer(cash_bid.id);
      const offers = await t.elevator.get(encodePath`/cash-bids/${cash_bid.id}/offers`);
      ensureSuccess(offers);
      const own = new Set<string>();
      for (const path of OWN) for (const email of (await t.elevator.get(path)).exchange.text.match(EMAIL) ?? []) own.add(email);
      const foreign = (offers.exchange.text.match(EMAIL) ?? []).find((email) => !own.has(email));
      // It could be that of an employee of the elevator.
      warnUnless(foreign === undefined, {
        message: 'A pending offer has an e-mail address, which can be that of the offering party.',
        reply: offers,
        expected: 'no e-mail address',
        observed: foreign,
        likely_cause: 'The offer includes who made it.',
      });
    },
  ),
];
