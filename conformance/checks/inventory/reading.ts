/** INV-1, INV-2, INV-12 to INV-14, INV-20: the replies of the inventory endpoints. */
import { check, type Check } from '../../check/check.ts';
import type { CheckContext } from '../../check/check-context.ts';
import { expectInventory } from '../../expectations/inventory.ts';
import {
  findAnyListing,
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
