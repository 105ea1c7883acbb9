import { personas } from '#fixtures/personas';
import { LIMITS } from '#spec';
import { z } from 'zod';
import { checkOffer, draftOfferEvent } from '../../../market/rules/offers.ts';
import { isRefusal, refuse } from '../../../market/rules/refusal.ts';
import { isMember } from '../../../market/store/teams.ts';
import type { Row } from '../../../market/records/tables.ts';
import { emit } from '../../webhooks/outbox.ts';
import { applyChange } from '../endpoint/apply-change.ts';
import { controlOperation } from '../endpoint/operation.ts';

const Offer = z.strictObject({
  price: z
    .number()
    .positive()
    .max(LIMITS.price_amount_max)
    .optional()
    .meta({ description: 'In the unit of the cash bid. Default: the price of the cash bid.' }),
  quantity_mt: z
    .number()
    .min(LIMITS.bid_quantity_min_mt)
    .max(LIMITS.quantity_max_mt)
    .optional()
    .meta({ description: 'Default: the quantity of the cash bid.' }),
  seller_user_id: z.string().optional().meta({ description: 'Default: the developer seller.' }),
});

const NO_CASH_BID =
  'There is no such cash bid in this world. To find its id, open the Market page of the dashboard, or send GET /_gristmill/records/cash-bids.';

export const CASH_BIDS = [
  controlOperation('post', '/cash-bids/{id}/offers', {
    makes_rows: true,
    summary: 'Make an offer on a cash bid as a seller',
    description: 'The team that owns the cash bid gets cashbid.offer_received (CB-9).',
    body: { schema: Offer, required: false },
    changes_market: true,
    success: 201,
    act: ({ world, path, body = {} }) =>
      applyChange(world, async (tx, now) => {
        const cashBid = await tx
          .selectFrom('cash_bids')
          .selectAll()
          .where('id', '=', path['id'] ?? '')
          .executeTakeFirst();
        if (cashBid === undefined) return refuse('not_found', { message: NO_CASH_BID });
        const seller_user_id = body.seller_user_id ?? personas.seller.user_id;
        const seller = await tx.selectFrom('users').select('id').where('id', '=', seller_user_id).executeTakeFirst();
        const is_own = await isMember(tx, cashBid.team_id, seller_user_id);
        const terms = checkOffer(cashBid, { ...body, seller: seller === undefined ? 'unknown' : is_own ? 'own' : 'other' });
        if (isRefusal(terms)) return terms;

        const { id: cash_bid_id, livemode } = cashBid;
        const id = await world.ids.next(tx, 'cbo');
        const offer: Row<'offers'> = {
          id,
          cash_bid_id,
          seller_user_id,
          livemode,
          status: 'pending',
          ...terms,
          trade_id: null,
          created_at: now,
        };
        await tx.insertInto('offers').values(offer).execute();
        await emit(world, tx, [draftOfferEvent(offer, cashBid)], now);
        return { offer_id: id, previous_state: null, new_state: { ...offer, livemode: livemode === 1 } };
      }),
  }),
];
