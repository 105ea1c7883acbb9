import { check, type Check } from '../../check/check.ts';
import {
  Blocked,
  STAYS_LISTED,
  TARGET_PRICE,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  findItem,
  hasId,
  hasValueOf,
  isInOwnListSoon,
  readListing,
  readUntil,
  warnUnless,
  type JsonNode,
  type Reply,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectNewQuantity, quantityBody } from './quantity.ts';
import { farmWithoutPayment, submit } from './submit.ts';

const NEEDS = ['seller', 'writes'] as const;
const LIVE = ['seller', 'live', 'writes'] as const;

/** A farm that is known to have no payment method. Without the configuration or the hook, a new farm may have one. @throws Unverifiable */
async function ensureFarmWithoutPayment(t: CheckContext): Promise<string> {
  const { fixtures } = t.run.settings;
  const ensureKnown = (): void => {
    if (fixtures.farm_without === undefined && !t.hasHook('set_payment_method'))
      t.unverifiable('no farm without a payment method is configured', 'fixtures.farm_without');
  };
  ensureKnown();
  const farm_id = await farmWithoutPayment(t);
  // The first call of the hook can show that it is not supported.
  ensureKnown();
  return farm_id;
}

/** @returns the id of a draft on a farm without a payment method @throws Unverifiable */
async function makeDraftWithoutPayment(t: CheckContext): Promise<string> {
  const farm_id = await ensureFarmWithoutPayment(t);
  const draft = await submit(t, { list: false, farm_id });
  if (draft.status === 403) t.unverifiable('the target requires a payment method for drafts too (LST-20)');
  ensureSuccess(draft);
  return draft.data.get('id').text();
}

async function ownPriceOf(t: CheckContext, lot_id: string): Promise<unknown> {
  return targetPriceIn(await readListing(t.seller, lot_id));
}

function targetPriceIn(own: JsonNode | undefined): unknown {
  return (own?.find('target_price') ?? own?.find('asking_price'))?.value;
}

/** Publishes a listing and takes it off the market. Then its farm loses its payment method. */
export async function losePaymentMethod(
  t: CheckContext,
  takeOff: (path: string) => Promise<Reply>,
): Promise<{ farm_id: string; id: string }> {
  const farm_id = await t.arrange.farm(t.seller);
  await t.hook('set_payment_method', { farm_id, on_file: true });
  const made = await submit(t, { farm_id });
  ensureSuccess(made);
  const id = made.data.get('id').text();
  ensureSuccess(await takeOff(encodePath`/me/inventory/${id}`));
  await t.hook('set_payment_method', { farm_id, on_file: false });
  return { farm_id, id };
}

/** The asking price of a lot in the views that show it. */
async function pricesOf(t: CheckContext, lot_id: string): Promise<ReadonlyMap<string, unknown>> {
  const seen = await t.buyer.get(encodePath`/inventory/${lot_id}`);
  const newest = await t.buyer.get('/inventory', { sort: '-listed_at', limit: 50 });
  const listed = newest.items.find((item) => hasId(item, lot_id));
  return new Map([
    ["seller's view", await ownPriceOf(t, lot_id)],
    ["buyer's view", seen.is_success ? seen.data.find('asking_price')?.value : undefined],
    ["buyer's list", listed?.find('asking_price')?.value],
  ]);
}

/** Publishing, relisting, and changing a listing. */
export const PUBLISHING_CHECKS: readonly Check[] = [
  check(
    'LST-4/submit',
    'Submitting a listing for a farm without a payment method returns 403 payment_method_required',
    LIVE,
    async (t) => {
      const farm_id = await ensureFarmWithoutPayment(t);
      for (const list of [undefined, true]) {
        expectRefusal(await submit(t, { list, farm_id }), 403, { code: 'payment_method_required' });
      }
      ensureSuccess(await submit(t));
    },
  ),
  check(
    'LST-4/relist',
    'On a farm that lost its payment method, relisting and submitting return 403 payment_method_required',
    [...LIVE, 'hook:set_payment_method'],
    async (t) => {
      const { farm_id, id } = await losePaymentMethod(t, async (path) => t.seller.patch(path, { listed: false }));
      const path = encodePath`/me/inventory/${id}`;
      if ((await readListing(t.seller, id)).find('status')?.value !== 'unlisted') throw new Blocked(STAYS_LISTED);
      expectRefusal(await t.seller.patch(path, { listed: true }), 403, { code: 'payment_method_required' });
      (await readListing(t.seller, id)).get('status').is('unlisted');
      expectRefusal(await submit(t, { farm_id }), 403, { code: 'payment_method_required' });
      await t.hook('set_payment_method', { farm_id, on_file: true });
      ensureSuccess(await t.seller.patch(path, { listed: true }));
      (await readListing(t.seller, id)).get('status').is('listed');
    },
  ),
  check(
    'LST-4/draft-published',
    'Publishing a draft on a farm without a payment method returns 403 payment_method_required',
    LIVE,
    async (t) => {
      const path = encodePath`/me/inventory/${await makeDraftWithoutPayment(t)}`;
      expectRefusal(await t.seller.patch(path, { listed: true }), 403, { code: 'payment_method_required' });
    },
  ),
  check('LST-4/published-with-a-price', 'A PATCH with listed true and a price also needs a payment method', LIVE, async (t) => {
    const id = await makeDraftWithoutPayment(t);
    const path = encodePath`/me/inventory/${id}`;
    const body = { listed: true, target_price: { amount: 287.25 } };
    expectRefusal(await t.seller.patch(path, body), 403, { code: 'payment_method_required' });
    (await readListing(t.seller, id)).get('status').is('unlisted');
    // After a change of its price, too.
    ensureSuccess(await t.seller.patch(path, { target_price: body.target_price }));
    expectRefusal(await t.seller.patch(path, { listed: true }), 403, { code: 'payment_method_required' });
  }),
  check('LST-17/nothing-published', 'After 403 payment_method_required, nothing is published', LIVE, async (t) => {
    const farm_id = await ensureFarmWithoutPayment(t);
    const variety = t.unique('variety');
    expectRefusal(await submit(t, { farm_id, variety }), 403, { code: 'payment_method_required' });
    const isRejected = (item: JsonNode): boolean => item.find('variety')?.value === variety;
    const listed = await findItem(t.seller, '/me/inventory', { status: 'listed' }, isRejected);
    expectThat(listed === undefined, {
      message: 'A submission was rejected, but its listing is listed.',
      expected: 'no new listing',
      observed: listed?.value,
    });
    const drafts = await t.seller.get('/me/inventory', { status: 'unlisted', limit: 50 });
    const draft = drafts.items.find(isRejected);
    if (draft !== undefined && t.has('buyer')) {
      expectStatus(await t.buyer.get(encodePath`/inventory/${draft.get('id').text()}`), 404);
    }
  }),
  check('LST-6/unlist-and-relist', 'PATCH with listed false unlists a listing, and true publishes it again', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }), 200);
    (await readListing(t.seller, lot.id)).get('status').is('unlisted');
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: true }), 200);
    (await readListing(t.seller, lot.id)).get('status').is('listed');
    if (t.has('buyer')) expectSuccess(await t.buyer.get(encodePath`/inventory/${lot.id}`));
  }),
  check('LST-6/publish-draft', 'PATCH with listed true publishes a draft', NEEDS, async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${draft.id}`, { listed: true }), 200);
    (await readListing(t.seller, draft.id)).get('status').is('listed');
    if (t.has('buyer')) expectSuccess(await t.buyer.get(encodePath`/inventory/${draft.id}`));
    expectThat(await isInOwnListSoon(t.seller, '/me/inventory', draft.id, { status: 'listed' }), {
      message: 'GET /me/inventory?status=listed does not list a published draft.',
      observed: draft.id,
    });
  }),
  check('LST-6/price-of-a-draft', 'PATCH of the price of a draft changes the price and does not publish it', NEEDS, async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    const is_shown = hasValueOf(await ownPriceOf(t, draft.id), TARGET_PRICE) === true;
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${draft.id}`, { target_price: { amount: 311.5 } }), 200);
    const after = await readListing(t.seller, draft.id);
    after.get('status').is('unlisted');
    if (!is_shown) return;
    const price = targetPriceIn(after);
    // Undefined: the unit cannot be converted.
    expectThat(hasValueOf(price, 311.5) !== false, {
      message: 'After target_price of a draft was changed to 311.5, the draft has a different price.',
      reply: after.reply,
      expected: '311.5, or the same value in a different unit',
      observed: price,
    });
  }),
  check('LST-6/publish-archived', 'PATCH with listed true publishes an archived listing', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${lot.id}`));
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: true }), 200);
    (await readListing(t.seller, lot.id)).get('status').is('listed');
  }),
  check('LST-6/target-price', 'PATCH with target_price changes the asking price', ['seller', 'buyer', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const before = await pricesOf(t, lot.id);
    const path = encodePath`/me/inventory/${lot.id}`;
    expectStatus(await t.seller.patch(path, { target_price: { amount: 287.28 } }), 200);
    // The new price also outlasts a time off the market.
    for (const listed of [false, true]) expectSuccess(await t.seller.patch(path, { listed }));
    const after = await pricesOf(t, lot.id);
    // The document does not say where the price is shown, so it is checked where it was before.
    const shown = [...before].filter(([, price]) => hasValueOf(price, TARGET_PRICE) === true);
    if (shown.length === 0) t.unverifiable('no view of the listing shows its target price');
    for (const [view] of shown) {
      // Undefined: the unit cannot be converted.
      expectThat(hasValueOf(after.get(view), 287.28) !== false, {
        message: `After target_price was changed to 287.28, the ${view} has a different price.`,
        expected: '287.28, or the same value in a different unit',
        observed: after.get(view),
      });
    }
  }),
  check('LST-6/target-price-in-the-list', 'GET /me/inventory shows a new target price', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const isShown = (wanted: number) => (item: JsonNode | undefined) => hasValueOf(targetPriceIn(item), wanted) === true;
    const read = async (): Promise<JsonNode | undefined> =>
      findItem(t.seller, '/me/inventory', {}, (item) => item.find('id')?.value === lot.id);
    if (!isShown(TARGET_PRICE)(await readUntil(read, isShown(TARGET_PRICE), t.signal)))
      t.unverifiable('GET /me/inventory shows no target price');
    ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { target_price: { amount: 287.28 } }));
    const after = await readUntil(read, isShown(287.28), t.signal);
    expectThat(hasValueOf(targetPriceIn(after), 287.28) !== false, {
      message: 'After target_price was changed to 287.28, GET /me/inventory shows a different price.',
      expected: '287.28, or the same value in a different unit',
      observed: targetPriceIn(after),
    });
  }),
  check('LST-6/refused-as-a-whole', 'A PATCH that is rejected with 403 changes nothing', LIVE, async (t) => {
    const id = await makeDraftWithoutPayment(t);
    const path = encodePath`/me/inventory/${id}`;
    const target_price = { amount: 287.25 };
    const refused = await t.seller.patch(path, { listed: true, target_price });
    if (refused.status !== 403) throw new Blocked('publishing without a payment method was not rejected', refused.exchange);
    const price = await ownPriceOf(t, id);
    ensureSuccess(await t.seller.patch(path, { target_price }));
    if (hasValueOf(await ownPriceOf(t, id), target_price.amount) !== true)
      t.unverifiable('the listing does not show its target price');
    // RFC 5789, section 2: a PATCH is applied as a whole, or not at all.
    warnUnless(hasValueOf(price, target_price.amount) !== true, {
      message: 'A PATCH that was rejected with 403 changed the target price.',
      observed: price,
      likely_cause: 'The fields are written before the payment method is checked. Check first, or roll back.',
    });
  }),
  check('LST-6/quantity', 'PATCH can change the quantity', ['seller', 'writes', 'fixture:quantity_field'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, quantityBody(t, 87.5)), 200);
    const own = (await readListing(t.seller, lot.id)).find('quantity_mt');
    if (own !== undefined) expectNewQuantity(t, own, 87.5);
    if (t.has('buyer')) {
      const seen = await t.buyer.get(encodePath`/inventory/${lot.id}`);
      ensureSuccess(seen);
      expectNewQuantity(t, seen.data.get('quantity_mt'), 87.5);
    } else if (own === undefined) t.unverifiable('the listing does not show its quantity', 'actors.buyer');
  }),
  check('LST-6/leaves-the-rest', 'PATCH of one field keeps the others', NEEDS, async (t) => {
    const quality = { protein: 13.2, moisture: 12.5 };
    const lot = await t.arrange.lot({ variety: 'AAC Brandon', is_organic: true, quality }, t.seller);
    const before = (await readListing(t.seller, lot.id)).object();
    expectSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { target_price: { amount: 301 } }));
    const after = await readListing(t.seller, lot.id);
    for (const key of ['status', 'commodity', 'variety', 'grade', 'crop_year', 'quantity_mt', 'is_organic', 'quality']) {
      if (key in before) after.get(key).is(before[key]);
    }
  }),
  check(
    'LST-6/leaves-other-listings',
    'PATCH of a listing changes no other listing',
    ['seller', 'buyer', 'writes'],
    async (t) => {
      const [lot, other] = [await t.arrange.lot({}, t.seller), await t.arrange.lot({}, t.seller)];
      const before = await pricesOf(t, other.id);
      const path = encodePath`/me/inventory/${lot.id}`;
      ensureSuccess(await t.seller.patch(path, { target_price: { amount: 287.25 } }));
      ensureSuccess(await t.seller.patch(path, { listed: false }));
      (await readListing(t.seller, other.id)).get('status').is('listed');
      const after = await pricesOf(t, other.id);
      for (const [view, price] of before) {
        // Undefined: no price is shown, or the unit cannot be converted.
        if (hasValueOf(price, TARGET_PRICE) !== true) continue;
        expectThat(hasValueOf(after.get(view), TARGET_PRICE) !== false, {
          message: `After target_price of another listing was changed, the ${view} has a different price.`,
          expected: `${TARGET_PRICE}, as before`,
          observed: after.get(view),
        });
      }
    },
  ),
  check('LST-6/another-s', "PATCH of another seller's listing returns 404", ['seller', 'partner', 'writes'], async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    expectRefusal(await t.partner.patch(encodePath`/me/inventory/${lot.id}`, { listed: false }), 404, { code: 'not_found' });
    (await readListing(t.seller, lot.id)).get('status').is('listed');
    ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: true }));
  }),
  check('LST-6/unknown', 'PATCH of a listing that does not exist returns 404', NEEDS, async (t) => {
    const nowhere = '/me/inventory/inv_000000000000000000000000';
    expectRefusal(await t.seller.patch(nowhere, { listed: false }), 404, { code: 'not_found' });
  }),
];
