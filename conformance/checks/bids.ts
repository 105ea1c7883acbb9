import type { Check } from '../check.ts';
import { check } from '../check.ts';
import { expectRefusal, expectStatus } from '../judge/expect.ts';

export const BIDS: readonly Check[] = [
  check(
    'BID-4/quantity-below-minimum',
    'A bid under 0.01 t is refused, naming quantity_mt, and one of 0.01 t is taken',
    ['buyer', 'writes'],
    async (t) => {
      const lot = await t.stage.lotToBidOn();
      const path = `/inventory/${lot}/bids`;
      const refused = await t.buyer.post(path, await t.stage.bidBody({ quantity_mt: 0.009 }));
      expectRefusal(refused, 422, { code: 'validation_failed', field: 'quantity_mt' });
      const missing = await t.buyer.post(path, await t.stage.bidBody({ quantity_mt: undefined }));
      expectRefusal(missing, 422, { code: 'validation_failed', field: 'quantity_mt' });
      const accepted = await t.buyer.post(path, await t.stage.bidBody({ quantity_mt: 0.01 }));
      expectStatus(accepted, 201);
    },
  ),
  check(
    'BID-26/rejected',
    'Rejecting a pending bid answers 200 with the bid, now rejected',
    ['buyer', 'seller', 'writes'],
    async (t) => {
      const lot = await t.stage.lot();
      const bid = await t.stage.bid(lot);
      const rejected = await lot.seller.post(`/bids/${bid.id}/reject`);
      expectStatus(rejected, 200);
      rejected.data.get('id').is(bid.id);
      rejected.data.get('status').is('rejected');
      const read = await t.buyer.get(`/bids/${bid.id}`);
      read.data.get('status').is('rejected');
    },
  ),
];
