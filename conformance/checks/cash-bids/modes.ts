/** INV-23: cash bids and their offers belong to one mode. */
import { check, type Check } from '../../check/check.ts';
import { expectThat, hasId, containsId, listAllPages, encodePath } from '#client';
import { OFFER_NEEDS, findOffer, makeOffer } from './make-offer.ts';

export const CASH_BID_MODES_CHECKS: readonly Check[] = [
  ...(
    [
      ['live', 'sandbox', 'elevator', 'elevator_sandbox'],
      ['sandbox', 'live', 'elevator_sandbox', 'elevator'],
    ] as const
  ).map(([of, to, maker, stranger]) =>
    check(
      `INV-23/${of}-cash-bids-unseen-by-${to}`,
      `A ${to} token neither sees nor changes a ${of} cash bid`,
      ['live', maker, stranger, 'writes', 'fixture:cash_bid_body'],
      async (t) => {
        const other = t.actor(stranger);
        const { id } = await t.arrange.cashBid({}, t.actor(maker));
        for (const query of [{}, { is_active: true }, { is_active: false }]) {
          const list = await other.get('/cash-bids', { ...query, limit: 50 });
          // A token that may not read cash bids does not see this one, either.
          const items = list.is_success ? await listAllPages(other, '/cash-bids', query) : [];
          expectThat(!containsId(list.exchange, id) && !items.some((item) => hasId(item, id)), {
            message: `GET /cash-bids shows a ${of} cash bid to a ${to} token.`,
            reply: list,
            expected: 'a list without it',
            observed: id,
          });
        }
        for (const reply of [
          await other.get(encodePath`/cash-bids/${id}/offers`),
          await other.patch(encodePath`/cash-bids/${id}`, {}),
        ]) {
          expectThat(!reply.is_success, {
            message: `${reply.name} succeeds for a ${of} cash bid with a ${to} token.`,
            reply,
            expected: '404',
          });
        }
      },
    ),
  ),
  check(
    'INV-23/offers-apart',
    'A sandbox token cannot accept or reject an offer on a live cash bid',
    [...OFFER_NEEDS, 'live', 'elevator_sandbox'],
    async (t) => {
      const offer = await makeOffer(t);
      for (const action of ['accept', 'reject']) {
        const reply = await t.actor('elevator_sandbox').post(encodePath`/cash-bid-offers/${offer.id}/${action}`);
        expectThat(!reply.is_success, {
          message: `A sandbox token can ${action} an offer on a live cash bid.`,
          reply,
          expected: '404',
        });
      }
      (await findOffer(t, offer)).get('status').is('pending');
    },
  ),
];
