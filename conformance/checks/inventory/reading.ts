/** INV-1, INV-2, INV-12 to INV-14, INV-20: the replies of the inventory endpoints. */
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { expectInventory, NULLABLE_IN_INVENTORY } from '../../expectations/inventory.ts';
import {
  createListingSet,
  findAnyListing,
  noneIfFinding,
  searchListingSet,
  ensureSuccess,
  expectRefusal,
  expectStatus,
  expectThat,
  hasId,
  isObject,
  itemsOf,
  chooseReader,
  resourceOf,
  encodePath,
  fillPath,
} from '#client';
import { expectCommodity } from '../../expectations/values.ts';
import { makeUnusedId } from '../errors/make-unused-id.ts';

const READERS = ['buyer', 'rival', 'elevator', 'seller', 'partner', 'reader'] as const;

const SCOPED = [
  ['INV-1/scope', 'GET /inventory requires inventory.read', '/inventory'],
  ['INV-12/scope', 'GET /inventory/filters requires inventory.read', '/inventory/filters'],
  ['INV-14/scope', 'GET /inventory/{id} requires inventory.read', '/inventory/{id}'],
] as const;

export const READING_CHECKS: readonly Check[] = [
  ...READERS.map((name) =>
    check(`INV-1/page-for-${name}`, `GET /inventory returns a paging object of listings to the ${name}`, [name], async (t) => {
      const page = await t.actor(name).get('/inventory');
      // The operator chooses the scopes of a token, but the reader and the buyer need this one.
      if (page.status === 403 && name !== 'buyer' && name !== 'reader')
        t.unverifiable(`the token of ${name} lacks inventory.read`);
      expectStatus(page, 200);
      for (const item of page.items) item.get('id').text();
      for (const key of ['limit', 'offset', 'total']) page.body.get(key).integer();
    }),
  ),
  ...SCOPED.map(([id, title, path]) =>
    check(`${id}-needed`, title, ['buyer', 'hook:mint_token'], async (t) => {
      const url = path.includes('{id}') ? fillPath(path, { id: (await findAnyListing(t)).id }) : path;
      const without = await t.mint('buyer', ['market.read', 'bids.read']);
      expectRefusal(await without.get(url), 403, { code: 'insufficient_scope' });
      const with_it = await t.mint('buyer', ['inventory.read']);
      expectStatus(await with_it.get(url), 200);
    }),
  ),
  check('INV-2/fields', 'Listings have the documented fields on every page and in GET /inventory/{id}', [], async (t) => {
    const reader = chooseReader(t);
    let seen = 0;
    for (const offset of [0, 50, 100]) {
      const page = await reader.get('/inventory', { limit: 50, offset });
      ensureSuccess(page);
      const { items } = page;
      for (const item of items) expectInventory(item);
      seen += items.length;
      for (const item of items.slice(0, 2)) {
        const one = await reader.get(encodePath`/inventory/${item.get('id').text()}`);
        // It may have been delisted in the meantime.
        if (one.status === 200) expectInventory(one.data);
      }
      if (items.length < 50) break;
    }
    if (seen === 0) t.unverifiable('there is no listing');
  }),
  check('INV-2/no-measurements', 'A listing without measurements still has quality', ['writes'], async (t) => {
    const lot = await t.arrange.lot({ quality: undefined });
    const read = await chooseReader(t).get(encodePath`/inventory/${lot.id}`);
    ensureSuccess(read);
    expectInventory(read.data);
  }),
  check('INV-2/old-crop', 'A listing with a crop year before 2000 has the documented fields', ['writes'], async (t) => {
    const lots = [{ crop_year: 1998 }];
    const listing_set =
      (await createListingSet(t, lots).catch((error: unknown) => noneIfFinding(error, t.signal))) ??
      t.unverifiable('a listing of 1998 cannot be submitted, or is not found');
    const { reply } = await searchListingSet(listing_set);
    const one = await listing_set.reader.get(encodePath`/inventory/${listing_set.lots[0]?.id ?? ''}`);
    ensureSuccess(reply);
    ensureSuccess(one);
    for (const item of [...reply.items, one.data]) expectInventory(item);
  }),
  check('INV-20/nulls-are-there', 'A nullable field of a listing is present as null', [], async (t) => {
    const page = await chooseReader(t).get('/inventory', { limit: 50 });
    ensureSuccess(page);
    if (page.items.length === 0) t.unverifiable('there is no listing');
    for (const item of page.items) for (const key of NULLABLE_IN_INVENTORY) item.expectMember(key);
    const one = await chooseReader(t).get(encodePath`/inventory/${(await findAnyListing(t)).id}`);
    if (one.status === 200) for (const key of NULLABLE_IN_INVENTORY) one.data.expectMember(key);
  }),
  check('INV-20/bare-lot', 'A listing submitted without optional fields has them as null', ['writes'], async (t) => {
    const bare = { variety: undefined, crop_year: undefined, target_price: undefined, quality: undefined };
    const lot = await t.arrange.lot(bare);
    const one = await chooseReader(t).get(encodePath`/inventory/${lot.id}`);
    ensureSuccess(one);
    for (const key of NULLABLE_IN_INVENTORY) one.data.expectMember(key);
  }),
  check('INV-12/shape', 'GET /inventory/filters returns commodities, grades, provinces, and crop years', [], async (t) => {
    const reply = await chooseReader(t).get('/inventory/filters');
    expectStatus(reply, 200);
    const filters = resourceOf(reply);
    for (const commodity of filters.get('commodities').array()) expectCommodity(commodity);
    for (const key of ['grades', 'provinces'] as const) for (const value of filters.get(key).array()) value.text();
    for (const year of filters.get('crop_years').array()) year.integer();
  }),
  check('INV-13/values', 'The filters are the values of the listings', ['writes'], async (t) => {
    const lot = await t.arrange.lot({ crop_year: 2025 });
    const listing = (await chooseReader(t).get(encodePath`/inventory/${lot.id}`)).data;
    const filters = resourceOf(await chooseReader(t).get('/inventory/filters'));
    const slug = listing.get('commodity').get('slug').value;
    const [commodities, years] = [filters.get('commodities').array(), filters.get('crop_years').array()];
    const has_slug = commodities.some(({ value }) => isObject(value) && value['slug'] === slug);
    const has_year = years.some(({ value }) => value === 2025);
    t.observe(`a new listing's values are ${has_slug && has_year ? '' : 'not '}among the filters immediately`);
  }),
  check('INV-14/one', 'GET /inventory/{id} returns the same listing as the list', [], async (t) => {
    const known = await findAnyListing(t);
    const one = await chooseReader(t).get(encodePath`/inventory/${known.id}`);
    if (one.status !== 200 && !(await isStillListed(t, known.id))) t.unverifiable('the listing was delisted in the meantime');
    expectStatus(one, 200);
    one.data.get('id').is(known.id);
    expectInventory(one.data);
  }),
  check('INV-14/own-lot', 'GET /inventory/{id} returns a newly published listing', ['writes'], async (t) => {
    const lot = await t.arrange.lot();
    const one = await chooseReader(t).get(encodePath`/inventory/${lot.id}`);
    expectStatus(one, 200);
    one.data.get('id').is(lot.id);
    one.data.get('quantity_mt').is(lot.quantity_mt);
  }),
  check('INV-14/missing', 'GET /inventory/{id} returns 404 if the listing does not exist', [], async (t) => {
    const { id } = await findAnyListing(t);
    const impossible = ['inv_000000000000000000000000', makeUnusedId(id, 1), makeUnusedId(id, 5)];
    for (const one of impossible) {
      expectRefusal(await chooseReader(t).get(encodePath`/inventory/${one}`), 404, { code: 'not_found' });
    }
  }),
  check('INV-14/units', 'GET /inventory/{id} renders the quantity in the requested unit', ['fixture:unit'], async (t) => {
    const { id } = await findAnyListing(t);
    const unit = t.run.settings.fixtures.unit ?? '';
    const plain = await chooseReader(t).get(encodePath`/inventory/${id}`);
    const other = await chooseReader(t).get(encodePath`/inventory/${id}`, { units: unit });
    expectStatus(other, 200);
    other.data.get('quantity_mt').is(plain.data.get('quantity_mt').value);
    const texts = [plain, other].map((reply) => JSON.stringify(reply.data.get('quantity').value));
    expectThat(texts[0] !== texts[1] || plain.data.get('quantity_mt').value === 0, {
      message: `units=${unit} does not change the quantity of GET /inventory/{id}.`,
      reply: other,
      pointer: '/data/quantity',
      expected: `the quantity in ${unit}`,
      observed: other.data.get('quantity').value,
    });
  }),
];

async function isStillListed(t: CheckContext, id: string): Promise<boolean> {
  const page = await chooseReader(t).get('/inventory', { limit: 50 });
  return itemsOf(page).some((item) => hasId(item, id));
}
