/** Changes to the values that a listing already has. */
import { check, type Check } from '../../check/check.ts';
import { TARGET_PRICE, encodePath, expectListing, expectStatus } from '#client';

const NEEDS = ['seller', 'writes'] as const;

export const UNCHANGED_CHECKS: readonly Check[] = [
  check('LST-6/unchanged', 'PATCH with the present values of a listing returns 200', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    for (const body of [{ listed: true }, { target_price: { amount: TARGET_PRICE } }])
      expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, body), 200);
    (await expectListing(t.seller, lot.id)).get('status').is('listed');
  }),
];
