/** What a request returns of a listing that it changed is what a read then shows. */
import { check, type Check } from '../../check/check.ts';
import { ensureSuccess, encodePath } from '#client';
import { expectAsRead } from '../../expectations/as-read.ts';
import { submit } from './submit.ts';

const NEEDS = ['seller', 'writes'] as const;
/** What the document shows of an own listing. */
const OF_LISTING = [
  'reference',
  'status',
  'commodity',
  'variety',
  'grade',
  'is_organic',
  'crop_year',
  'quantity_mt',
  'target_price',
  'quality',
  'location',
  'farm',
  'manage_url',
  'public_url',
  'listed_at',
  'expires_at',
  'created_at',
] as const;

export const AS_READ: readonly Check[] = [
  check('LST-2/as-read', 'POST /me/inventory returns the listing that GET then shows', NEEDS, async (t) => {
    const made = await submit(t, { variety: 'AAC Brandon', target_price: { amount: 301.5, firm: true } });
    ensureSuccess(made);
    await expectAsRead(t, made, encodePath`/me/inventory/${made.data.get('id').text()}`, OF_LISTING);
  }),
  check('LST-6/as-read', 'PATCH /me/inventory/{id} returns the listing that GET then shows', NEEDS, async (t) => {
    const path = encodePath`/me/inventory/${(await t.arrange.lot({ variety: 'AAC Brandon' }, t.seller)).id}`;
    const changed = await t.seller.patch(path, { target_price: { amount: 287.25 } });
    ensureSuccess(changed);
    await expectAsRead(t, changed, path, OF_LISTING);
  }),
  check(
    'LST-7/as-read',
    'DELETE /me/inventory/{id}, if it returns the listing, returns what GET then shows',
    NEEDS,
    async (t) => {
      const path = encodePath`/me/inventory/${(await t.arrange.lot({ variety: 'AAC Brandon' }, t.seller)).id}`;
      const archived = await t.seller.delete(path);
      ensureSuccess(archived);
      await expectAsRead(t, archived, path, OF_LISTING);
    },
  ),
];
