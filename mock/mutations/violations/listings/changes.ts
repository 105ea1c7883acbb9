/** Publishing, changing, archiving. */
import {
  afterAct,
  asOwner,
  fillIn,
  insteadOfAct,
  isRefusal,
  onAnswer,
  onFind,
  onRequestFields,
  refuse,
  refuseAs,
  refuseFields,
  violations,
  withoutBodyField,
  withoutEffect,
} from '../kit/index.ts';
import { withPayment } from './lending.ts';

export const CHANGES_VIOLATED = violations({
  'LST-3/drafts-are-listed: What was to be a draft is published.': withoutBodyField('createListing', 'list'),
  'LST-3/draft-by-default: Without `list` a submission is a draft.': fillIn('createListing', { list: false }),
  'LST-3/true-is-a-draft: `list` true is a draft, since only what is left out is published.': onRequestFields(
    'createListing',
    (fields) => (fields['list'] === true ? { ...fields, list: false } : fields),
  ),
  'LST-4/submit-unpaid: A submission looks at no payment method.': insteadOfAct(
    'createListing',
    async ({ db, body }, _subject, act) => withPayment(db, body.farm_id, act),
  ),
  'LST-4/relist-unpaid: Publishing again looks at no payment method.': onFind('updateListing', (found) =>
    isRefusal(found) ? found : { ...found, farm: { ...found.farm, has_payment_method: 1 as const } },
  ),
  'LST-4/any-farm-will-do: A payment method on any farm of the seller will do for a submission.': insteadOfAct(
    'createListing',
    async ({ db, body, caller }, _subject, act) => {
      const farms = db.selectFrom('farms').select('id').where('user_id', '=', caller.user_id);
      const paying = await farms.where('has_payment_method', '=', 1).where('livemode', '=', caller.livemode).executeTakeFirst();
      return paying === undefined ? act() : withPayment(db, body.farm_id, act);
    },
  ),
  'LST-4/refused-with-422: A missing payment method is a validation error.': refuseAs(
    'everywhere',
    'payment_method_required',
    'validation_failed',
  ),
  'LST-4/relist-refused-as-scope: Publishing again without a payment method has the code insufficient_scope.': refuseAs(
    'updateListing',
    'payment_method_required',
    'insufficient_scope',
  ),
  'LST-6/without-effect: A change of a listing changes nothing.': withoutEffect('updateListing'),
  'LST-6/price-ignored: `target_price` cannot be changed.': withoutBodyField('updateListing', 'target_price'),
  'LST-6/quantity-ignored: The quantity cannot be changed.': withoutBodyField('updateListing', 'quantity_mt'),
  'LST-6/not-unlisted: `listed` false does nothing.': onRequestFields('updateListing', ({ listed, ...fields }) =>
    listed === true ? { ...fields, listed } : fields,
  ),
  'LST-6/drafts-stay-drafts: `listed` true does nothing.': onRequestFields('updateListing', ({ listed, ...fields }) =>
    listed === false ? { ...fields, listed } : fields,
  ),
  'LST-6/archived-not-published: A listing that is archived cannot be published.': insteadOfAct(
    'updateListing',
    async (_call, { lot }, act) =>
      lot.status === 'archived' ? refuseFields({ field: 'listed', message: 'the listing is archived' }) : act(),
  ),
  'LST-6/price-change-unlists: Whatever is changed takes the listing off the market.': fillIn('updateListing', { listed: false }),
  'LST-6/change-clears-variety: A change clears what it does not mention.': afterAct(
    'updateListing',
    async ({ db }, _answer, { lot }) => {
      await db.updateTable('lots').set({ variety: null }).where('id', '=', lot.id).execute();
    },
  ),
  "LST-6/strangers-change: Whoever knows its id changes another's listing.": asOwner('updateListing'),
  'LST-6/missing-is-422: Changing a listing that does not exist is 422.': refuseAs(
    'updateListing',
    'not_found',
    'validation_failed',
  ),
  'LST-7/delete-without-effect: A listing that was deleted is not archived.': withoutEffect('archiveListing'),
  'LST-7/gone: A listing that is archived can be read no more.': onFind('getListing', (found) =>
    !isRefusal(found) && found.lot.status === 'archived' ? refuse('not_found') : found,
  ),
  'LST-7/unlisted-instead: A listing that is deleted is unlisted.': afterAct(
    'archiveListing',
    async ({ db }, _answer, { lot }) => {
      await db.updateTable('lots').set({ status: 'unlisted' }).where('id', '=', lot.id).execute();
    },
  ),
  'LST-7/drafts-refused: A draft cannot be deleted.': onFind('archiveListing', (found) =>
    !isRefusal(found) && found.lot.status === 'unlisted' ? refuse('conflict') : found,
  ),
  'LST-7/back-by-second-delete: A second DELETE brings an archived listing back.': afterAct(
    'archiveListing',
    async ({ db }, _answer, { lot }) => {
      if (lot.status === 'archived') await db.updateTable('lots').set({ status: 'unlisted' }).where('id', '=', lot.id).execute();
    },
  ),
  "LST-7/strangers-archive: Whoever knows its id archives another's listing.": asOwner('archiveListing'),
  'LST-7/no-content: A DELETE answers 204.': onAnswer('archiveListing', (answer) =>
    answer.status === 200 ? { ...answer, status: 204, text: '' } : answer,
  ),
  'LST-7/missing-is-200: A listing that does not exist is archived with success.': missingIsArchived(),
  'LST-17/published-all-the-same: A submission that is refused for want of a payment method is listed all the same.':
    insteadOfAct('createListing', async ({ db, body }, _subject, act) => {
      const answer = await act();
      if (!isRefusal(answer) || answer.refused !== 'payment_method_required') return answer;
      await withPayment(db, body.farm_id, act);
      return answer;
    }),
  'LST-20/drafts-need-payment: A draft needs a payment method.': insteadOfAct(
    'createListing',
    async ({ db, body }, _subject, act) => {
      const farm = await db.selectFrom('farms').select('has_payment_method').where('id', '=', body.farm_id).executeTakeFirst();
      return body.list === false && farm?.has_payment_method === 0 ? refuse('payment_method_required') : act();
    },
  ),
});

function missingIsArchived(): ReturnType<typeof onAnswer> {
  return onAnswer('archiveListing', (answer, { refusal, incoming }) =>
    refusal?.refused === 'not_found'
      ? { ...answer, status: 200, text: JSON.stringify({ data: { deleted: true, id: incoming.path['id'] } }) }
      : answer,
  );
}
