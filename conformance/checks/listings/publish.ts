import type { Check } from '../../check/check.ts';
import { check } from '../../check/check.ts';
import {
  TARGET_PRICE,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  findItem,
  hasValueOf,
  isInOwnList,
  readListing,
  buildSubmission,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { farmWithoutPayment } from './submit.ts';

/** A farm that surely has no payment method: one the operator has said so of. A new one may have inherited it. */
async function surelyWithoutPayment(t: CheckContext): Promise<string> {
  const { fixtures } = t.run.settings;
  if (fixtures.farm_without === undefined && !t.hasHook('set_payment_method')) {
    t.unverifiable('nobody has said of any farm that it has no payment method', 'fixtures.farm_without');
  }
  return farmWithoutPayment(t);
}

/** What is asked for a lot, in the views of it that show that. */
async function pricesOf(t: CheckContext, lot_id: string): Promise<ReadonlyMap<string, unknown>> {
  const own = await readListing(t.seller, lot_id);
  const seen = await t.buyer.get(`/inventory/${lot_id}`);
  return new Map([
    ["seller's view", (own.find('target_price') ?? own.find('asking_price'))?.value],
    ["buyer's view", seen.is_success ? seen.data.find('asking_price')?.value : undefined],
  ]);
}

/** Publishing, relisting, and what a listing may be changed in. */
export const PUBLISHING: readonly Check[] = [
  check(
    'LST-4/submit',
    'Submitting from a farm without a payment method is 403 payment_method_required',
    ['seller', 'live', 'writes'],
    async (t) => {
      const farm_id = await surelyWithoutPayment(t);
      const publishing = await t.arrange.publishing(t.seller);
      for (const list of [undefined, true]) {
        const refused = await t.seller.post('/me/inventory', buildSubmission({ ...publishing, farm_id }, { list }));
        expectRefusal(refused, 403, { code: 'payment_method_required' });
      }
      ensureSuccess(await t.seller.post('/me/inventory', buildSubmission(publishing)));
    },
  ),
  check(
    'LST-4/relist',
    'Relisting on a farm without a payment method is 403 payment_method_required',
    ['seller', 'live', 'writes', 'hook:set_payment_method'],
    async (t) => {
      const farm_id = await t.arrange.farm(t.seller);
      await t.hook('set_payment_method', { farm_id, on_file: true });
      const body = buildSubmission({ ...(await t.arrange.publishing(t.seller)), farm_id });
      const made = await t.seller.post('/me/inventory', body);
      ensureSuccess(made);
      const id = made.data.get('id').text();
      ensureSuccess(await t.seller.patch(`/me/inventory/${id}`, { listed: false }));
      await t.hook('set_payment_method', { farm_id, on_file: false });
      const refused = await t.seller.patch(`/me/inventory/${id}`, { listed: true });
      expectRefusal(refused, 403, { code: 'payment_method_required' });
      (await readListing(t.seller, id)).get('status').is('unlisted');
      await t.hook('set_payment_method', { farm_id, on_file: true });
      ensureSuccess(await t.seller.patch(`/me/inventory/${id}`, { listed: true }));
      (await readListing(t.seller, id)).get('status').is('listed');
    },
  ),
  check(
    'LST-4/draft-published',
    'Publishing a draft on a farm without a payment method is refused as well',
    ['seller', 'live', 'writes'],
    async (t) => {
      const farm_id = await surelyWithoutPayment(t);
      const body = buildSubmission({ ...(await t.arrange.publishing(t.seller)), farm_id }, { list: false });
      const draft = await t.seller.post('/me/inventory', body);
      if (draft.status === 403) t.unverifiable('drafts need a payment method here as well (LST-20)');
      ensureSuccess(draft);
      const refused = await t.seller.patch(`/me/inventory/${draft.data.get('id').text()}`, { listed: true });
      expectRefusal(refused, 403, { code: 'payment_method_required' });
    },
  ),
  check(
    'LST-17/nothing-published',
    'After 403 payment_method_required nothing is published',
    ['seller', 'live', 'writes'],
    async (t) => {
      const farm_id = await surelyWithoutPayment(t);
      const variety = t.unique('variety');
      const body = buildSubmission({ ...(await t.arrange.publishing(t.seller)), farm_id }, { variety });
      expectRefusal(await t.seller.post('/me/inventory', body), 403, { code: 'payment_method_required' });
      const listed = await findItem(
        t.seller,
        '/me/inventory',
        { status: 'listed' },
        (item) => item.find('variety')?.value === variety,
      );
      expectThat(listed === undefined, {
        message: 'The listing that was refused is listed all the same.',
        observed: listed?.value,
      });
      const drafts = await t.seller.get('/me/inventory', { status: 'unlisted', limit: 50 });
      const draft = drafts.body
        .get('items')
        .array()
        .find((item) => item.find('variety')?.value === variety);
      if (draft !== undefined && t.has('buyer')) {
        expectStatus(await t.buyer.get(`/inventory/${draft.get('id').text()}`), 404);
      }
    },
  ),
  check('LST-6/unlist-and-relist', '`listed` false unlists, true publishes again', ['seller', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectStatus(await t.seller.patch(`/me/inventory/${lot.id}`, { listed: false }), 200);
    (await readListing(t.seller, lot.id)).get('status').is('unlisted');
    expectStatus(await t.seller.patch(`/me/inventory/${lot.id}`, { listed: true }), 200);
    (await readListing(t.seller, lot.id)).get('status').is('listed');
  }),
  check('LST-6/publish-draft', '`listed` true publishes a draft', ['seller', 'writes'], async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    expectStatus(await t.seller.patch(`/me/inventory/${draft.id}`, { listed: true }), 200);
    (await readListing(t.seller, draft.id)).get('status').is('listed');
    if (t.has('buyer')) expectSuccess(await t.buyer.get(`/inventory/${draft.id}`));
    expectThat(await isInOwnList(t.seller, '/me/inventory', draft.id, { status: 'listed' }), {
      message: 'A draft that was published is not in ?status=listed.',
      observed: draft.id,
    });
  }),
  check('LST-6/publish-archived', '`listed` true publishes an archived listing', ['seller', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    ensureSuccess(await t.seller.delete(`/me/inventory/${lot.id}`));
    expectStatus(await t.seller.patch(`/me/inventory/${lot.id}`, { listed: true }), 200);
    (await readListing(t.seller, lot.id)).get('status').is('listed');
  }),
  check('LST-6/target-price', '`target_price` changes what is asked', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const before = await pricesOf(t, lot.id);
    expectStatus(await t.seller.patch(`/me/inventory/${lot.id}`, { target_price: { amount: 287.25 } }), 200);
    const after = await pricesOf(t, lot.id);
    // Where the price is shown is not stated: wherever it stood before.
    const shown = [...before].filter(([, price]) => hasValueOf(price, TARGET_PRICE) === true);
    if (shown.length === 0) t.unverifiable('neither view of a listing shows its target price');
    for (const [view] of shown) {
      expectThat(hasValueOf(after.get(view), 287.25) !== false, {
        message: `After a change of target_price to 287.25 the ${view} shows another price.`,
        expected: '287.25, or the same value in another unit',
        observed: after.get(view),
      });
    }
  }),
  check('LST-6/quantity', 'The quantity can be changed', ['seller', 'writes', 'fixture:quantity_field'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const field = t.run.settings.fixtures.quantity_field ?? '';
    expectStatus(await t.seller.patch(`/me/inventory/${lot.id}`, { [field]: 87.5 }), 200);
    const own = (await readListing(t.seller, lot.id)).find('quantity_mt');
    own?.is(87.5);
    if (t.has('buyer')) {
      const seen = await t.buyer.get(`/inventory/${lot.id}`);
      ensureSuccess(seen);
      seen.data.get('quantity_mt').is(87.5);
    } else if (own === undefined) t.unverifiable('the listing does not show its quantity', 'actors.buyer');
  }),
  check('LST-6/leaves-the-rest', 'A change of one thing leaves the others', ['seller', 'writes'], async (t) => {
    const lot = await t.arrange.lot({ variety: 'AAC Brandon' }, t.seller);
    const before = (await readListing(t.seller, lot.id)).object();
    expectSuccess(await t.seller.patch(`/me/inventory/${lot.id}`, { target_price: { amount: 301 } }));
    const after = await readListing(t.seller, lot.id);
    for (const key of ['status', 'commodity', 'variety', 'grade', 'crop_year', 'quantity_mt']) {
      if (key in before) after.get(key).is(before[key]);
    }
  }),
  check('LST-6/another-s', "Another seller's listing is 404 to change", ['seller', 'partner', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectRefusal(await t.partner.patch(`/me/inventory/${lot.id}`, { listed: false }), 404, { code: 'not_found' });
    (await readListing(t.seller, lot.id)).get('status').is('listed');
    ensureSuccess(await t.seller.patch(`/me/inventory/${lot.id}`, { listed: true }));
  }),
  check('LST-6/unknown', 'A listing that does not exist is 404 to change', ['seller', 'writes'], async (t) => {
    const nowhere = '/me/inventory/inv_000000000000000000000000';
    expectRefusal(await t.seller.patch(nowhere, { listed: false }), 404, { code: 'not_found' });
  }),
];
