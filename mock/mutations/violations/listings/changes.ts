/** Publishing, changing, and archiving listings. */
import {
  afterAct,
  all,
  asOwner,
  fieldsOf,
  fillIn,
  findRow,
  insteadOfAct,
  insteadOfRefusal,
  isJsonObject,
  isRefusal,
  onResponse,
  onFind,
  onRequestField,
  refuse,
  refuseAs,
  refuseFields,
  setRows,
  violations,
  withoutBodyField,
  withoutEffect,
  type Row,
  type Tx,
} from '../kit/index.ts';
import { steadyEpochMs } from '../../../ports/clock.ts';
import { updateLot } from '../../../market/store/lots.ts';

/** Changes within this time count as concurrent. */
const OVERLAP_MS = 40;

/** Gives a farm a payment method while an action runs. */
async function withPayment<Result>(db: Tx, farm_id: string, action: () => Promise<Result>): Promise<Result> {
  const { has_payment_method = 1 } = (await findRow(db, 'farms', { id: farm_id })) ?? {};
  await setRows(db, 'farms', { id: farm_id }, { has_payment_method: 1 });
  const result = await action();
  await setRows(db, 'farms', { id: farm_id }, { has_payment_method });
  return result;
}

export const CHANGES_VIOLATED = violations({
  'LST-3/drafts-are-listed: POST /me/inventory ignores `list: false`.': withoutBodyField('createListing', 'list'),
  'LST-3/draft-by-default: POST /me/inventory creates a draft if `list` is left out.': fillIn('createListing', { list: false }),
  'LST-3/true-is-a-draft: POST /me/inventory creates a draft for `list: true`.': onRequestField('createListing', 'list', (list) =>
    list === true ? false : list,
  ),
  'LST-4/submit-unpaid: POST /me/inventory requires no payment method.': insteadOfAct(
    'createListing',
    ({ db, body }, _subject, act) => withPayment(db, body.farm_id, act),
  ),
  'LST-4/once-paid: POST /me/inventory requires no payment method for a farm that has a listing.': insteadOfAct(
    'createListing',
    async ({ db, body }, _subject, act) =>
      (await findRow(db, 'lots', { farm_id: body.farm_id })) === undefined ? act() : withPayment(db, body.farm_id, act),
  ),
  'LST-4/relist-unpaid: Relisting requires no payment method.': onFind('updateListing', (found) =>
    isRefusal(found) ? found : { ...found, farm: { ...found.farm, has_payment_method: 1 as const } },
  ),
  'LST-4/priced-publish-unpaid: Publishing with a price in the same PATCH requires no payment method.': onFind(
    'updateListing',
    (found, _entry, { incoming }) =>
      isRefusal(found) || !('target_price' in fieldsOf(incoming))
        ? found
        : { ...found, farm: { ...found.farm, has_payment_method: 1 as const } },
  ),
  'LST-4/any-farm-will-do: POST /me/inventory accepts a payment method on another farm of the seller.': insteadOfAct(
    'createListing',
    async ({ db, body, caller }, _subject, act) => {
      const paying = await findRow(db, 'farms', { user_id: caller.user_id, has_payment_method: 1, livemode: caller.livemode });
      return paying === undefined ? act() : withPayment(db, body.farm_id, act);
    },
  ),
  'LST-4/refused-with-422: A missing payment method returns 422 instead of 403.': refuseAs(
    'everywhere',
    'payment_method_required',
    'validation_failed',
  ),
  'LST-4/relist-refused-as-scope: Relisting without a payment method has the code insufficient_scope.': refuseAs(
    'updateListing',
    'payment_method_required',
    'insufficient_scope',
  ),
  'LST-6/without-effect: PATCH /me/inventory/{id} changes nothing.': withoutEffect('updateListing'),
  'LST-6/price-ignored: PATCH /me/inventory/{id} ignores `target_price`.': withoutBodyField('updateListing', 'target_price'),
  'LST-6/cents-cut-off: PATCH /me/inventory/{id} converts the target price to whole cents without rounding.': onRequestField(
    'updateListing',
    'target_price',
    (price) =>
      isJsonObject(price) && typeof price['amount'] === 'number'
        ? { ...price, amount: Math.trunc(price['amount'] * 100) / 100 }
        : price,
  ),
  'LST-6/quantity-ignored: PATCH /me/inventory/{id} ignores `quantity_mt`.': withoutBodyField('updateListing', 'quantity_mt'),
  'LST-6/not-unlisted: PATCH /me/inventory/{id} ignores `listed: false`.': onRequestField('updateListing', 'listed', (listed) =>
    listed === true ? true : undefined,
  ),
  'LST-6/drafts-stay-drafts: PATCH /me/inventory/{id} ignores `listed: true`.': onRequestField(
    'updateListing',
    'listed',
    (listed) => (listed === false ? false : undefined),
  ),
  'LST-6/archived-not-published: PATCH /me/inventory/{id} cannot publish an archived listing.': insteadOfAct(
    'updateListing',
    async (_call, { lot }, act) =>
      lot.status === 'archived' ? refuseFields({ field: 'listed', message: 'the listing is archived' }) : act(),
  ),
  'LST-6/archived-with-bids: PATCH /me/inventory/{id} with `listed: false` archives a listing with bids.': afterAct(
    'updateListing',
    async ({ db, body }, _response, { lot }) => {
      if (body.listed !== false || (await findRow(db, 'bids', { lot_id: lot.id })) === undefined) return;
      await setRows(db, 'lots', { id: lot.id }, { status: 'archived' });
    },
  ),
  'LST-6/not-relisted-with-bids: PATCH /me/inventory/{id} cannot publish a listing with bids again.': insteadOfAct(
    'updateListing',
    async ({ db, body }, { lot }, act) =>
      body.listed === true && lot.status === 'unlisted' && (await findRow(db, 'bids', { lot_id: lot.id })) !== undefined
        ? refuse('conflict')
        : act(),
  ),
  'LST-6/relisting-deletes-bids: Bids on a listing that is published again return 404.': () => {
    const relisted = new Set<string>();
    return all(
      afterAct('updateListing', (_call, { data }, { lot }) => {
        if (data.status === 'listed' && lot.status === 'unlisted') relisted.add(lot.id);
      }),
      onFind('getBid', (found) => (!isRefusal(found) && relisted.has(found.bid.lot_id) ? refuse('not_found') : found)),
    );
  },
  'LST-6/price-change-unlists: PATCH /me/inventory/{id} unlists the listing if `listed` is left out.': fillIn('updateListing', {
    listed: false,
  }),
  'LST-6/change-clears-quality: PATCH /me/inventory/{id} clears `quality`.': afterAct(
    'updateListing',
    ({ db }, _response, { lot }) => setRows(db, 'lots', { id: lot.id }, { protein: null, moisture: null }),
  ),
  'LST-6/lost-update: Of two changes of a listing at once, the later one writes back the price from before the earlier one.':
    () => {
      const latest = new Map<string, { at_ms: number; price_amount: Row<'lots'>['price_amount'] }>();
      return insteadOfAct('updateListing', async ({ db, body }, { lot }, act) => {
        const earlier = latest.get(lot.id);
        const at_ms = steadyEpochMs();
        latest.set(lot.id, { at_ms, price_amount: lot.price_amount });
        const response = await act();
        if (earlier !== undefined && at_ms - earlier.at_ms < OVERLAP_MS && body.target_price === undefined)
          await updateLot(db, lot.id, { price_amount: earlier.price_amount });
        return response;
      });
    },
  'LST-6/change-clears-variety: PATCH /me/inventory/{id} clears `variety`.': afterAct(
    'updateListing',
    ({ db }, _response, { lot }) => setRows(db, 'lots', { id: lot.id }, { variety: null }),
  ),
  "LST-6/strangers-change: PATCH /me/inventory/{id} changes another seller's listing.": asOwner('updateListing'),
  'LST-7/delete-without-effect: DELETE /me/inventory/{id} changes nothing.': withoutEffect('archiveListing'),
  'LST-7/gone: GET /me/inventory/{id} returns 404 for an archived listing.': onFind('getListing', (found) =>
    !isRefusal(found) && found.lot.status === 'archived' ? refuse('not_found') : found,
  ),
  'LST-7/unlisted-instead: DELETE /me/inventory/{id} unlists the listing instead of archiving it.': afterAct(
    'archiveListing',
    ({ db }, _response, { lot }) => setRows(db, 'lots', { id: lot.id }, { status: 'unlisted' }),
  ),
  'LST-7/drafts-refused: DELETE /me/inventory/{id} returns 409 for a draft.': onFind('archiveListing', (found) =>
    !isRefusal(found) && found.lot.status === 'unlisted' ? refuse('conflict') : found,
  ),
  'LST-7/back-by-second-delete: A second DELETE /me/inventory/{id} unarchives the listing.': afterAct(
    'archiveListing',
    async ({ db }, _response, { lot }) => {
      if (lot.status === 'archived') await setRows(db, 'lots', { id: lot.id }, { status: 'unlisted' });
    },
  ),
  "LST-7/strangers-archive: DELETE /me/inventory/{id} archives another seller's listing.": asOwner('archiveListing'),
  'LST-7/no-content: DELETE /me/inventory/{id} returns 204.': onResponse('archiveListing', (response) =>
    response.status === 200 ? { ...response, status: 204, text: '' } : response,
  ),
  'LST-7/missing-is-200: DELETE /me/inventory/{id} returns 200 for an unknown id.': insteadOfRefusal(
    'archiveListing',
    'not_found',
    ({ incoming }) => ({ data: { deleted: true, id: incoming.path['id'] } }),
  ),
  'LST-17/published-all-the-same: A submission that is rejected without a payment method is still listed.': insteadOfAct(
    'createListing',
    async ({ db, body }, _subject, act) => {
      const response = await act();
      if (!isRefusal(response) || response.refused !== 'payment_method_required') return response;
      await withPayment(db, body.farm_id, act);
      return response;
    },
  ),
  'LST-20/drafts-need-payment: POST /me/inventory requires a payment method for a draft.': insteadOfAct(
    'createListing',
    async ({ db, body }, _subject, act) => {
      const farm = await findRow(db, 'farms', { id: body.farm_id });
      return body.list === false && farm?.has_payment_method === 0 ? refuse('payment_method_required') : act();
    },
  ),
});
