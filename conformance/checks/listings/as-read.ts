/** What a request returns of a listing that it changed is what a read then shows. */
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, encodePath } from '#client';
import { expectAsRead } from '../../expectations/as-read.ts';
import { submit } from './submit.ts';
import { QUALITY } from './accepted-fields.ts';

const NEEDS = ['seller', 'writes'] as const;
/** What a listing offers. Delisting and publishing it again change nothing of it (LST-6). */
export const OFFERED = [
  'commodity',
  'variety',
  'grade',
  'is_organic',
  'crop_year',
  'quantity_mt',
  'target_price',
  'quality',
] as const;

/** The documented fields of a seller's own listing, except its URLs, which can have a new signature in each response. */
export const OF_LISTING = [
  'id',
  'reference',
  'status',
  ...OFFERED,
  'location',
  'farm',
  'listed_at',
  'expires_at',
  'created_at',
] as const;

/** With values for members that are null by default. */
export const DETAILS = { variety: 'AAC Brandon', quality: QUALITY } as const;

export const AS_READ_CHECKS: readonly Check[] = [
  check('LST-2/as-read', 'POST /me/inventory returns the same listing as GET afterward', NEEDS, async (t) => {
    const made = await submit(t, { ...DETAILS, target_price: { amount: 301.5, firm: true } });
    ensureSuccess(made);
    await expectAsRead(t, t.seller, made, encodePath`/me/inventory/${made.data.get('id').text()}`, OF_LISTING);
  }),
  check('LST-6/as-read', 'PATCH /me/inventory/{id} returns the same listing as GET afterward', NEEDS, async (t) => {
    const path = encodePath`/me/inventory/${(await t.arrange.lot(DETAILS, t.seller)).id}`;
    for (const change of [{ target_price: { amount: 287.25 } }, { listed: false }, { listed: true }]) {
      const changed = await t.seller.patch(path, change);
      ensureSuccess(changed);
      await expectAsRead(t, t.seller, changed, path, OF_LISTING);
    }
  }),
  check(
    'LST-7/as-read',
    'If DELETE /me/inventory/{id} returns the listing, it is the same as GET afterward',
    NEEDS,
    async (t) => {
      const path = encodePath`/me/inventory/${(await t.arrange.lot(DETAILS, t.seller)).id}`;
      const archived = await t.seller.delete(path);
      ensureSuccess(archived);
      await expectAsRead(t, t.seller, archived, path, OF_LISTING);
    },
  ),
];
