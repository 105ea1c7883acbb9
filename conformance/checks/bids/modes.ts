/** INV-23: bids belong to one mode. */
import { check, type Check } from '../../check/check.ts';
import { expectThat, readBid } from '#client';
import { actOnBid } from './states.ts';

export const BID_MODES_CHECKS: readonly Check[] = (
  [
    ['live', 'sandbox', 'buyer', 'seller', 'buyer_sandbox', 'seller_sandbox'],
    ['sandbox', 'live', 'buyer_sandbox', 'seller_sandbox', 'buyer', 'seller'],
  ] as const
).map(([of, to, buyer, seller, other_buyer, other_seller]) =>
  check(
    `INV-23/${of}-bids-unanswered-by-${to}`,
    `A ${to} token cannot accept, reject, or counter a ${of} bid`,
    ['live', buyer, seller, other_buyer, other_seller, 'writes'],
    async (t) => {
      const by = t.actor(buyer);
      const lot = await t.arrange.lot({}, t.actor(seller));
      const countered = await t.arrange.bid(lot, {}, by);
      const counter = await t.arrange.counter(lot, countered);
      const bid = await t.arrange.bid(await t.arrange.lot({}, t.actor(seller)), {}, by);
      for (const [{ id }, answerer] of [
        [bid, other_seller],
        [counter, other_buyer],
      ] as const) {
        for (const action of ['counter', 'reject', 'accept'] as const) {
          const reply = await actOnBid(t, t.actor(answerer), id, action);
          expectThat(!reply.is_success, {
            message: `A ${to} token can ${action} a ${of} bid.`,
            reply,
            expected: '404',
          });
        }
        (await readBid(by, id)).get('status').is('pending');
      }
    },
  ),
);
