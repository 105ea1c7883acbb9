/** LST-4, LST-6, LST-7, INV-11, INV-18, INV-19: a change keeps what it does not name, reaches every view, and values stay exact. */
import { check, type Check } from '../../check/check.ts';
import type { JsonNode, Lot } from '#client';
import {
  dataIn,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectSuccess,
  expectThat,
  findItem,
  hasValueOf,
  noneIfFinding,
  readItems,
  readListing,
  readUntil,
  warnUnless,
  encodePath,
} from '#client';
import type { CheckContext } from '../../check/check-context.ts';
import { expectLetters } from '../../expectations/letters.ts';
import { losePaymentMethod } from './publish.ts';
import { expectNewQuantity, quantityBody } from './quantity.ts';

const NEEDS = ['seller', 'writes'] as const;
const SORTS = ['price', '-price', 'quantity', '-quantity', 'listed_at', '-listed_at'] as const;
const KEPT = ['commodity', 'variety', 'grade', 'crop_year', 'is_organic', 'quantity_mt', 'quality'] as const;

/** Whether GET /inventory finds a lot by its quantity. */
async function isListedForBuyers(t: CheckContext, lot: Lot, query: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const bounds = { min_quantity: lot.quantity_mt - 0.005, max_quantity: lot.quantity_mt + 0.005, limit: 50 };
  const reply = await t.buyer.get('/inventory', { ...bounds, ...query });
  ensureSuccess(reply);
  return readItems(reply).some(({ id }) => id === lot.id);
}

/** Whether GET /inventory finds a lot, which can take a moment. */
async function isSoonListed(t: CheckContext, lot: Lot): Promise<boolean> {
  return readUntil(async () => isListedForBuyers(t, lot), Boolean, t.signal);
}

/** A quantity that few other lots have, so that one page holds all of them. */
function rareQuantity(t: CheckContext): number {
  return Number((431.07 + (t.run.http.requests % 900) * 0.11).toFixed(2));
}

/** Whether the price of the seller's own listing is firm, if the listing shows that. */
async function findFirm(t: CheckContext, { id }: Lot): Promise<JsonNode | undefined> {
  const own = await readListing(t.seller, id);
  return (own.find('target_price') ?? own.find('asking_price'))?.find('firm');
}

const CHANGES: readonly Check[] = [
  check('LST-6/unlist-a-draft', 'PATCH with listed false leaves a draft unlisted', NEEDS, async (t) => {
    const draft = await t.arrange.draft({}, t.seller);
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${draft.id}`, { listed: false }), 200);
    (await readListing(t.seller, draft.id)).get('status').is('unlisted');
  }),
  check('LST-6/several-at-once', 'One PATCH changes price, publication, and quantity', NEEDS, async (t) => {
    const lot = await t.arrange.lot({}, t.seller);
    const has_quantity = t.run.settings.fixtures.quantity_field !== undefined;
    const is_shown = (await readListing(t.seller, lot.id)).has('target_price');
    const body = { target_price: { amount: 277.25 }, listed: false, ...(has_quantity ? quantityBody(t, 88.25) : {}) };
    expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, body), 200);
    const after = await readListing(t.seller, lot.id);
    after.get('status').is('unlisted');
    if (is_shown && hasValueOf(after.get('target_price').value, 277.25) === false)
      after.get('target_price').breach('A PATCH with several fields does not change the price.', '277.25');
    const quantity = has_quantity ? after.find('quantity_mt') : undefined;
    if (quantity !== undefined) expectNewQuantity(t, quantity, 88.25);
  }),
  check(
    'LST-6/quantity-leaves-the-rest',
    'A PATCH of the quantity does not change the price',
    [...NEEDS, 'fixture:quantity_field'],
    async (t) => {
      const lot = await t.arrange.lot({}, t.seller);
      const before = await readListing(t.seller, lot.id);
      const price = before.find('target_price')?.value;
      if (price === undefined) t.unverifiable('the listing does not show its target price');
      expectStatus(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, quantityBody(t, 87.25)), 200);
      const after = await readListing(t.seller, lot.id);
      const quantity = after.find('quantity_mt');
      if (quantity !== undefined) expectNewQuantity(t, quantity, 87.25);
      after.get('target_price').is(price);
    },
  ),
  check('LST-6/unlisting-leaves-the-rest', 'Unlisting and publishing keep the submitted values', NEEDS, async (t) => {
    const lot = await t.arrange.lot({ variety: 'AAC Brandon' }, t.seller);
    const before = (await readListing(t.seller, lot.id)).object();
    for (const listed of [false, true]) {
      expectSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed }));
      const after = await readListing(t.seller, lot.id);
      for (const key of KEPT) if (key in before) after.get(key).is(before[key]);
    }
  }),
  check('LST-7/leaves-the-rest', 'Archiving changes only the status', NEEDS, async (t) => {
    const lot = await t.arrange.lot({ variety: 'AAC Brandon' }, t.seller);
    const before = (await readListing(t.seller, lot.id)).object();
    expectSuccess(await t.seller.delete(encodePath`/me/inventory/${lot.id}`));
    const after = await readListing(t.seller, lot.id);
    for (const key of KEPT) if (key in before) after.get(key).is(before[key]);
  }),
  check(
    'LST-6/archived-on-offer',
    'GET /inventory shows an archived listing that is published again',
    [...NEEDS, 'buyer'],
    async (t) => {
      const lot = await t.arrange.lot({ quantity_mt: rareQuantity(t) }, t.seller);
      ensureSuccess(await t.seller.delete(encodePath`/me/inventory/${lot.id}`));
      expectSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed: true }));
      expectThat(await isSoonListed(t, lot), {
        message: 'A listing that was archived and published again is not in GET /inventory.',
        expected: lot.id,
      });
    },
  ),
  check(
    'LST-4/archived',
    'Publishing an archived listing on a farm without a payment method returns 403 payment_method_required',
    [...NEEDS, 'live', 'hook:set_payment_method'],
    async (t) => {
      const { farm_id, id } = await losePaymentMethod(t, async (listing) => t.seller.delete(listing));
      const path = encodePath`/me/inventory/${id}`;
      expectRefusal(await t.seller.patch(path, { listed: true }), 403, { code: 'payment_method_required' });
      await t.hook('set_payment_method', { farm_id, on_file: true });
      ensureSuccess(await t.seller.patch(path, { listed: true }));
    },
  ),
];

/** A quantity that a 32-bit number cannot hold, and a year that two digits cannot. A target can reject them. */
const UNUSUAL = [{ quantity_mt: 345_678.91 }, { crop_year: 1998 }] as const;

async function expectUnusualKept(t: CheckContext): Promise<void> {
  for (const one of UNUSUAL) {
    const draft = await t.arrange.draft(one, t.seller).catch((error: unknown) => noneIfFinding(error, t.signal));
    if (draft === undefined) t.observe(`POST /me/inventory rejects ${JSON.stringify(one)}`);
    const own = draft === undefined ? undefined : await readListing(t.seller, draft.id);
    for (const [name, value] of Object.entries(one)) own?.find(name)?.is(value);
  }
}

const EXACT: readonly Check[] = [
  check('INV-19/exact-values', 'Zeros, decimals, and letters beyond ASCII are kept as submitted', NEEDS, async (t) => {
    await expectUnusualKept(t);
    const quality = { protein: 13.25, moisture: 12.75, dockage: 0 };
    const variety = 'Précoce n° 7 – été';
    const lot = await t.arrange.lot({ quantity_mt: 123.47, quality, variety, list: false }, t.seller);
    const own = await readListing(t.seller, lot.id);
    own.find('quantity_mt')?.is(123.47);
    own.find('variety')?.is(variety);
    // How a firm price is shown says whether one that is not firm is shown as such.
    const firm = await t.arrange.lot({ target_price: { amount: 301.5, firm: true }, list: false }, t.seller);
    const not_firm = await t.arrange.lot({ target_price: { amount: 301.5, firm: false }, list: false }, t.seller);
    if ((await findFirm(t, firm))?.value === true) (await findFirm(t, not_firm))?.is(false);
    const shown = own.find('quality');
    for (const [name, value] of Object.entries(quality)) shown?.find(name)?.is(value);
    if (shown?.has('dockage') !== false) return;
    const { id } = await t.arrange.lot({ quality: { ...quality, dockage: 0.5 }, list: false }, t.seller);
    if ((await readListing(t.seller, id)).find('quality')?.has('dockage') === true) shown.get('dockage').is(0);
  }),
];

/** Letters of one to three bytes. Moderation has no reason to reject them. */
const LETTERS = 'Précoce n° 7 – été 小麦';
/** The same, and one of four bytes, which databases can store separately. */
const WITH_EMOJI = `${LETTERS} \u{1F33E}`;

/** Characters that HTML and SQL escape. */
const MARKUP = `Smith & Son's "Early"`;

const SEEN_BY_BUYERS: readonly Check[] = [
  check(
    'INV-19/letters',
    'Every view of a listing shows quotes, ampersands, and letters beyond ASCII as submitted',
    [...NEEDS, 'buyer'],
    async (t) => {
      for (const variety of [LETTERS, WITH_EMOJI, MARKUP]) {
        const made = await t.arrange.lot({ variety }, t.seller).catch((error: unknown) => noneIfFinding(error, t.signal));
        if (made === undefined) {
          t.observe(`POST /me/inventory rejects a variety such as ${variety}`);
          continue;
        }
        const path = encodePath`/me/inventory/${made.id}`;
        const expectIn = (shown: JsonNode | undefined): void => {
          const text = shown?.find('variety');
          if (text !== undefined) expectLetters(text, 'variety', variety);
        };
        // A change that reads and writes the whole record would encode the letters again.
        ensureSuccess(await t.seller.patch(path, { target_price: { amount: 287.25 } }));
        expectIn(await readListing(t.seller, made.id));
        expectIn(await findItem(t.seller, '/me/inventory', {}, (item) => item.find('id')?.value === made.id));
        const one = await t.buyer.get(encodePath`/inventory/${made.id}`);
        ensureSuccess(one);
        expectIn(one.data);
      }
    },
  ),
  check(
    'INV-19/after-a-change',
    'Buyers read a new quantity in the list and by id',
    [...NEEDS, 'buyer', 'fixture:quantity_field'],
    async (t) => {
      const lot = await t.arrange.lot({ quantity_mt: rareQuantity(t) }, t.seller);
      ensureSuccess(await t.buyer.get(encodePath`/inventory/${lot.id}`));
      const quantity_mt = Number((lot.quantity_mt - 100.01).toFixed(2));
      ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, quantityBody(t, quantity_mt)));
      const one = await readUntil(
        async () => t.buyer.get(encodePath`/inventory/${lot.id}`),
        ({ json }) => dataIn(json)['quantity_mt'] === quantity_mt,
        t.signal,
      );
      ensureSuccess(one);
      expectNewQuantity(t, one.data.get('quantity_mt'), quantity_mt);
      expectThat(await isSoonListed(t, { ...lot, quantity_mt }), {
        message: 'GET /inventory does not find a listing by its new quantity.',
        expected: lot.id,
      });
    },
  ),
  check('INV-18/published-again', 'A listing that is published again keeps its id for buyers', [...NEEDS, 'buyer'], async (t) => {
    const lot = await t.arrange.lot({ quantity_mt: rareQuantity(t) }, t.seller);
    for (const listed of [false, true]) ensureSuccess(await t.seller.patch(encodePath`/me/inventory/${lot.id}`, { listed }));
    expectThat(await isSoonListed(t, lot), {
      message: 'GET /inventory does not show, under its old id, a listing that was published again.',
      expected: lot.id,
    });
    const one = await t.buyer.get(encodePath`/inventory/${lot.id}`);
    expectStatus(one, 200);
    one.data.get('id').is(lot.id);
  }),
  check('INV-11/without-a-price', 'GET /inventory lists a lot without a price, with any sort', [...NEEDS, 'buyer'], async (t) => {
    const lot = await t.arrange.lot({ target_price: undefined, quantity_mt: rareQuantity(t) }, t.seller);
    if (!(await isSoonListed(t, lot))) t.unverifiable('GET /inventory does not list a lot without a price');
    for (const sort of SORTS) {
      const is_found = await readUntil(async () => isListedForBuyers(t, lot, { sort }), Boolean, t.signal);
      warnUnless(is_found, {
        message: `GET /inventory omits a lot without a price with sort=${sort}.`,
        expected: lot.id,
        likely_cause: 'An inner join or a comparison with null excludes it.',
      });
    }
  }),
];

export const VALUES_CHECKS: readonly Check[] = [...CHANGES, ...EXACT, ...SEEN_BY_BUYERS];
